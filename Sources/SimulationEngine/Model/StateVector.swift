/// The state of a model: columns of numbers, one after the other in contiguous memory, with a number for each node in
/// each column.
///
/// The memory stays where it is until a row is added.
public final class StateVector {
    /// The number of nodes.
    public private(set) var rowCount: Int

    /// The number of columns.
    public let columnCount: Int

    /// The memory: column after column, ``count`` numbers.
    @exclusivity(unchecked)
    public private(set) var elements: UnsafeMutableBufferPointer<Double>

    /// What is pinned or driven.
    var held = HeldComponents()

    /// Whether anything is pinned or driven.
    package var hasHeldComponents: Bool { !held.isEmpty }

    /// Creates a vector of zeros.
    public init(columnCount: Int, rowCount: Int) {
        precondition(columnCount >= 0 && rowCount >= 0, "a state vector cannot have less than no columns or nodes")
        self.columnCount = columnCount
        self.rowCount = rowCount
        elements = .allocate(capacity: columnCount * rowCount)
        elements.initialize(repeating: 0)
    }

    deinit {
        elements.deallocate()
    }

    /// The number of all numbers.
    public var count: Int { elements.count }

    /// The number of a node in a column.
    public subscript(column: Int, row: Int) -> Double {
        get {
            check(column, row)
            return elements[column * rowCount + row]
        }
        set {
            check(column, row)
            elements[column * rowCount + row] = newValue
        }
    }

    /// The memory of one column, as many numbers as there are nodes.
    public func column(_ column: Int) -> UnsafeMutableBufferPointer<Double> {
        check(column, 0)
        return UnsafeMutableBufferPointer(rebasing: elements[column * rowCount..<(column + 1) * rowCount])
    }

    /// Adds a node.
    ///
    /// - Parameter values: A number for each column.
    /// - Complexity: O(count): all columns move.
    public func appendRow(_ values: [Double]) {
        precondition(values.count == columnCount, "there must be a number for each column")
        let grown = UnsafeMutableBufferPointer<Double>.allocate(capacity: columnCount * (rowCount + 1))
        for column in 0..<columnCount {
            let start = column * (rowCount + 1)
            _ = grown[start..<start + rowCount].initialize(fromContentsOf: self.column(column))
            grown.initializeElement(at: start + rowCount, to: values[column])
        }
        elements.deallocate()
        elements = grown
        held.move(fromRowCount: rowCount, toRowCount: rowCount + 1)
        rowCount += 1
    }

    /// Takes the last node away again.
    ///
    /// - Complexity: O(count).
    package func removeLastRow() {
        let shrunk = UnsafeMutableBufferPointer<Double>.allocate(capacity: columnCount * (rowCount - 1))
        for column in 0..<columnCount {
            let start = column * (rowCount - 1)
            _ = shrunk[start..<start + rowCount - 1].initialize(fromContentsOf: self.column(column).dropLast())
        }
        elements.deallocate()
        elements = shrunk
        held.move(fromRowCount: rowCount, toRowCount: rowCount - 1)
        rowCount -= 1
    }

    /// Has a node rest for ever: nothing changes its numbers but who sets them.
    package func rest(_ row: Int) {
        for column in 0..<columnCount { held.hold(component(column, row)) }
    }

    /// The index into ``elements`` of the number of a node in a column.
    func component(_ column: Int, _ row: Int) -> Int { column * rowCount + row }

    /// Whether nothing is pinned or driven.
    @usableFromInline
    var holdsNothing: Bool { held.isEmpty }

    /// Replaces the rates of change of what is pinned or driven, among components that begin at an index.
    @usableFromInline
    func applyHeldRates(to rates: UnsafeMutablePointer<Double>, from first: Int) {
        guard !held.isEmpty else { return }
        held.apply(to: rates, from: first)
    }

    private func check(_ column: Int, _ row: Int) {
        precondition((0..<columnCount).contains(column), "column out of range")
        precondition((0..<max(rowCount, 1)).contains(row), "node out of range")
    }
}
