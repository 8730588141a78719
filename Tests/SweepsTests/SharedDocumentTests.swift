import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

/// Runs of a sweep, whose texts are parsed once as far as they are the same, beside the same scenarios alone.
@Suite struct SharedDocumentTests {
    private let scenario = walk.replacingOccurrences(
        of: "every: 1}]", with: "every: 1}, {nodes: all, name: nodes}, {quantities: [infected, recovered / 2]}]")

    /// Numbers, one of which what is left out depends on, names, and what is no word.
    private let factors = [
        ("integrate.step", ["1", "0.5", "0.25"]), ("model.sir.infection", ["0.5", "1e-3", "2"]),
        ("name", ["a-b", "'x: y'", "'2'"]), ("observe.1.nodes", ["all", "[0, 3]"]),
    ]

    private func block(_ store: String, reversed: Bool = false) -> String {
        let keys = factors.map { "\($0): [\((reversed ? $1.reversed() : $1).joined(separator: ", "))]" }
        return "{vary: {\(keys.joined(separator: ", "))}, store: \(store)}"
    }

    private func files(of run: SweepRun, _ results: SweepResults) throws -> [String: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: results.files(of: run).map { ($0, try results.bytes(of: $0, run)) })
    }

    @Test("Each has the bytes that it has alone, whatever is run before", arguments: ["packed", "directories"])
    func bytes(store: String) throws {
        let place = try TemporaryDirectory()
        let there = try place.sweep(block(store), scenario, in: "there")
        let back = try place.sweep(block(store, reversed: true), scenario, in: "back")
        var options = SweepOptions()
        options.jobs = 2
        #expect(try there.carryOut().isComplete && back.carryOut(options).isComplete)
        for index in 0..<there.plan.runCount {
            let run = try there.plan.run(index)
            let alone = try ResultDirectory(creating: place.path(of: run.name))
            try Scenario(SourceText(name: "alone", text: run.text), named: there.name, in: "").run(in: alone)
            let names = try FileManager.default.contentsOfDirectory(atPath: alone.path)
            let expected = try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, Array(try Data(contentsOf: URL(fileURLWithPath: alone.path(of: $0)))))
                })
            #expect(expected.count == 5)
            #expect(try files(of: run, SweepResults(of: there)) == expected)
            #expect(try files(of: run, SweepResults(of: back)) == expected)
        }
    }

    @Test("What is wrong with a run is told at its place in its own text")
    func places() throws {
        let observed = walk.replacingOccurrences(of: "every: 1}]", with: "every: 1}, {nodes: [0, 3]}]")
        let sweep = try TemporaryDirectory().sweep(
            "{vary: {observe.1.nodes.0: [0, 17], observe.1.nodes.1: [3, 99]}, store: packed}", observed)
        #expect(try sweep.carryOut().failed == 2)
        for run in try (0..<4).map(sweep.plan.run) where run.values[1] == "99" {
            let name = "\(sweep.path)/runs/\(run.name)/scenario.yml"
            let error = #expect(throws: ScenarioError.self) {
                _ = try Scenario(SourceText(name: name, text: run.text), named: sweep.name, in: "")
            }
            #expect(SweepDirectory(path: sweep.path).failure(of: run) == error?.description)
        }
    }
}
