import Foundation

/// The scenarios that come with the package.
public enum ShippedScenarios {
    /// The folder in which they lie.
    public static let folder = packageFolder + "/Scenarios"

    /// The names of all of them.
    public static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()

    /// The file of one of them.
    public static func path(of name: String) -> String { "\(folder)/\(name).yml" }

    /// The overrides that make one of them small, or have what it watches begin early, where a debug build would take long.
    public static func smaller(_ name: String) -> [String] { changes[name] ?? [] }

    /// The names of those that are made smaller.
    public static var namesOfChanged: Set<String> { Set(changes.keys) }

    private static let changes: [String: [String]] = [
        "adaptive-sis": ["graph.erdos-renyi={nodes: 200, edges: 1000}", "integrate.until=2"],
        "adaptive-voter": ["graph.erdos-renyi={nodes: 200, edges: 400}", "integrate.until=20"],
        "argon": [
            "particles.lattice.fcc.cells=3", "interactions.0.lennard-jones.cutoff=2",
            "observe.0.every=0.01", "observe.1.when={every: 0.005, from: 0.02}",
            "observe.2={radial-distribution: {maximum: 2.5, bins: 50}, when: {every: 0.02, from: 0.02}}",
            "observe.3={structure-factor: {maximum: 4}, when: {every: 0.02, from: 0.02}}",
            "observe.4={diffusion: {lags: [0.01, 0.05]}, when: {every: 0.005, from: 0.02}}",
            "observe.5.when={every: 0.005, from: 0.02}", "observe.6.when={every: 0.005, from: 0.02}",
        ],
        "binder-cumulants": ["observe.0.when.from=8", "observe.1.when.from=8"],
        "caesium-chloride": ["particles.lattice.bcc.cells=6", "interactions.0.coulomb.cutoff=2.5"],
        "cloth": ["observe.0.every=0.1"],
        "epidemic": ["graph.barabasi-albert.nodes=2000"],
        "epidemic-threshold": ["graph.erdos-renyi={nodes: 1000, edges: 2000}", "observe.0.every=3"],
        "fixed-recovery": ["graph.erdos-renyi={nodes: 1000, edges: 3000}", "observe.0.every=0.5"],
        "galaxy": ["particles.disc.count=300", "observe.0.every=0.05", "observe.1.every=0.1"],
        "gaussian-core": ["particles.lattice.fcc.cells=4", "interactions.0.pair.cutoff=2", "observe.0.every=0.1"],
        "ising": ["graph.lattice.sides=[16, 16]", "observe.0.every=3"],
        "kuramoto-sizes": ["observe.0.when={every: 0.05, from: 0.5}"],
        "kuramoto-transition": [
            "graph.isolated.nodes=200", "intervene.0.when.at=0.5", "intervene.1.when.at=1", "intervene.2.when.at=1.2",
        ],
        "lennard-jones-melt": [
            "particles.lattice.fcc.cells=3", "interactions.0.lennard-jones.cutoff=2", "observe.0.every=0.01",
        ],
        "opinion-clusters": ["graph.complete.nodes=80"],
        "plummer-collapse": ["particles.plummer.count=100", "observe.1.every=0.05"],
        "polymer": ["observe.0.every=0.1", "observe.1.every=0.03"],
        "potts": ["graph.lattice.sides=[12, 12]", "observe.1.when={every: 1, from: 3}"],
        "random-walks": ["model.random-walks.walkers=500", "observe.0.every=1"],
        "segregation": ["graph.moore-lattice.sides=[20, 20]"],
        "turing-pattern": ["graph.lattice.sides=[12, 12]", "observe.0.every=0.01", "observe.1.when.at=[0.05, 0.1]"],
        "vicsek-noise": ["observe.0.when={every: 1, from: 5}"],
        "vicsek-transition": [
            "particles.random.count=100", "intervene.0.when.every=10", "observe.0.every=3",
            "observe.1.when={every: 1, from: 5, until: 25}",
        ],
        "watts-cascade": ["graph.erdos-renyi={nodes: 500, probability: 0.008}"],
    ]
}
