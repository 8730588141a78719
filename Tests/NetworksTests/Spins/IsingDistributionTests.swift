import Networks
import SimulationEngine
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// All algorithms against the Boltzmann distribution, by χ². Seeds are fixed; a correct program would fail each test with a
/// probability of 0.001. Samples are so many sweeps apart that they can be taken as independent.
@Suite struct IsingDistributionTests {
    enum Algorithm: CaseIterable {
        case metropolisRandom, metropolisSequential, metropolisCheckerboard
        case glauberRandom, glauberSequential, glauberCheckerboard, wolff

        func integrator(_ streams: RandomStreams) -> any Integrator<IsingModel> {
            switch self {
            case .metropolisRandom: SpinSweeps(.metropolis, order: .random, streams: streams)
            case .metropolisSequential: SpinSweeps(.metropolis, order: .sequential, streams: streams)
            case .metropolisCheckerboard: SpinSweeps(.metropolis, order: .checkerboard, streams: streams)
            case .glauberRandom: SpinSweeps(.glauber, order: .random, streams: streams)
            case .glauberSequential: SpinSweeps(.glauber, order: .sequential, streams: streams)
            case .glauberCheckerboard: SpinSweeps(.glauber, order: .checkerboard, streams: streams)
            case .wolff: WolffClusters(clustersPerSweep: 2, streams: streams)
            }
        }
    }

    /// The probabilities of what a function says of the states, by enumeration.
    private func probabilities(
        of model: IsingModel, classes: Int, _ classify: (IsingModel, _ state: Int) -> Int
    ) -> [Double] {
        var weights = [Double](repeating: 0, count: classes)
        for state in 0..<1 << model.nodeCount {
            for vertex in 0..<model.nodeCount { model.setNodeState(state >> vertex & 1 == 1 ? .up : .down, at: vertex) }
            weights[classify(model, state)] += exp(-model.totalEnergy / model.temperature)
        }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    private func state(of model: IsingModel) -> Int {
        (0..<model.nodeCount).reduce(0) { $0 | (model.nodeState(at: $1) == .up ? 1 << $1 : 0) }
    }

    private func expectBoltzmann(
        _ model: IsingModel, by algorithm: Algorithm, classes: Int, spacing: Int, samples: Int = 6000,
        seed: UInt64 = 12, _ classify: (IsingModel, _ state: Int) -> Int
    ) throws {
        let expected = probabilities(of: model, classes: classes, classify)
        let integrator = algorithm.integrator(try RandomStreams(seed: seed))
        var counts = [Int](repeating: 0, count: classes)
        for sample in 0..<samples {
            try integrator.advance(model, from: Double(sample * spacing), to: Double((sample + 1) * spacing))
            counts[classify(model, state(of: model))] += 1
        }
        #expect(agree(counts, expected))
    }

    private let up = [Spin](repeating: .up, count: 16)

    @Test("all states of a weighted bipartite graph in fields", arguments: Algorithm.allCases)
    func weighted(_ algorithm: Algorithm) throws {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 1), (1, 2, -0.5), (2, 3, 0.8), (0, 3, 0.3), (3, 4, 1.2)] {
            edges.append(source, target, weight: weight)
        }
        let model = try IsingModel(
            graph: Graph(vertexCount: 5, edges: edges), temperature: 2.5, coupling: 1.1, field: 0.2,
            localFields: [0.3, 0, -0.7, 0, 0.1], spins: Array(up.prefix(5)))
        try expectBoltzmann(model, by: algorithm, classes: 32, spacing: 10) { $1 }
    }

    @Test(
        "all states of a triangle with a tail, which has no checkerboard",
        arguments: Algorithm.allCases.filter { $0 != .metropolisCheckerboard && $0 != .glauberCheckerboard })
    func triangle(_ algorithm: Algorithm) throws {
        let model = try IsingModel(
            graph: Graph(vertexCount: 4, edges: [(0, 1), (0, 2), (1, 2), (2, 3)]), temperature: 3, coupling: -1,
            spins: Array(up.prefix(4)))
        try expectBoltzmann(model, by: algorithm, classes: 16, spacing: 10, seed: 100) { $1 }
    }

    /// 2⁻⁶⁴ steps of 512 bits are at work in the order of a checkerboard.
    @Test("energies and magnetisations of a torus of 4 x 4", arguments: Algorithm.allCases, [0, 0.15])
    func torus(_ algorithm: Algorithm, _ field: Double) throws {
        let model = try IsingModel(
            graph: .lattice(sides: [4, 4], periodic: true), temperature: 3.5, field: field, spins: up)
        try expectBoltzmann(model, by: algorithm, classes: 17 * 17, spacing: 12, samples: 2500) { _, state in
            Self.pairs[state] * 17 + state.nonzeroBitCount
        }
    }

    /// Half of the number of neighbours that point the same way, for each state of a torus of 4 x 4.
    private static let pairs = (0..<1 << 16).map { state -> Int in
        // Row y is bits 4 y to 4 y + 3.
        let right = state >> 1 & 0x7777 | state << 3 & 0x8888
        let above = state >> 4 | state << 12 & 0xF000
        return (32 - (state ^ right).nonzeroBitCount - (state ^ above).nonzeroBitCount) / 2
    }
}
