import Networks
import SimulationEngine
import TestSupport
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
            case .wolff: WolffClusters(clusters: 2, streams: streams)
            }
        }
    }

    /// The probabilities of all states.
    private func probabilities(of model: IsingModel) -> [Double] {
        normalized(
            (0..<1 << model.nodeCount).map { state in
                for vertex in 0..<model.nodeCount {
                    model.setNodeState(state >> vertex & 1 == 1 ? .up : .down, at: vertex)
                }
                return exp(-model.totalEnergy / model.temperature)
            })
    }

    private func normalized(_ weights: [Double]) -> [Double] {
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    private func state(of model: IsingModel) -> Int {
        (0..<model.nodeCount).reduce(0) { $0 | (model.nodeState(at: $1) == .up ? 1 << $1 : 0) }
    }

    private func expectBoltzmann(
        _ model: IsingModel, by algorithm: Algorithm, with expected: [Double], spacing: Int, samples: Int = 2500,
        seed: UInt64 = 12, _ classify: (_ state: Int) -> Int = { $0 }
    ) throws {
        let integrator = algorithm.integrator(try RandomStreams(seed: seed))
        var counts = [Int](repeating: 0, count: expected.count)
        for sample in 0..<samples {
            try integrator.advance(model, from: Double(sample * spacing), to: Double((sample + 1) * spacing))
            counts[classify(state(of: model))] += 1
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
        try expectBoltzmann(model, by: algorithm, with: probabilities(of: model), spacing: 10)
    }

    @Test(
        "all states of a triangle with a tail, which has no checkerboard",
        arguments: Algorithm.allCases.filter { $0 != .metropolisCheckerboard && $0 != .glauberCheckerboard })
    func triangle(_ algorithm: Algorithm) throws {
        let model = try IsingModel(
            graph: Graph(vertexCount: 4, edges: [(0, 1), (0, 2), (1, 2), (2, 3)]), temperature: 3, coupling: -1,
            spins: Array(up.prefix(4)))
        try expectBoltzmann(model, by: algorithm, with: probabilities(of: model), spacing: 10, seed: 100)
    }

    /// 2⁻⁶⁴ steps of 512 bits are at work in the order of a checkerboard.
    @Test("energies and magnetisations of a torus of 4 x 4", arguments: Algorithm.allCases, [0, 0.15])
    func torus(_ algorithm: Algorithm, _ field: Double) throws {
        let model = try IsingModel(
            graph: .lattice(sides: [4, 4], periodic: true), temperature: 3.5, field: field, spins: up)
        // Of 32 neighbours those that agree have the energy −1, and the others 1.
        let weights = Self.counts.enumerated().map { index, count -> Double in
            let (pairs, up) = (Double(index / 17), Double(index % 17))
            let energy = 32 - 4 * pairs - field * (2 * up - 16)
            return Double(count) * exp(-energy / 3.5)
        }
        try expectBoltzmann(model, by: algorithm, with: normalized(weights), spacing: 12, samples: 1500) { state in
            Self.number(of: state)
        }
    }

    /// How many states of a torus of 4 x 4 have the same numbers of pairs that agree and of spins that point upwards.
    private static let counts = (0..<1 << 16).reduce(into: [Int](repeating: 0, count: 17 * 17)) { counts, state in
        counts[number(of: state)] += 1
    }

    /// Half of the number of neighbours that point the same way, times 17, plus the number of spins that point upwards.
    private static func number(of state: Int) -> Int {
        // Row y is bits 4 y to 4 y + 3.
        let right = state >> 1 & 0x7777 | state << 3 & 0x8888
        let above = state >> 4 | state << 12 & 0xF000
        let pairs = (32 - (state ^ right).nonzeroBitCount - (state ^ above).nonzeroBitCount) / 2
        return pairs * 17 + state.nonzeroBitCount
    }
}
