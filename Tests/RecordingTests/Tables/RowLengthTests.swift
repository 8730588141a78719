import Recording
import TestSupport
import Testing

/// A row of a recorder of one's own that has more or fewer values than its table has columns is refused, in any format, and the
/// table goes on without it.
@Suite struct RowLengthTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    enum Format: CaseIterable { case csv, jsonLines, memory, ring }

    private func append(_ count: Int, to table: any TableWriter) throws {
        for number in 0..<count {
            switch number % 4 {
            case 0: table.append(integer: number)
            case 1: table.append(table.text("text"))
            case 2: table.appendNothing()
            default: table.append(contentsOf: [Double(number)].span)
            }
        }
        try table.endRow()
    }

    @Test("A row that is left out leaves nothing behind of its kinds of values")
    func kinds() throws {
        let memory = RecordedTable()
        let table = try TableDestination.memory(memory).table(columns: ["a", "b"])
        func appendIntegers() throws {
            table.append(integer: 1)
            table.append(integer: 2)
            try table.endRow()
        }
        try appendIntegers()
        table.append(contentsOf: [0.5].span)
        table.append(table.text("text"))
        table.appendNothing()
        #expect(throws: RecordingError.self) { try table.endRow() }
        try appendIntegers()
        #expect(memory.texts(of: "a") == ["1", "1"])
        #expect(memory.texts(of: "b") == ["2", "2"])
        #expect(memory.numbers(of: "b") == [2, 2])
    }

    @Test("The error names the table and both counts", arguments: Format.allCases)
    func wrongLengths(format: Format) throws {
        let memory = RecordedTable()
        let destination: TableDestination =
            switch format {
            case .csv: .csv(directory.path(of: "t.csv"))
            case .jsonLines: .jsonLines(directory.path(of: "t.jsonl"))
            case .memory: .memory(memory)
            case .ring: .ring(last: 9, of: .csv(directory.path(of: "t.csv"))) { _ in }
            }
        let table = try destination.table(columns: ["a", "b", "c"])
        let name =
            switch format {
            case .csv, .ring: "the file '\(directory.path(of: "t.csv"))'"
            case .jsonLines: "the file '\(directory.path(of: "t.jsonl"))'"
            case .memory: "the table with the columns a, b, c"
            }
        for count in [0, 1, 2, 4, 5, 40] {
            try append(3, to: table)
            let error = #expect(throws: RecordingError.self) { try append(count, to: table) }
            #expect(error == .wrongRow(table: name, valueCount: count, columnCount: 3))
            let values = count == 1 ? "1 value" : "\(count) values"
            #expect(
                error?.description == "a row of \(name) has \(values), but must have one for each of the 3 columns")
        }
        try append(3, to: table)
        try table.endMoment()
        if let ring = table as? RingTable { try ring.writeOut() }
        try table.flush()
        switch format {
        case .csv, .ring:
            let rows = [String](repeating: "0,text,\n", count: 7).joined()
            #expect(try directory.read("t.csv") == "a,b,c\n" + rows)
        case .jsonLines:
            let rows = [String](repeating: #"{"a":0,"b":"text","c":null}"# + "\n", count: 7).joined()
            #expect(try directory.read("t.jsonl") == rows)
        case .memory:
            #expect(memory.rowCount == 7)
            #expect(memory.numbers(of: "a") == [0, 0, 0, 0, 0, 0, 0])
            #expect(memory.texts(of: "b") == [String](repeating: "text", count: 7))
        }
    }
}
