import Foundation
import Networks
import Particles
import TestSupport
import Testing

@testable import ScenarioFiles

/// Whatever is watched, and done about it, gives the same bytes whether the run is interrupted or not.
@Suite struct WatchingCheckpointTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let oscillators = """
        seed: 5
        graph: {erdos-renyi: {nodes: 12, probability: 0.4}}
        model: {kuramoto: {coupling: 1.5, frequency: {normal: {mean: 0, deviation: 1}}}}
        integrate: {method: runge-kutta-4, step: 0.1, until: 4}

        """

    private static let atoms = """
        seed: 5
        box: periodic
        particles: {lattice: {fcc: {cells: 3, density: 0.8}}, temperature: 1.5}
        interactions: [{lennard-jones: {cutoff: 1.8, skin: 0.2}}]
        integrate: {method: leapfrog, step: 0.004, until: 0.16}

        """

    /// Items of `observe:`, by their kinds.
    private static let ofNetworks: [(kind: String, text: String)] = [
        ("nodes", "{nodes: all}"),
        ("nodes", "{nodes: {where: phase > 3}, fields: [phase], every: 0.2, format: json-lines}"),
        ("nodes", "{nodes: [0, 3], ring: {last: 5, when: {at: [2, 3.5]}}}"),
        ("nodes", "{nodes: all, ring: {last: 3, crossing: {of: order-parameter, level: 0.8}}}"),
        ("quantity", "{quantity: order-parameter, when: {any: [{changed: {of: order-parameter, by: 0.03}}, end]}}"),
        (
            "quantity",
            "{quantity: {name: spread, quantiles: {of: phase, fractions: [0.1, 0.9]}}, when: {not: {every: 0.3}}}"
        ),
        ("quantities", "{quantities: [order-parameter, total], when: {logarithmic: {from: 0.2}}}"),
        ("statistics", "{statistics: {of: order-parameter}}"),
        (
            "statistics",
            """
            {statistics: {of: order-parameter, quantiles: [0.1, 0.5], histogram: {range: [0, 1], bins: 7}, \
            autocorrelation: {points: 4}, spectrum: {segment: 8}}, every: 0.1}
            """
        ),
        ("displacement", "{displacement: {of: phase, points: 4}}"),
        ("correlation", "{correlation: {of: phase, nodes: [1, 2], points: 4}}"),
        ("changes", "{changes: {nodes: {where: phase > 3}}}"),
        ("changes", "{changes: {nodes: all, memberships-only: true}}"),
        ("crossing", "{crossing: {of: order-parameter, level: 0.8, hysteresis: 0.01}}"),
        ("crossing", "{crossing: {of: {field: phase}, above: 3}}"),
        ("first-passages", "{first-passages: {of: phase, above: 4}}"),
        ("interventions", "{interventions: all}"),
        ("population", "{population: all}"),
        ("edges", "{edges: all}"),
        ("edges", "{edges: [[0, 1]]}"),
        ("graph", "{graph: [size, components, clustering, degree-distribution], every: 0.5}"),
        ("graph", "{graph: [degree-distribution, size]}"),
        ("graph-file", "{graph-file: graphml, every: 0.5}"),
        ("graph-file", "{graph-file: edge-list, gzip: true, when: end}"),
    ]

    private static let ofParticles: [(kind: String, text: String)] = [
        ("nodes", "{nodes: all, fields: [position], format: xyz, every: 0.008}"),
        ("radial-distribution", "{radial-distribution: {maximum: 2, bins: 20}}"),
        ("structure-factor", "{structure-factor: {maximum: 5}}"),
        ("structure-factor", "{structure-factor: {maximum: 5, method: direct}, every: 0.008}"),
        ("diffusion", "{diffusion: {lags: [0.02, 0.06]}}"),
        ("displacement", "{displacement: {of: position}}"),
        ("correlation", "{correlation: {of: velocity}}"),
    ]

    /// Items of `intervene:`, by what they do.
    private static let interventions: [(action: String, text: String)] = [
        ("set", "{when: {at: 1}, set: {nodes: {where: phase > 3}, phase: phase / 2}}"),
        ("kick", "{when: {every: 0.7}, kick: {node: 2, phase: 0.5}}"),
        ("kick", "{crossing: {of: order-parameter, above: 0.7}, once: true, kick: {nodes: [1, 2, 3], phase: 1}}"),
        ("parameter", "{when: {at: [1, 2]}, parameter: {coupling: 2 + order-parameter}}"),
        ("pin", "{when: {at: 0.5}, pin: {nodes: {where: phase > 3}}, release: {at: 3}}"),
        ("pin", "{when: {every: 1}, pin: {nodes: [1, 2], fields: [phase]}}"),
        ("drive", "{drive: {node: 0, field: phase, as: sin(2 * time)}, release: {at: 2.5}}"),
        ("drive", "{when: {at: 1.5}, drive: {node: 1, field: phase, as: time^2}}"),
        ("add-node", "{when: {at: 1}, add-node: {like: 3, phase: 0.5}}"),
        ("remove-nodes", "{when: {at: 2}, remove-nodes: [4, 5]}"),
        ("set-edge", "{when: {at: 0.5}, set-edge: {from: 0, to: 7}}"),
        ("remove-edge", "{when: {at: 1.5}, remove-edge: {from: 0, to: 7}}"),
    ]

    private static let conditions = [
        "{when: {if: order-parameter > 0.85}}", "{crossing: {of: order-parameter, above: 0.8}}",
        "{converged: {mean-of: order-parameter, relative-error: 0.5}}",
    ]

    private func expectSame(_ text: String, seed: UInt64, set overrides: [String] = []) throws {
        let run = try InterruptedRun(lastStep: 60, seed: seed) { try folder.scenario(text, set: overrides) }
        #expect(try run.expectSameBytes() == [])
    }

    private static let definition = "{quantity: {name: total, sum: phase}, when: end}"

    @Test("What is observed of networks", arguments: ofNetworks.indices, [1, 2])
    func networks(index: Int, seed: UInt64) throws {
        try expectSame(
            Self.oscillators + "observe: [\(Self.definition), \(Self.ofNetworks[index].text)]\n", seed: seed)
    }

    @Test("What is observed of particles", arguments: ofParticles.indices)
    func particles(index: Int) throws {
        try expectSame(Self.atoms + "observe: [\(Self.ofParticles[index].text)]\n", seed: UInt64(index))
    }

    @Test("No kind of observation is left out")
    func kinds() {
        let known = Set((Self.ofNetworks + Self.ofParticles).map(\.kind))
        #expect(Set(ObservationReader<KuramotoModel>.kinds).isSubset(of: known))
        #expect(Set(ObservationReader<ParticleSystem>.kinds).isSubset(of: known))
    }

    @Test("Each intervention, by itself", arguments: interventions.indices, [1, 2, 3])
    func intervention(index: Int, seed: UInt64) throws {
        try expectSame(
            Self.oscillators + "intervene: [\(Self.interventions[index].text)]\n"
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
        ], [1, 2, 3])
    func drives(interventions: String, seed: UInt64) throws {
        try expectSame(Self.oscillators + "intervene: \(interventions)\nobserve: [{nodes: all}]\n", seed: seed)
    }

    @Test("No kind of intervention is left out")
    func actions() {
        #expect(Set(InterventionReader<KuramotoModel>.actions) == Set(Self.interventions.map(\.action)))
    }

    @Test("Each way to stop", arguments: conditions)
    func stops(text: String) throws {
        try expectSame(
            Self.oscillators + "stop: [\(text)]\nobserve: [{nodes: all}, {quantity: order-parameter, when: end}]\n",
            seed: 4)
    }

    @Test("Everything together, at several moments and by several methods", arguments: 1...6)
    func everything(seed: UInt64) throws {
        let methods = ["runge-kutta-4", "rkf45", "rk8pd"]
        let observations = Self.ofNetworks.filter { !["displacement", "correlation"].contains($0.kind) }.map(\.text)
        let text =
            Self.oscillators + "observe:\n" + ([Self.definition] + observations).map { "  - \($0)\n" }.joined()
            + "intervene:\n" + Self.interventions.map { "  - \($0.text)\n" }.joined()
            + "require: [{field: phase, within: [-1000, 1000]}]\n"
        let method = methods[Int(seed) % methods.count]
        try expectSame(text, seed: seed, set: ["integrate={method: \(method), step: 0.1, until: 4}"])
    }

    @Test("Checkpoints that the scenario asks for change nothing", arguments: ["last", "all"])
    func scheduled(kept: String) throws {
        try expectSame(
            Self.oscillators + "observe: [{nodes: all}]\ncheckpoints: {every: {steps: 7}, keep: \(kept)}\n", seed: 1)
    }
}
