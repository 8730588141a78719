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

    /// Oscillators that follow their equations from phases at random, so that random numbers that are the same do the same.
    private static let phases = """
        seed: 3
        graph: {complete: {nodes: 6}}
        model: {kuramoto: {coupling: 0.5, frequency: {normal: {mean: 0, deviation: 1}}, phase: {uniform: [0, 6]}}}
        integrate: {method: runge-kutta-4, step: 0.1, until: 2}
        observe: [{quantity: order-parameter, every: 1}]
        """

    /// A summary of a sweep over two keys, and the table of all its runs.
    private func summary(_ block: String, in directory: String) throws -> (all: CSVColumns, summary: CSVColumns) {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep(
            "{vary: {model.kuramoto.coupling: [0.5, 0.6, 0.8], graph.complete.nodes: [6, 7]}, replicates: 12, \(block)}",
            Self.phases, in: directory)
        #expect(try sweep.carryOut().isComplete)
        return (
            try CSVColumns(contentsOf: place.write(sweep.collected(), to: "all.csv")),
            try CSVColumns(contentsOf: place.write(sweep.collected(summarised: true), to: "summary.csv"))
        )
    }

    @Test(
        "Points that share random numbers are compared by replicates, with the first one or with one that is named",
        arguments: [("", 0.5, 6.0), (", summarise: {reference: {model.kuramoto.coupling: 0.60}}", 0.6, nil)])
    func differences(reference: String, coupling: Double, nodes: Double?) throws {
        let (all, summary) = try summary("seeds: common" + reference, in: "out")
        #expect(
            summary.header.suffix(4)
                == ["mean", "error", "difference", "difference-error"].map { "order-parameter-\($0)" })
        let (couplings, sizes) = (all.numbers("model.kuramoto.coupling"), all.numbers("graph.complete.nodes"))
        let numbers = { (coupling: Double, size: Double, time: Double) in
            let rows = couplings.indices.filter {
                couplings[$0] == coupling && sizes[$0] == size && all.numbers("time")[$0] == time
            }
            return rows.map { all.numbers("order-parameter")[$0] }
        }
        #expect(summary.count == 18)
        for row in 0..<summary.count {
            let size = summary.numbers("graph.complete.nodes")[row]
            let time = summary.numbers("time")[row]
            let here = numbers(summary.numbers("model.kuramoto.coupling")[row], size, time)
            let there = numbers(coupling, nodes ?? size, time)
            #expect(here.count == 12 && there.count == 12)
            let differences = zip(here, there).map { $0 - $1 }
            let mean = differences.reduce(0, +) / 12
            let error = (differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 11 / 12).squareRoot()
            #expect(abs(summary.numbers("order-parameter-difference")[row] - mean) < 1e-14)
            #expect(abs(summary.numbers("order-parameter-difference-error")[row] - error) < 1e-14)
        }
    }

    @Test("Common random numbers make differences sharper than independent ones")
    func sharperDifferences() throws {
        let reference = ", summarise: {reference: {model.kuramoto.coupling: 0.5}}"
        let error = { (seeds: String) in
            let table = try summary("seeds: \(seeds)" + reference, in: seeds).summary
            let row = table.numbers("time").indices.first {
                table.numbers("time")[$0] == 1 && table.numbers("model.kuramoto.coupling")[$0] == 0.6
            }
            return table.numbers("order-parameter-difference-error")[try #require(row)]
        }
        // Of twelve replicates; a coupling that is larger by a fifth does much less than other phases and frequencies.
        #expect(try error("common") < 0.5 * error("independent"))
    }

    @Test("A reference that is no point is refused")
    func noReference() throws {
        let block = "{vary: {model.sir.infection: [0.5, 2]}, summarise: {reference: {model.sir.infection: 3}}}"
        #expect(throws: SweepError.noReference(["model.sir.infection=3"])) { try TemporaryDirectory().sweep(block) }
    }

    @Test("Histograms are merged by the sums of their counts")
    func histograms() throws {
        let place = try TemporaryDirectory()
        let scenario = walk.replacingOccurrences(
            of: "observe: [{quantity: infected, every: 1}]",
            with: "observe: [{statistics: {of: infected, histogram: {range: [0, 40], bins: 4}}, when: {every: 1}}]")
        let sweep = try place.sweep("{replicates: 5, summarise: {statistics: [sum]}}", scenario)
        #expect(try sweep.carryOut().isComplete)
        let table = try #require(
            try SweepResults(of: sweep).files(of: sweep.plan.run(0)).first { $0.contains("-histogram") })
        let all = try CSVColumns(contentsOf: place.write(sweep.collected(table), to: "all.csv"))
        let merged = try CSVColumns(
            contentsOf: place.write(sweep.collected(table, summarised: true), to: "summary.csv"))
        #expect(merged.numbers("from") == [0, 10, 20, 30])
        for (bin, from) in merged.numbers("from").enumerated() {
            let rows = all.numbers("from").indices.filter { all.numbers("from")[$0] == from }
            #expect(merged.numbers("count-sum")[bin] == rows.reduce(0) { $0 + all.numbers("count")[$1] })
        }
        let sum = merged.numbers("count-sum").reduce(0, +)
        #expect(sum == 5 * 4)
    }

    @Test("Runs whose table has another name are left out and counted")
    func otherNames() throws {
        let place = try TemporaryDirectory()
        let sweep = try place.sweep("{vary: {observe.0.name: [a, b]}, replicates: 2}")
        #expect(try sweep.carryOut().isComplete)
        let table = try SweepTable(of: sweep, named: "b")
        #expect(table.completeCount == 4 && table.lackingCount == 2)
        #expect(try sweep.collected("b").split(separator: "\n").count == 9)
        #expect(throws: SweepError.noTable(nil, tables: ["a", "b"])) { try sweep.collected() }
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
