/// The state of a model: columns of numbers, one after the other in contiguous memory, with a number for each node in
/// each column, and behind them a tail of numbers that belong to no node, such as those of edges.
///
/// Where the memory lies changes between steps: a method may put that in its place in which it has formed the new state, and rows
/// that have been added wait until somebody looks, since all columns have to move for them: so as many as come at a time are moved
/// once.
public final class StateVector {
    /// The number of nodes.
    @inlinable
    public var rowCount: Int { storedRowCount }

    @exclusivity(unchecked)
    @usableFromInline
    var storedRowCount: Int

    /// The number of columns.
    public let columnCount: Int

    /// The number of numbers behind the columns.
    @exclusivity(unchecked)
    package private(set) var tailCount = 0

    /// How often the tail has been made anew: numbers of another one belong to others.
    private(set) var tailEdition = 0

    /// The noise of the tail, which belongs to numbers as they lie in it; `nil` if none has noise.
    @exclusivity(unchecked)
    package var tailNoise: TailNoise?

    /// The columns without the rows that wait, and the tail.
    @exclusivity(unchecked)
    @usableFromInline
    var settled: UnsafeMutableBufferPointer<Double>

    /// How many rows these have.
    @exclusivity(unchecked)
    @usableFromInline
    var settledRowCount: Int

    /// The rows that wait, one after the other.
    private var waiting: [Double] = []

    /// The components that are pinned or driven, by where they are in the columns without the rows that wait.
    @exclusivity(unchecked)
    private var settledHeld = HeldComponents()

    /// The components that are pinned or driven.
    var held: HeldComponents {
        get {
            settle()
            if !settledHeld.isDrivenChosen { settledHeld.chooseDriven() }
            return settledHeld
        }
        _modify {
            settle()
            yield &settledHeld
        }
    }

    /// Tests if a number is pinned or driven.
    func isHeld(_ component: Int) -> Bool { hasHeldComponents && held.isHeld(component) }

    /// Tests if a number follows a function of time.
    func isDriven(_ component: Int) -> Bool { hasHeldComponents && held.isDriven(component) }

    /// True if anything is pinned or driven.
    package var hasHeldComponents: Bool { !settledHeld.isEmpty }

    /// Where states are formed in which what is driven is where it is at another time.
    private var placed: [Double] = []

    /// Creates a vector of zeros.
    ///
    /// - Precondition: Neither number is negative, and there is memory for all numbers.
    public init(columnCount: Int, rowCount: Int) {
        precondition(columnCount >= 0 && rowCount >= 0, "a state vector cannot have less than no columns or nodes")
        precondition(
            columnCount <= Int.max / 8 / max(rowCount, 1),
            "a state vector of \(columnCount) columns and \(rowCount) nodes is too large")
        self.columnCount = columnCount
        storedRowCount = rowCount
        settledRowCount = rowCount
        settled = .allocateLines(capacity: columnCount * rowCount)
        settled.initialize(repeating: 0)
    }

    deinit {
        settled.deallocate()
    }

    /// A copy of all numbers, column after column, then the tail.
    ///
    /// - Precondition: Those that it is set to are as many.
    /// - Complexity: O(count).
    public var numbers: [Double] {
        get { Array(elements) }
        set {
            precondition(newValue.count == count, "there must be \(count) numbers, not \(newValue.count)")
            _ = elements.update(fromContentsOf: newValue)
        }
    }

    /// Calls a closure with all numbers, column after column, which it may change.
    public func withNumbers<Result>(_ body: (inout MutableSpan<Double>) throws -> Result) rethrows -> Result {
        var numbers = elements.mutableSpan
        return try body(&numbers)
    }

    /// The memory: column after column, then the tail, ``count`` numbers. Ask for it before a loop, not inside, where the look for rows that
    /// wait would cost more than most of what loops do.
    ///
    /// - Complexity: O(1); O(count) after rows were added.
    @inlinable
    package var elements: UnsafeMutableBufferPointer<Double> {
        if settledRowCount != rowCount { settle() }
        return settled
    }

    /// The number of all numbers.
    public var count: Int { columnCount * rowCount + tailCount }

    /// The memory of the columns.
    var columns: UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(rebasing: elements[..<(columnCount * rowCount)])
    }

    /// Puts other numbers in the place of these, and these in the place of the others, without copying any.
    ///
    /// - Precondition: They are as many.
    func exchange(_ others: inout UnsafeMutableBufferPointer<Double>) {
        precondition(elements.count == others.count, "there must be as many numbers as in the state")
        swap(&settled, &others)
    }

    /// The number of a node in a column.
    public subscript(column: Int, row: Int) -> Double {
        get {
            check(column, row)
            guard row < settledRowCount else { return waiting[(row - settledRowCount) * columnCount + column] }
            return settled[column * settledRowCount + row]
        }
        set {
            check(column, row)
            guard row < settledRowCount else {
                waiting[(row - settledRowCount) * columnCount + column] = newValue
                return
            }
            settled[column * settledRowCount + row] = newValue
        }
    }

    /// The memory of one column, as many numbers as there are nodes.
    ///
    /// - Complexity: As that of ``elements``.
    @usableFromInline
    package func column(_ column: Int) -> UnsafeMutableBufferPointer<Double> {
        check(column, 0)
        return UnsafeMutableBufferPointer(rebasing: elements[column * rowCount..<(column + 1) * rowCount])
    }

    /// Copies the numbers of consecutive nodes in a column, such as states that are one number each.
    ///
    /// - Precondition: All nodes, from the first one on as many as there are numbers in the result, are in range.
    /// - Complexity: O(n) for n nodes, many at once.
    public func copyColumn(_ column: Int, from first: Int, into numbers: inout MutableSpan<Double>) {
        let source = UnsafeMutableBufferPointer(rebasing: self.column(column)[first..<first + numbers.count])
        numbers.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
    }

    /// Adds a node.
    ///
    /// - Parameter values: A number for each column.
    /// - Complexity: O(number of columns) amortised; all columns move when somebody next looks at all numbers.
    public func appendRow(_ values: [Double]) {
        precondition(values.count == columnCount, "there must be a number for each column")
        waiting += values
        storedRowCount += 1
    }

    /// Takes the last node away again.
    ///
    /// - Complexity: O(number of columns) for a row that waits, O(count) for another one.
    package func removeLastRow() {
        guard settledRowCount == rowCount else {
            waiting.removeLast(columnCount)
            storedRowCount -= 1
            return
        }
        move(toRowCount: rowCount - 1, tailCount: tailCount)
        storedRowCount -= 1
    }

    /// Has a node rest for ever: nothing changes its numbers but who sets them.
    package func rest(_ row: Int) {
        for column in 0..<columnCount { held.hold(component(column, row), at: self[column, row]) }
    }

    /// The index into ``numbers`` of the number of a node in a column.
    func component(_ column: Int, _ row: Int) -> Int { column * rowCount + row }

    /// True if nothing is pinned or driven.
    @usableFromInline
    var holdsNothing: Bool { settledHeld.isEmpty }

    private func check(_ column: Int, _ row: Int) {
        precondition((0..<columnCount).contains(column), "column out of range")
        precondition((0..<max(rowCount, 1)).contains(row), "node out of range")
    }
}

// MARK: - The tail

extension StateVector {
    /// The memory of the numbers behind the columns.
    package var tail: UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(rebasing: elements[(columnCount * rowCount)...])
    }

    /// Gives the tail room for some numbers, all of which are 0 then.
    ///
    /// - Complexity: O(count).
    package func makeTail(count: Int) {
        settle()
        move(toRowCount: rowCount, tailCount: count)
        tailEdition += 1
        tail.update(repeating: 0)
    }
}

// MARK: - What is pinned or driven

extension StateVector {
    /// Puts what is pinned or driven to where it is at a time, in a state of the same numbers.
    package func placeHeld(at time: Double, in numbers: UnsafeMutablePointer<Double>) {
        guard !holdsNothing else { return }
        held.place(at: time, in: numbers, count: count)
    }

    /// Puts what is pinned or driven to where it is at a time.
    func placeHeld(at time: Double) {
        guard !holdsNothing, let numbers = elements.baseAddress else { return }
        held.place(at: time, in: numbers, count: count)
    }

    /// Puts what is pinned or driven of a node to where it is at a time, in this state or in one of as many numbers.
    package func placeHeld(at time: Double, ofNode row: Int, in numbers: UnsafeMutablePointer<Double>? = nil) {
        guard !holdsNothing, let numbers = numbers ?? elements.baseAddress else { return }
        held.place(at: time, in: numbers, row: row, rowCount: rowCount, columnCount: columnCount)
    }

    /// Calls a closure with the first numbers of a state as they are where what is driven is put to where it is at a time.
    @usableFromInline
    func withDriven(
        at time: Double, in numbers: UnsafePointer<Double>, count: Int, _ body: (UnsafePointer<Double>) -> Void
    ) {
        guard !held.driven.isEmpty else { return body(numbers) }
        if placed.count < count { placed = [Double](repeating: 0, count: self.count) }
        placed.withUnsafeMutableBufferPointer { placed in
            guard let target = placed.baseAddress else { return }
            target.update(from: numbers, count: count)
            held.placeDriven(at: time, in: target, count: count)
            body(target)
        }
    }

    /// Replaces the rates of change of what is pinned or driven.
    @usableFromInline
    func applyHeld(to rates: UnsafeMutablePointer<Double>, at time: Double) {
        held.apply(to: rates, at: time)
    }

    /// Replaces the accelerations of what is pinned or driven.
    @usableFromInline
    func clearHeld(_ accelerations: UnsafeMutablePointer<Double>) {
        held.clear(accelerations, from: count / 2)
    }
}

// MARK: - Rows that come and go

extension StateVector {
    /// Gives the rows that wait their places.
    @usableFromInline
    func settle() {
        let known = settledRowCount
        guard known != rowCount else { return }
        move(toRowCount: rowCount, tailCount: tailCount)
        for (position, value) in waiting.enumerated() {
            let (row, column) = position.quotientAndRemainder(dividingBy: columnCount)
            settled.initializeElement(at: column * rowCount + known + row, to: value)
        }
        waiting = []
    }

    /// Moves the columns and the tail to where there is room for some numbers, of which those that are new are not initialised.
    private func move(toRowCount new: Int, tailCount newTail: Int) {
        let moved = UnsafeMutableBufferPointer.allocateLines(capacity: columnCount * new + newTail)
        let kept = min(new, settledRowCount)
        for column in 0..<columnCount {
            let source = settled[column * settledRowCount..<column * settledRowCount + kept]
            _ = moved[column * new..<column * new + kept].initialize(fromContentsOf: source)
        }
        let known = settled[(columnCount * settledRowCount)...].prefix(newTail)
        _ = moved[(columnCount * new)...].initialize(fromContentsOf: known)
        settled.deallocate()
        settled = moved
        tailCount = newTail
        settledHeld.move(fromRowCount: settledRowCount, toRowCount: new)
        settledRowCount = new
    }
}

extension UnsafeMutableBufferPointer<Double> {
    /// Memory that begins with a line of the cache, so that vectors of a column do not lie across two.
    static func allocateLines(capacity: Int) -> Self {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity * MemoryLayout<Double>.stride, alignment: 64)
        return Self(start: bytes.bindMemory(to: Double.self, capacity: capacity), count: capacity)
    }
}
