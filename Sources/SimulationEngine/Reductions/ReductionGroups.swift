/// Groups of nodes that are reduced each for itself, told apart by a whole number.
public struct ReductionGroups: Equatable, Sendable {
    /// The farthest that two groups' numbers can lie apart.
    package static let widestSpan = 1_000_000

    /// The number of a node's group, evaluated anew each time. Truth values are 1 and 0.
    package let key: FieldExpression

    /// The numbers of the groups, in the order of the columns. Nodes whose key is none of them do not count.
    package let values: [Int]

    /// The labels of the groups in the names of the columns.
    package let labels: [String]

    /// Creates groups that are called by their numbers.
    public init(by key: FieldExpression, values: [Int]) {
        self.key = key
        self.values = values
        labels = values.map(String.init)
    }

    /// Creates groups that have names.
    public init(by key: FieldExpression, named groups: KeyValuePairs<String, Int>) {
        self.key = key
        values = groups.map(\.value)
        labels = groups.map(\.key)
    }

    func check() throws(ReductionError) {
        guard let lowest = values.min(), let highest = values.max() else { throw .noGroups }
        let (span, overflow) = highest.subtractingReportingOverflow(lowest)
        guard !overflow, span <= Self.widestSpan else { throw .groupsTooFarApart(lowest, highest) }
        var known: Set<Int> = []
        for value in values where !known.insert(value).inserted { throw .repeatedGroup(value) }
    }
}

/// Finds the columns of groups by their numbers.
struct GroupLookup {
    private let lowest: Double
    private let columns: [Int32]

    /// A lookup of checked groups.
    init(_ values: [Int]) {
        let lowest = values.min() ?? 0
        var columns = [Int32](repeating: -1, count: (values.max() ?? 0) - lowest + 1)
        for (column, value) in values.enumerated() { columns[value - lowest] = Int32(column) }
        self.lowest = Double(lowest)
        self.columns = columns
    }

    /// The column of each key, or −1 where there is none.
    func find(_ keys: UnsafePointer<Double>, count: Int, into result: UnsafeMutablePointer<Int32>) {
        let limit = Double(columns.count)
        columns.withUnsafeBufferPointer { columns in
            for position in 0..<count {
                let index = keys[position] - lowest
                guard index >= 0, index < limit, Double(Int(index)) == index else {
                    result[position] = -1
                    continue
                }
                result[position] = columns[Int(index)]
            }
        }
    }
}
