/// A vector of numbers whose length is known when the quantity is made, such as a histogram of so many bins.
public struct QuantityVector: Equatable, Sendable {
    /// The suffixes of the name of the quantity that name the column of each number.
    public let columnSuffixes: [String]

    /// The numbers, as many as there are columns.
    public let numbers: [Double]

    /// Creates a vector.
    ///
    /// - Precondition: There are as many numbers as columns.
    public init(columnSuffixes: [String], numbers: [Double]) {
        precondition(columnSuffixes.count == numbers.count, "a vector must have as many numbers as columns")
        self.columnSuffixes = columnSuffixes
        self.numbers = numbers
    }
}

extension QuantityVector: QuantityValue {
    /// None that all vectors share.
    public static var columnSuffixes: [String] { [] }

    /// Appends the numbers.
    public func appendColumns(to row: inout [Double]) {
        row.append(contentsOf: numbers)
    }
}
