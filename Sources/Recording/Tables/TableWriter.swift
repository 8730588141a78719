/// Where the rows of a table go: a ``CSVFile``, a ``RecordedTable`` in memory, or one's own.
///
/// A row is appended from the first column to the last and then ended. To write your own, implement the requirements
/// without a default; recorders call them once a number or text, so that they should cost little.
public protocol TableWriter: AnyObject {
    /// The table's name in errors.
    var name: String { get }

    /// The names of the columns.
    var columns: [String] { get }

    /// Makes a text ready to be appended, as often as it is needed.
    func text(_ text: String) -> TableText

    /// Appends a number to the present row.
    func append(_ number: Double)

    /// Appends an integer to the present row.
    func append(integer number: Int)

    /// Appends a text to the present row, which this table has made ready.
    func append(_ text: TableText)

    /// Leaves a column of the present row empty.
    func appendNothing()

    /// Appends numbers to the present row, one after the other.
    func append(contentsOf numbers: Span<Double>)

    /// Ends the present row.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``; ``RecordingError/wrongRow(table:valueCount:columnCount:)`` for a
    ///   row that has not one value for each column, which is left out.
    func endRow() throws(RecordingError)

    /// All rows of a moment have been appended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    func endMoment() throws(RecordingError)

    /// Writes all rows that have ended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    func flush() throws(RecordingError)
}

extension TableWriter {
    /// The columns in words.
    public var name: String { "the table with the columns \(columns.joined(separator: ", "))" }

    /// The error of a row with so many values.
    func wrongRow(of valueCount: Int) -> RecordingError {
        .wrongRow(table: name, valueCount: valueCount, columnCount: columns.count)
    }

    /// Appends number by number.
    public func append(contentsOf numbers: Span<Double>) {
        for position in numbers.indices { append(numbers[position]) }
    }

    /// Nothing to do: moments do not matter.
    public func endMoment() throws(RecordingError) {}

    /// Nothing to do: rows do not wait.
    public func flush() throws(RecordingError) {}
}

/// A text as a certain table writes it; see ``TableWriter/text(_:)``.
public struct TableText: Equatable, Sendable {
    /// The text in the encoding of the table.
    public let bytes: [UInt8]

    /// Creates a text that is ready.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
