import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

@Suite struct SweepTableTests {
    @Test("The summary has the statistics of the replicates at equal times")
    func summary() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep(
            """
            {vary: {model.sir.infection: [0.5, 2]}, replicates: 5, summarise: \
            {statistics: [mean, deviation, error, minimum, maximum, quantiles], quantiles: [0.25, 0.5]}}
            """)
        #expect(try sweep.carryOut().isComplete)
        let all = try CSVColumns(contentsOf: place.write(sweep.collected(), to: "all.csv"))
        let summary = try CSVColumns(contentsOf: place.write(sweep.collected(summarised: true), to: "summary.csv"))
        #expect(
            summary.header == ["model.sir.infection", "time", "replicates"]
                + ["mean", "deviation", "error", "minimum", "maximum", "quantile-0.25", "quantile-0.5"].map {
                    "infected-\($0)"
                })
        let rows = zip(zip(all.numbers("model.sir.infection"), all.numbers("time")), all.numbers("infected"))
        for (row, infection) in summary.numbers("model.sir.infection").enumerated() {
            let time = summary.numbers("time")[row]
            let numbers = rows.filter { $0.0 == (infection, time) }.map(\.1).sorted()
            #expect(numbers.count == 5)
            let mean = numbers.reduce(0, +) / 5
            let deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4).squareRoot()
            let expected = [
                mean, deviation, deviation / 5.0.squareRoot(), numbers[0], numbers[4], numbers[1], numbers[2],
            ]
            for (name, value) in zip(summary.header.dropFirst(3), expected) {
                #expect(abs(summary.numbers(name)[row] - value) < 1e-12, "\(name)")
            }
        }
        #expect(summary.count == 8)
    }

    @Test("A table is named where runs have several, and one that is not there is told with those that are")
    func names() throws {
        let place = try TemporaryDirectory()
        let scenario = walk.replacingOccurrences(of: "every: 1}", with: "every: 1}, {quantity: recovered, every: 3}")
        let sweep = try place.sweep("{replicates: 2}", scenario)
        _ = try sweep.carryOut()
        #expect(throws: SweepError.noTable(nil, tables: ["infected", "recovered"])) { try sweep.collected() }
        #expect(throws: SweepError.noTable("dead", tables: ["infected", "recovered"])) { try sweep.collected("dead") }
        #expect(try sweep.collected("recovered").split(separator: "\n").count == 5)
    }

    @Test("Runs that are not complete are left out and counted")
    func incomplete() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{replicates: 3}")
        _ = try sweep.carryOut()
        let name = try sweep.plan.run(1).name
        try FileManager.default.removeItem(atPath: place.path(of: "out/runs/\(name)/manifest.json"))
        let table = try SweepTable(of: sweep)
        #expect(table.completeCount == 2)
        #expect(try SweepResults(of: sweep).place(of: sweep.plan.run(1)) == .unfinished)
        #expect(try sweep.collected().split(separator: "\n").count == 9)
    }

    @Test("Fields with quotation marks, commas and ends of lines are put together as they are")
    func fields() {
        let line = Array("a,\"b \"\"c\"\", d\",\"e\nf\",\n".utf8)
        #expect(CSVRecords.fields(of: line[...]) == ["a", "b \"c\", d", "e\nf", ""])
        #expect(CSVRecords.records(of: (line + line)[...]).count == 2)
        #expect("b \"c\", d".asField == "\"b \"\"c\"\", d\"")
    }
}
