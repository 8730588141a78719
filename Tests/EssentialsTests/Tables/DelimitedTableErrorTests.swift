import Essentials
import Testing

@Suite struct DelimitedTableErrorTests {
    private func problems(_ text: String) -> DataFileError? {
        #expect(throws: DataFileError.self) { try DelimitedTable(text: text, named: "t.csv") }
    }

    @Test(arguments: ["", "\n", "\r\n \n", "\u{FEFF}", "\u{FEFF}\n"]) func noHeader(text: String) {
        #expect(problems(text)?.description == "t.csv:1:1: error: the file is empty: a header is missing")
    }

    @Test func aColumnTwice() {
        #expect(
            problems("a,b,a,\"a\"\n")?.description == """
                t.csv:1:5: error: the column 'a' stands twice in the header
                t.csv:1:7: error: the column 'a' stands twice in the header
                """)
    }

    /// One problem is told, and not that each record has another number of fields.
    @Test func anotherSeparator() {
        let advice = "but fields must be separated by ',' (and decimals by '.')"
        #expect(
            problems("name;mass;x\nSun;1,5;0\nEarth;2;0,1\n")?.description
                == "t.csv:1:5: error: the separator seems to be ';', \(advice)")
        #expect(
            problems("name\tmass\na\t1,0\n")?.description
                == "t.csv:1:5: error: the separator seems to be a tab, \(advice)")
        #expect(throws: Never.self) { try DelimitedTable(text: "\"a;b\"\n1\n", named: "t.csv") }
        #expect(throws: Never.self) { try DelimitedTable(text: "a;b,c\n1,2\n", named: "t.csv") }
    }

    @Test func recordsOfAnotherLength() {
        #expect(
            problems("a,b\n1\n1,2\n1,2,3\n  4,\"5\n\",\n")?.description == """
                t.csv:2:1: error: the record has 1 field, but the header has 2
                t.csv:4:1: error: the record has 3 fields, but the header has 2
                t.csv:5:3: error: the record has 3 fields, but the header has 2
                """)
    }

    @Test func aQuotationMarkThatIsNotClosed() {
        #expect(
            problems("a,b\n1\n1,\"2\n3,4\n5,6\n")?.description == """
                t.csv:2:1: error: the record has 1 field, but the header has 2
                t.csv:3:3: error: the quotation mark is not closed
                """)
        #expect(problems("a,\"b\"\"")?.description == "t.csv:1:3: error: the quotation mark is not closed")
        #expect(problems("a,b\n\"1,2\n")?.description == "t.csv:2:1: error: the quotation mark is not closed")
        #expect(problems("a,b\n1,\"")?.description == "t.csv:2:3: error: the quotation mark is not closed")
    }

    @Test func textBehindAQuotation() {
        let error = problems("a,b\n\"1\"  x y \r\n,2\n3,\"4\n5\"67\n")
        #expect(
            error?.description == """
                t.csv:2:1: error: the record has 1 field, but the header has 2
                t.csv:2:6: error: text after the closing quotation mark
                t.csv:5:3: error: text after the closing quotation mark
                """)
        #expect(error?.problems.map(\.length) == [3, 3, 2])
    }

    @Test func carriageReturnsThatEndNoLine() {
        let message = "error: a carriage return without a line feed: lines end with LF or CR LF"
        #expect(problems("a\r1\r2\r3")?.description == "t.csv:1:2: \(message)")
        #expect(problems("a,b\n1,x\ry\n2,\"z\r\"\r\n")?.description == "t.csv:2:4: \(message)")
        #expect(problems("a,b\n1,\"y\"\r\r\n")?.description == "t.csv:2:6: \(message)")
    }

    @Test func problemsStandInTheOrderOfTheirPlaces() {
        #expect(
            problems("a,a\n1\n\"2\"x,3\n4,\"5")?.description == """
                t.csv:1:3: error: the column 'a' stands twice in the header
                t.csv:2:1: error: the record has 1 field, but the header has 2
                t.csv:3:4: error: text after the closing quotation mark
                t.csv:4:3: error: the quotation mark is not closed
                """)
    }

    @Test func problemsWithoutAPlace() {
        let error = DataFileError(
            file: "f", problems: [.init("bad"), .init(line: 3, "worse"), .init(line: 4, column: 5, "x")])
        #expect(error.description == "f: error: bad\nf:3: error: worse\nf:4:5: error: x")
    }

    /// Whatever stands in a file is read or refused.
    @Test func textsAtRandom() {
        var state: UInt64 = 1
        let alphabet = Array("a,\"\n\r \t1é").map(String.init)
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += alphabet[Int(state >> 33) % alphabet.count]
            }
            do {
                let table = try DelimitedTable(text: text, named: "t")
                for row in table.rows { #expect(row.count == table.header.count, "\(text.debugDescription)") }
            } catch {
                #expect(!error.problems.isEmpty, "\(text.debugDescription)")
            }
        }
    }
}
