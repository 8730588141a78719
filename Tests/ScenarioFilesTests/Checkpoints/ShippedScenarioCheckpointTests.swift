import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles

/// Each scenario that is shipped gives the same bytes whether it is interrupted or not.
@Suite struct ShippedScenarioCheckpointTests {
    private static let folder = packageFolder + "/Scenarios"

    /// All of them.
    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()

    /// What makes scenarios small, or has what they watch begin early, where a debug build would take long.
    private static let changes: [String: [String]] = [
        "argon": [
            "particles.lattice.fcc.cells=4", "interactions.0.lennard-jones.cutoff=2",
            "observe.0.every=0.01", "observe.1.when={every: 0.005, from: 0.02}",
            "observe.2={radial-distribution: {maximum: 3, bins: 50}, when: {every: 0.01, from: 0.02}}",
            "observe.3={structure-factor: {maximum: 6}, when: {every: 0.02, from: 0.02}}",
            "observe.4={diffusion: {lags: [0.01, 0.05]}, when: {every: 0.005, from: 0.02}}",
            "observe.5.when={every: 0.005, from: 0.02}", "observe.6.when={every: 0.005, from: 0.02}",
        ],
        "caesium-chloride": ["particles.lattice.bcc.cells=6", "interactions.0.coulomb.cutoff=2.5"],
        "cloth": ["observe.0.every=0.1"],
        "epidemic": ["graph.barabasi-albert.nodes=2000"],
        "galaxy": ["particles.disc.count=300", "observe.0.every=0.05", "observe.1.every=0.1"],
        "ising": ["graph.lattice.sides=[16, 16]", "observe.0.every=3"],
        "kuramoto-transition": [
            "graph.isolated.nodes=200", "intervene.0.when.at=0.5", "intervene.1.when.at=1", "intervene.2.when.at=1.5",
        ],
        "lennard-jones-melt": [
            "particles.lattice.fcc.cells=4", "interactions.0.lennard-jones.cutoff=2", "observe.0.every=0.01",
        ],
        "opinion-clusters": ["graph.complete.nodes=80"],
        "plummer-collapse": ["particles.plummer.count=100", "observe.1.every=0.05"],
        "polymer": ["observe.0.every=0.1", "observe.1.every=0.03"],
        "potts": ["graph.lattice.sides=[12, 12]", "observe.1.when={every: 1, from: 3}"],
        "random-walks": ["model.random-walks.walkers=500", "observe.0.every=1"],
        "segregation": ["graph.moore-lattice.sides=[20, 20]"],
        "turing-pattern": ["graph.lattice.sides=[12, 12]", "observe.0.every=0.01", "observe.1.when.at=[0.05, 0.1]"],
        "vicsek-transition": [
            "particles.random.count=100", "intervene.0.when.every=10", "observe.0.every=3",
            "observe.1.when={every: 1, from: 5, until: 25}",
        ],
        "watts-cascade": ["graph.erdos-renyi={nodes: 500, probability: 0.008}"],
    ]

    private static func scenario(_ name: String, _ changes: [String]) throws(ScenarioError) -> Scenario {
        try Scenario(contentsOf: "\(folder)/\(name).yml", overrides: changes.map { Override($0) })
    }

    @Test(arguments: names, [1, 2])
    func sameBytes(name: String, threads: Int) throws {
        let changes = (Self.changes[name] ?? []) + (threads == 1 ? [] : ["threads=\(threads)"])
        // Not all models of particles have threads.
        if threads > 1, (try? Self.scenario(name, changes)) == nil { return }
        let seed = name.utf8.reduce(UInt64(threads)) { $0 &* 31 &+ UInt64($1) }
        let run = try InterruptedRun(seed: seed) {
            try Self.scenario(name, changes)
        }
        #expect(try run.expectSameBytes() == [])
    }

    @Test("The changes are those of scenarios that there are")
    func changesAreUsed() {
        #expect(Self.names.count >= 20)
        #expect(Set(Self.changes.keys).isSubset(of: Self.names))
    }
}
