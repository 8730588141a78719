import Foundation
import Networks
import Particles
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Whatever is watched, and done about it, gives the same bytes whether the run is interrupted or not.
@Suite struct WatchingCheckpointTests {
    private typealias Watched = WatchedScenarios

    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let conditions = [
        "{when: {if: order-parameter > 0.85}}", "{crossing: {of: order-parameter, above: 0.8}}",
        "{converged: {mean-of: order-parameter, relative-error: 0.5}}",
    ]

    private func expectSame(_ text: String, seed: UInt64, set overrides: [String] = []) throws {
        let run = try InterruptedRun(lastStep: 60, seed: seed) { try folder.scenario(text, set: overrides) }
        #expect(try run.expectSameBytes() == [])
    }

    @Test("What is observed of networks", arguments: Watched.ofNetworks.indices, [1, 2])
    func networks(index: Int, seed: UInt64) throws {
        try expectSame(
            Watched.oscillators + "observe: [\(Watched.definition), \(Watched.ofNetworks[index].text)]\n", seed: seed)
    }

    @Test("What is observed of particles", arguments: Watched.ofParticles.indices)
    func particles(index: Int) throws {
        try expectSame(Watched.atoms + "observe: [\(Watched.ofParticles[index].text)]\n", seed: UInt64(index))
    }

    private static let ofEpidemics: [(kind: String, text: String)] = [
        ("causes", "{causes: all}"), ("causes", "{causes: all, format: json-lines}"), ("tree", "{tree: table}"),
        ("tree", "{tree: newick}"), ("tree", "{tree: graphml}"),
    ]

    @Test("What is observed of epidemics", arguments: ofEpidemics.indices, ["false", "true"])
    func epidemics(index: Int, isAligned: String) throws {
        try expectSame(
            """
            seed: 5
            graph: {barabasi-albert: {nodes: 40, edges-per-node: 2}}
            model: {sis: {infection: 0.8, recovery: 1, initial: {infected: 0.1}}}
            integrate: {method: event-driven, aligned: \(isAligned), step: 0.1, until: 4}
            intervene: [{when: {at: 1.5}, set: {nodes: [5, 9], compartment: infected}}]
            observe: [\(Self.ofEpidemics[index].text)]

            """, seed: UInt64(index))
    }

    @Test("No kind of observation is left out")
    func kinds() {
        let known = Set((Watched.ofNetworks + Watched.ofParticles + Self.ofEpidemics).map(\.kind))
        #expect(Set(Observations<KuramotoModel>.all.map(\.description.name)).isSubset(of: known))
    }

    @Test("Each intervention, by itself", arguments: Watched.interventions.indices, [1, 2])
    func intervention(index: Int, seed: UInt64) throws {
        try expectSame(
            Watched.oscillators + "intervene: [\(Watched.interventions[index].text)]\n"
                + "observe: [{nodes: all}, {interventions: all}]\n", seed: seed)
    }

    @Test(
        "Several drives of one number, and a drive of a node that has gone",
        arguments: [
            "[{when: {at: 1}, drive: {node: 0, field: phase, as: sin(time)}}, "
                + "{when: {at: 0.5}, drive: {node: 0, field: phase, as: 3 + time}}]",
            "[{when: {every: 1}, drive: {node: 0, field: phase, as: sin(time)}}, "
                + "{when: {at: 0.5}, drive: {node: 0, field: phase, as: 3 + time}}]",
            "[{when: {at: 0.2}, remove-nodes: [4]}, {when: {at: 0.4}, drive: {node: 4, field: phase, as: time}}]",
        ], [1, 2])
    func drives(interventions: String, seed: UInt64) throws {
        try expectSame(Watched.oscillators + "intervene: \(interventions)\nobserve: [{nodes: all}]\n", seed: seed)
    }

    @Test("No kind of intervention is left out")
    func actions() {
        let names = Interventions<KuramotoModel>.all.map(\.description.name)
        #expect(Set(names) == Set(Watched.interventions.map(\.action)))
    }

    @Test("Each way to stop", arguments: conditions)
    func stops(text: String) throws {
        try expectSame(
            Watched.oscillators + "stop: [\(text)]\nobserve: [{nodes: all}, {quantity: order-parameter, when: end}]\n",
            seed: 4)
    }

    @Test("Everything together, at several moments and by several methods", arguments: 1...4)
    func everything(seed: UInt64) throws {
        let methods = ["runge-kutta-4", "rkf45", "rk8pd"]
        let text = Watched.changingNetwork + "require: [{field: phase, within: [-1000, 1000]}]\n"
        let method = methods[Int(seed) % methods.count]
        try expectSame(text, seed: seed, set: ["integrate={method: \(method), step: 0.1, until: 4}"])
    }

    @Test("Checkpoints that the scenario asks for change nothing", arguments: ["last", "all"])
    func scheduled(kept: String) throws {
        try expectSame(
            Watched.oscillators + "observe: [{nodes: all}]\ncheckpoints: {every: {steps: 7}, keep: \(kept)}\n", seed: 1)
    }
}
