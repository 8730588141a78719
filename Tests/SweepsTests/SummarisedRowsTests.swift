import TestSupport
import Testing

@testable import Sweeps

@Suite struct SummarisedRowsTests {
    /// A replicate's records: a place, which may stand more than once, and a number.
    private typealias Records = [(place: String, number: Double)]

    private static let places = ["0", "0.5", "\"a,b\"", "\"a\"\"b\"", "-1e-3", "", "x"]

    private func records(_ random: inout SeededGenerator) -> Records {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
            (Self.places.randomElement(using: &random) ?? "", Double.random(in: -1...1, using: &random))
        }
    }

    private func rows(of replicates: [Int: Records]) -> SummarisedRows {
        var rows = SummarisedRows(columns: [.place, .other, .value, .place])
        for replicate in replicates.keys.sorted() {
            let text = (replicates[replicate] ?? []).map { "\($0.place),\"no,te\",\($0.number),7\n" }.joined()
            rows.add(Array((text + "1,2,3\n").utf8)[...], of: replicate)
        }
        return rows
    }

    @Test("Records belong to the row at their place, in whatever order, number and form they come")
    func gather() {
        var random = SeededGenerator(seed: 5)
        var numbers: [Double] = []
        for _ in 0..<200 {
            let replicates = [3: records(&random), 4: records(&random), 9: records(&random)]
            let rows = rows(of: replicates)
            let all = replicates.sorted { $0.key < $1.key }.flatMap(\.value)
            #expect(Set(rows.places.map { String(decoding: $0, as: UTF8.self) }) == Set(all.map { $0.place + ",7," }))
            for (row, bytes) in rows.places.enumerated() {
                let place = String(decoding: bytes.dropLast(3), as: UTF8.self)
                rows.gather(0, ofRow: row, into: &numbers)
                #expect(numbers == all.filter { $0.place == place }.map(\.number))
                #expect(rows.count(ofRow: row) == numbers.count)
            }
        }
    }

    @Test("Differences are those of the records that both points have of a replicate")
    func differences() {
        var random = SeededGenerator(seed: 6)
        var numbers: [Double] = []
        for _ in 0..<200 {
            let (here, there) = (
                [1: records(&random), 2: records(&random), 5: records(&random)],
                [0: records(&random), 2: records(&random), 5: records(&random)]
            )
            let (rows, others) = (rows(of: here), rows(of: there))
            for (row, bytes) in rows.places.enumerated() {
                let place = String(decoding: bytes.dropLast(3), as: UTF8.self)
                let expected = [2, 5].flatMap { replicate in
                    zip(
                        here[replicate, default: []].filter { $0.place == place },
                        there[replicate, default: []].filter { $0.place == place }
                    ).map { $0.number - $1.number }
                }
                rows.gatherDifferences(0, ofRow: row, from: others, into: &numbers)
                #expect(numbers == expected)
            }
        }
    }

    @Test("Fields are the numbers that the standard library reads in them, or none")
    func decimals() {
        var random = SeededGenerator(seed: 7)
        var texts = ["", "-", ".", "-.", "nan", "inf", "-inf", "1e5", "1.2.3", "+4", "-0", "0x1p3", "5.", ".5", " 1"]
        for _ in 0..<2_000 {
            let size = Double.random(in: -1...1, using: &random)
            texts += ["\(size)", "\((size * 1e6).rounded() / 1e4)", "\(Int(size * 1e18))", "\(Int(size * 1e15))"]
        }
        for text in texts {
            let (number, expected) = (Double(decimal: Array(text.utf8)[...]), Double(text) ?? .nan)
            #expect(number.bitPattern == expected.bitPattern || number.isNaN && expected.isNaN, "\(text)")
        }
    }
}
