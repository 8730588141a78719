import Foundation
import Essentials
import Testing

@Suite struct DelimitedTableTests {
    private func texts(_ text: String) throws -> [[String]] {
        let table = try DelimitedTable(text: text, named: "t.csv")
        return [table.header.map(\.text)] + table.rows.map { $0.map(\.text) }
    }

    @Test(arguments: [
        "a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r\n1,2\n3,4\r", "\u{FEFF}a,b\n1,2\n3,4",
        "\"a\",\"b\"\n\"1\",2\n3,\"4\"", " a ,\tb\t\n 1,2 \n3 , 4\t\r\n", "\n\na,b\n\n1,2\n  \n3,4\n\r\n\n",
        " \"a\" ,b\n1, \"2\"\r\n\"3\"\t,\"4\" ", "\u{FEFF}\"a\",b\n1,2\n3,4",
    ])
    func formsOfTheSameTable(text: String) throws {
        #expect(try texts(text) == [["a", "b"], ["1", "2"], ["3", "4"]])
    }

    @Test func quotedFieldsHoldAnything() throws {
        #expect(
            try texts("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"  \",\"\"\"\"\n\"1\r\n2\n\n3\",\"\"\n")
                == [["a", "b"], ["x, y", "say \"hi\""], ["  ", "\""], ["1\r\n2\n\n3", ""]])
    }

    @Test func aQuotationMarkWithinAFieldIsAMark() throws {
        #expect(try texts("a,b\n5\",x\"y\"z\n") == [["a", "b"], ["5\"", "x\"y\"z"]])
    }

    @Test func trailingCommasAreEmptyFields() throws {
        #expect(
            try texts("a,b,\n1,2,\n,,\n3,4,") == [["a", "b", ""], ["1", "2", ""], ["", "", ""], ["3", "4", ""]])
    }

    @Test func aQuotedEmptyFieldIsARecordAndABlankLineIsNone() throws {
        #expect(try texts("a\n\"\"\n\n \n1\n\"\"") == [["a"], [""], ["1"], [""]])
    }

    @Test func namesOfAnyScript() throws {
        #expect(try texts("näme,日本\n🙂,e\u{301}\n") == [["näme", "日本"], ["🙂", "e\u{301}"]])
    }

    @Test func aHeaderAlone() throws {
        #expect(try texts("a,b") == [["a", "b"]])
    }

    @Test func fieldsKnowTheirPlaces() throws {
        let table = try DelimitedTable(
            text: "\u{FEFF}aa, b,c\n\n\"x\r\ny\n\", 日本 ,\"\"\"q\"\r\n,\"\",z", named: "t.csv")
        #expect(table.file == "t.csv")
        let places = ([table.header] + table.rows).map { $0.map { [$0.line, $0.column, $0.length] } }
        #expect(
            places == [
                [[1, 1, 2], [1, 5, 1], [1, 7, 1]], [[3, 1, 3], [5, 4, 2], [5, 8, 5]],
                [[6, 1, 0], [6, 2, 2], [6, 5, 1]],
            ])
        #expect(table.rows[0].map(\.text) == ["x\r\ny\n", "日本", "\"q"])
    }

    @Test func numbers() throws {
        let table = try DelimitedTable(text: "a\n1.5\n-2e3\n+0.1\n\"7\"\n5e-324\n", named: "t.csv")
        var problems: [DataFileError.Problem] = []
        #expect(table.rows.map { $0[0].number(into: &problems) } == [1.5, -2000, 0.1, 7, .leastNonzeroMagnitude])
        #expect(problems.isEmpty)
    }

    @Test func badNumbers() throws {
        let table = try DelimitedTable(
            text: "a,b\nx,1 2\nnan,-inf\n1e999,\n \"1\n2\",\"a\"\"b\"", named: "t.csv")
        var problems: [DataFileError.Problem] = []
        for field in table.rows.joined() { #expect(field.number(into: &problems) == nil) }
        #expect(
            DataFileError(file: table.file, problems: problems).description == """
                t.csv:2:1: error: 'x' is not a number
                t.csv:2:3: error: '1 2' is not a number
                t.csv:3:1: error: 'nan' is not a finite number
                t.csv:3:5: error: '-inf' is not a finite number
                t.csv:4:1: error: '1e999' is not a finite number
                t.csv:4:7: error: '' is not a number
                t.csv:5:2: error: '1
                2' is not a number
                t.csv:6:4: error: 'a"b' is not a number
                """)
        #expect(problems.map(\.length) == [1, 3, 3, 4, 5, 1, 2, 6])
    }

    @Test func filesAreReadAsTexts() throws {
        let path = NSTemporaryDirectory() + "observatory-\(UUID().uuidString).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("\u{FEFF}a,b\r\n1,2".utf8).write(to: URL(fileURLWithPath: path))
        let table = try DelimitedTable(contentsOf: path)
        #expect(table.file == path)
        #expect(table.header.map(\.text) == ["a", "b"])
        #expect(try DelimitedTable(contentsOf: path, named: "x").file == "x")

        try Data([0x61, 0x0A, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: DataFileError.self) { try DelimitedTable(contentsOf: path, named: "x") }
        #expect(error?.description == "x: error: the file is not UTF-8 text")
    }

    @Test func filesThatCannotBeRead() {
        let missing = #expect(throws: DataFileError.self) { try DelimitedTable(contentsOf: "/no/such.csv") }
        #expect(missing?.description == "/no/such.csv: error: the file does not exist")
        let directory = #expect(throws: DataFileError.self) { try DelimitedTable(contentsOf: "/", named: "root") }
        #expect(directory?.description == "root: error: this is a folder, not a file")
    }
}
