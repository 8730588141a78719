import Foundation
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// The block `rare`, whose event is sampled by branches of the scenario.
@Suite struct RareEventTests {
    private static let text = """
        graph: {erdos-renyi: {nodes: 12, probability: 0.8}}
        model: {sis: {infection: 0.1, recovery: 1, initial: {infected: 0.5}}}
        integrate: {method: event-driven, step: 1, until: 10}
        rare: {of: infected, from: 6, levels: [4, 2, 0], passages: 6, branches: 6, runs: 3}

        """

    @Test("the rate of a scenario is the same on any number of threads, and another one with another seed")
    func threads() throws {
        let folder = try ScenarioFolder()
        let rate = try folder.scenario(Self.text).rareEventRate(threads: 1).rate
        #expect(rate.probabilities.count == 2)
        #expect(rate.rate.value > 0)
        #expect(try folder.scenario(Self.text).rareEventRate(threads: 3).rate == rate)
        #expect(try folder.scenario("seed: 1\n" + Self.text).rareEventRate(threads: 1).rate != rate)
    }

    @Test("levels are placed where only the event is given, the same ones on any number of threads")
    func placedLevels() throws {
        let folder = try ScenarioFolder()
        let text = Self.text.replacingOccurrences(of: "levels: [4, 2, 0]", with: "to: 0")
            .replacingOccurrences(of: "infection: 0.1", with: "infection: 0.2")
            .replacingOccurrences(of: "branches: 6", with: "branches: 20")
        let (flux, rate) = try folder.scenario(text).rareEventRate(threads: 1)
        #expect(flux.levels.count > 1)
        #expect(flux.levels.last == 0)
        #expect(rate.rate.value > 0)
        let other = try folder.scenario(text).rareEventRate(threads: 3)
        #expect(other.flux == flux && other.rate == rate)
        for levels in ["levels: [2, 0], to: 0", "passages: 6"] {
            #expect(throws: ScenarioError.self) {
                try folder.scenario(Self.text.replacingOccurrences(of: "levels: [4, 2, 0]", with: levels))
            }
        }
    }

    @Test("another luck leaves the graph and the initial state as they are, and changes what happens")
    func luck() throws {
        let folder = try ScenarioFolder()
        let text = Self.text + "observe: [{nodes: all, every: 1}, {graph-file: edge-list, when: start, name: graph}]\n"
        func run(_ luck: UInt32?) throws -> (beginning: ArraySlice<String>, end: String, graph: String) {
            let scenario = try Scenario(
                Document(SourceText(name: "rare", text: text)), named: "rare", in: "", luck: luck)
            let results = try ResultDirectory(creatingIn: folder.directory.path(of: "runs"), name: "run")
            try scenario.run(in: results)
            let tables = ScenarioFolder.Results(path: results.path)
            let rows = try tables.text("nodes.csv").split(separator: "\n").map(String.init)
            return (rows.prefix(13), rows.joined(), try tables.text("graph.csv"))
        }
        let (usual, other) = (try run(nil), try run(1))
        #expect(other.beginning == usual.beginning)
        #expect(other.graph == usual.graph)
        #expect(other.end != usual.end)
    }

    @Test("what has no block, has interventions, or has levels that lead nowhere is refused")
    func refusals() throws {
        let folder = try ScenarioFolder()
        let lines = Self.text.split(separator: "\n")
        #expect(throws: RareEventScenarioError.noBlock) {
            try folder.scenario(lines.dropLast().joined(separator: "\n") + "\n").rareEventRate(threads: 1)
        }
        #expect(throws: RareEventScenarioError.interventions) {
            try folder.scenario(Self.text + "intervene: [{remove-nodes: [0]}]\n").rareEventRate(threads: 1)
        }
        #expect(throws: ScenarioError.self) {
            try folder.scenario(Self.text.replacingOccurrences(of: "[4, 2, 0]", with: "[4, 4]"))
        }
    }
}
