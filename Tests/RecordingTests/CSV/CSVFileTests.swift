import Foundation
import Recording
import SimulationEngine
import TestSupport
import Testing

@Suite struct CSVFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func file(_ columns: [String] = ["time", "node"], named name: String = "t.csv") throws -> CSVFile {
        try CSVFile(creating: directory.path(of: name), columns: columns)
    }

    @Test func headerAndRows() throws {
        let file = try file(["time", "say \"x\"", "a,b"])
        #expect(file.path == directory.path(of: "t.csv"))
        #expect(file.columns == ["time", "say \"x\"", "a,b"])
        file.append(0.5)
        file.append(CSVText("Ada"))
        file.append(-3)
        try file.endRow()
        file.append(CSVText(""))
        file.append(CSVText(""))
        file.append(.infinity)
        try file.endRow()
        try file.flush()
        #expect(try directory.read("t.csv") == "time,\"say \"\"x\"\"\",\"a,b\"\n0.5,Ada,-3.0\n,,inf\n")
    }

    @Test func aHeaderAloneIsAFile() throws {
        try file().flush()
        #expect(try directory.read("t.csv") == "time,node\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("two words", "two words"), ("", ""), ("日本", "日本"), ("a;b", "a;b"), ("it's", "it's"),
        ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""),
        ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""), ("a ", "\"a \""), ("\ta", "\"\ta\""), ("a\t", "\"a\t\""),
        (" ", "\" \""), (" \u{301}", "\" \u{301}\""),
    ])
    func quoting(text: String, expected: String) throws {
        let file = try file()
        file.append(1)
        file.append(CSVText(text))
        try file.endRow()
        try file.flush()
        let written = try directory.read("t.csv")
        // Compared as bytes: Swift takes different spellings of a character for equal.
        #expect(Array(written.utf8) == Array("time,node\n1.0,\(expected)\n".utf8))
        let table = try DelimitedTable(contentsOf: file.path)
        #expect(Array(table.rows[0][1].text.utf8) == Array(text.utf8))
    }

    @Test func nastyNumbersComeBackFromTheShortestDigits() throws {
        let powers = (-1074...1023).map { scalbn(1.0, $0) }
        var nasty: [Double] = [
            0, 0.1, 0.1 + 0.2, 1.0 / 3, 2.0 / 3, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude,
            .greatestFiniteMagnitude, 0x1p53 - 1, 1e15, 1e16, 1e21, 1e22, 1e23, 123_456_789.125,
            8.41e21, 2.0e-308, 9.5367431640625e-07, 4.35, 0.57, 1.7976931348623155e308, 365_250, 100, 1e-5, 1e-4,
        ]
        nasty += powers + powers.map(\.nextUp) + powers.map(\.nextDown)
        let numbers = nasty + nasty.map { -$0 }
        let file = try file(["number"])
        for number in numbers {
            file.append(number)
            try file.endRow()
        }
        try file.flush()
        let rows = try directory.read("t.csv").split(separator: "\n").dropFirst()
        try #require(rows.count == numbers.count)
        for (number, row) in zip(numbers, rows) {
            try #require(Double(row)?.bitPattern == number.bitPattern)
            let digits = row.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
            let count = String(String(digits).reversed().drop { $0 == "0" }).count
            guard count > 1 else { continue }
            // What the C library rounds correctly to one digit less is another number.
            let shorter = String(format: "%.\(count - 2)e", number)
            try #require(Double(shorter) != number, "\(row) could be \(shorter)")
        }
    }

    @Test func numbersThatAreNone() throws {
        let file = try file(["a", "b", "c", "d"])
        for number in [Double.nan, .infinity, -.infinity, -0.0] { file.append(number) }
        try file.endRow()
        try file.flush()
        #expect(try directory.read("t.csv") == "a,b,c,d\nnan,inf,-inf,-0.0\n")
    }

    @Test func whateverStandsOnTheDiskIsWholeRows() throws {
        let file = try file()
        let header = try directory.read("t.csv")
        #expect(header.hasSuffix("\n"))
        let label = CSVText(String(repeating: "x", count: 1000))
        var sizes: Set<Int> = []
        for row in 0..<500 {
            file.append(Double(row))
            file.append(label)
            try file.endRow()
            let text = try directory.read("t.csv")
            sizes.insert(text.utf8.count)
            #expect(text == header || text.hasSuffix("x\n"))
        }
        #expect(sizes.count > 5)
        #expect(sizes.count < 15)
        try file.flush()
        #expect(try directory.read("t.csv").split(separator: "\n").count == 501)
    }

    @Test func flushLeavesAnUnfinishedRowInMemory() throws {
        let file = try file()
        file.append(1)
        file.append(2)
        try file.endRow()
        file.append(3)
        try file.flush()
        try file.flush()
        #expect(try directory.read("t.csv") == "time,node\n1.0,2.0\n")
        file.append(4)
        try file.endRow()
        try file.flush()
        #expect(try directory.read("t.csv") == "time,node\n1.0,2.0\n3.0,4.0\n")
    }

    @Test func whatIsInMemoryIsWrittenAtTheEnd() throws {
        var file: CSVFile? = try file()
        file?.append(1)
        file?.append(2)
        try file?.endRow()
        file?.append(3)
        #expect(try directory.descriptors(of: "t.csv").count == 1)
        file = nil
        #expect(try directory.read("t.csv") == "time,node\n1.0,2.0\n")
        #expect(try directory.descriptors(of: "t.csv").isEmpty)
    }

    @Test("numbers in bulk are those that are appended one by one, and integers have no point")
    func numbersInBulk() throws {
        let numbers = [0.1, -2, .nan, 1e300]
        let file = try file(["a", "b", "c", "d", "e", "f"])
        file.append(integer: -7)
        file.append(contentsOf: numbers.span)
        file.append(0.5)
        try file.endRow()
        try file.flush()
        #expect(try directory.read("t.csv") == "a,b,c,d,e,f\n-7,0.1,-2.0,nan,1e+300,0.5\n")
    }

    @Test("a row may be longer than what is written at a time")
    func aLongRow() throws {
        let numbers = (0..<30_000).map { Double($0) / 3 }
        let names = numbers.indices.map { "n\($0)" }
        let file = try file(names)
        for _ in 0..<3 {
            file.append(contentsOf: numbers.span)
            try file.endRow()
        }
        try file.flush()
        let row = numbers.map(\.description).joined(separator: ",")
        #expect(try directory.read("t.csv") == "\(names.joined(separator: ","))\n\(row)\n\(row)\n\(row)\n")
    }
}
