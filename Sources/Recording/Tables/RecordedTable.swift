/// A table in memory.
///
///     let table = RecordedTable()
///     let recorder = try QuantityRecorder(simulation, quantities: […], at: trigger, to: .memory(table))
///     try simulation.run(until: 10)
///     print(table.numbers(of: "temperature") ?? [])
///
/// It holds values: what is recorded does not change when the simulation moves on, and what is read from it does not
/// change when more is recorded.
public final class RecordedTable {
    /// The names of the columns, none before a recorder has begun.
    public internal(set) var columns: [String] = []

    /// The number of rows that have ended.
    public internal(set) var rowCount = 0

    var numbers: [[Double]] = []

    /// The texts of columns that have any.
    var texts: [[String]?] = []

    /// True for columns whose numbers were all appended as integers.
    var areIntegers: [Bool] = []

    /// The columns that the present row has made other than of integers, or of texts.
    private var nonIntegers: [Int] = []
    private var newTexts: [Int] = []
    private var position = 0

    /// Creates an empty table.
    public init() {}

    /// The numbers of a column, `nil` if there is none of that name. Texts and empty places are not a number.
    ///
    /// - Complexity: O(1) until something more is recorded.
    public func numbers(of column: String) -> [Double]? {
        columns.firstIndex(of: column).map { Array(numbers[$0].prefix(rowCount)) }
    }

    /// A column as texts, `nil` if there is none of that name. Empty places are empty texts.
    ///
    /// - Complexity: O(rows).
    public func texts(of column: String) -> [String]? {
        columns.firstIndex(of: column).map { index in
            Array((texts[index] ?? descriptions(ofColumn: index)).prefix(rowCount))
        }
    }

    /// Gives the table its columns, and forgets what it held.
    func begin(columns: [String]) {
        self.columns = columns
        rowCount = 0
        position = 0
        numbers = columns.map { _ in [] }
        texts = columns.map { _ in nil }
        areIntegers = columns.map { _ in true }
    }

    private func descriptions(ofColumn index: Int) -> [String] {
        numbers[index].map { (areIntegers[index] ? Int(exactly: $0)?.description : nil) ?? $0.description }
    }

    private func append(_ number: Double, isInteger: Bool = false, _ text: @autoclosure () -> String) {
        defer { position += 1 }
        guard position < columns.count else { return }
        if !isInteger, areIntegers[position] {
            areIntegers[position] = false
            nonIntegers.append(position)
        }
        numbers[position].append(number)
        texts[position]?.append(text())
    }

    private func append(text: String) {
        if position < columns.count, texts[position] == nil {
            texts[position] = descriptions(ofColumn: position)
            newTexts.append(position)
        }
        append(.nan, text)
    }
}

extension RecordedTable: TableWriter {
    /// The text in UTF-8.
    public func text(_ text: String) -> TableText { TableText(bytes: Array(text.utf8)) }

    /// Appends a number.
    public func append(_ number: Double) { append(number, number.description) }

    /// Appends an integer as a number.
    public func append(integer number: Int) { append(Double(number), isInteger: true, number.description) }

    /// Appends a text.
    public func append(_ text: TableText) { append(text: String(decoding: text.bytes, as: UTF8.self)) }

    /// Appends an empty text.
    public func appendNothing() { append(text: "") }

    /// Ends the row.
    ///
    /// - Throws: ``RecordingError/wrongRow(table:valueCount:columnCount:)``.
    public func endRow() throws(RecordingError) {
        let count = position
        position = 0
        defer {
            nonIntegers.removeAll(keepingCapacity: true)
            newTexts.removeAll(keepingCapacity: true)
        }
        guard count == columns.count else {
            dropRow(of: min(count, columns.count))
            throw wrongRow(of: count)
        }
        rowCount += 1
    }

    private func dropRow(of count: Int) {
        for column in 0..<count {
            numbers[column].removeLast()
            texts[column]?.removeLast()
        }
        for column in nonIntegers { areIntegers[column] = true }
        for column in newTexts { texts[column] = nil }
    }
}
