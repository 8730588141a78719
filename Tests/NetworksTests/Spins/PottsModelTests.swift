import Networks
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Potts spins against the Boltzmann distribution, by χ². Seeds are fixed; a correct program would fail each statistical test
/// with a probability of 0.001.
@Suite struct PottsModelTests {
    enum Algorithm: CaseIterable { case metropolis, sequentialMetropolis, heatBath, clusters }

    private func integrator(_ algorithm: Algorithm) throws -> any Integrator<PottsModel> {
        let streams = try RandomStreams(seed: 31)
        return switch algorithm {
        case .metropolis, .heatBath: RuleSweeps(streams: streams)
        case .sequentialMetropolis: RuleSweeps(order: .sequential, streams: streams)
        case .clusters: PottsClusters(clusters: 2, streams: streams)
        }
    }

    /// A triangle with a tail, with weights.
    private func model(_ algorithm: Algorithm = .metropolis, coupling: Double = 1.2) throws -> PottsModel {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 1), (0, 2, 0.4), (1, 2, 0.7), (2, 3, 1.3)] {
            edges.append(source, target, weight: weight)
        }
        return try PottsModel(
            graph: Graph(vertexCount: 4, edges: edges), values: 3, temperature: 0.9, coupling: coupling,
            rule: algorithm == .heatBath ? .heatBath : .metropolis, spins: [0, 1, 2, 0])
    }

    private func expectBoltzmann(_ model: PottsModel, _ algorithm: Algorithm) throws {
        var weights: [Double] = []
        for state in 0..<81 {
            for (vertex, divisor) in [1, 3, 9, 27].enumerated() {
                model.setNodeState(UInt8(state / divisor % 3), at: vertex)
            }
            weights.append(exp(-model.totalEnergy / model.temperature))
        }
        let sum = weights.reduce(0, +)
        let integrator = try integrator(algorithm)
        var counts = [Int](repeating: 0, count: 81)
        for sample in 0..<2500 {
            try integrator.advance(model, from: Double(12 * sample), to: Double(12 * sample + 12))
            counts[zip([1, 3, 9, 27], model.states.elements).reduce(0) { $0 + $1.0 * Int($1.1) }] += 1
        }
        #expect(agree(counts, weights.map { $0 / sum }))
    }

    @Test("all states of three values, by all algorithms", arguments: Algorithm.allCases)
    func states(_ algorithm: Algorithm) throws {
        try expectBoltzmann(model(algorithm), algorithm)
    }

    @Test("all states where neighbours repel each other", arguments: [Algorithm.metropolis, .heatBath])
    func repulsion(_ algorithm: Algorithm) throws {
        try expectBoltzmann(model(algorithm, coupling: -0.8), algorithm)
    }

    /// Two values are Ising spins of half the coupling: the same critical temperature, and at it the same energy but for a
    /// constant, −(1 + 1/√2) per spin on the infinite lattice.
    @Test("two values are the Ising model")
    func ising() throws {
        #expect(abs(2 * PottsModel.criticalTemperature(values: 2) - IsingModel.criticalTemperature) < 1e-12)
        let side = 8
        let model = try PottsModel(
            graph: .lattice(sides: [side, side], periodic: true), values: 2,
            temperature: PottsModel.criticalTemperature(values: 2), spins: [UInt8](repeating: 0, count: side * side)
        )
        let integrator = try integrator(.clusters)
        var parts = [Double](repeating: 0, count: 20)
        for sample in 0..<2000 {
            try integrator.advance(model, from: Double(sample), to: Double(sample + 1))
            parts[sample / 100] += model.totalEnergy / Double(side * side) / 100
        }
        let mean = parts.reduce(0, +) / 20
        let variance = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19
        let exact = FiniteIsing(width: side, height: side).energy(temperature: IsingModel.criticalTemperature)
        // δ = (1 + s s') / 2, two edges a spin. Chance exceeds four standard errors with a probability of 0.0008.
        #expect(abs(mean - (exact / 2 - 1)) < 4 * (variance / 20).squareRoot())
    }

    @Test("at temperature 0 the energy never rises", arguments: PottsModel.Rule.allCases)
    func zeroTemperature(rule: PottsModel.Rule) throws {
        let streams = try RandomStreams(seed: 8)
        var random = streams.words(for: .initialState)
        let model = try PottsModel(
            graph: .lattice(sides: [12, 12], periodic: true), values: 4, temperature: 0, rule: rule,
            spins: (0..<144).map { _ in UInt8(random.below(4)) })
        let simulation = try Simulation(model, integrator: RuleSweeps(streams: streams), step: 1)
        var energy = simulation.quantities.energy.value
        for time in 1...20 {
            try simulation.run(until: Double(time))
            #expect(simulation.quantities.energy.value <= energy)
            energy = simulation.quantities.energy.value
        }
        #expect(energy < -1.3)
        #expect(simulation.quantities.magnetisation.value <= 1)
    }

    @Test("what cannot be is told")
    func errors() throws {
        #expect(throws: MonteCarloError.outOfRange("a state", value: 2, lowest: 0, greatest: 1)) {
            try PottsModel(graph: .path(nodes: 2), values: 2, temperature: 1, spins: [0, 2])
        }
        #expect(throws: MonteCarloError.outOfRange("the number of values", value: 1, lowest: 2, greatest: 256)) {
            try PottsModel(graph: .path(nodes: 2), values: 1, temperature: 1, spins: [0, 0])
        }
        #expect(throws: MonteCarloError.invalidTemperature(-1)) {
            try PottsModel(graph: .path(nodes: 2), values: 2, temperature: -1, spins: [0, 0])
        }
        let model = try model(coupling: -1)
        #expect(throws: MonteCarloError.repulsion(-1)) {
            try PottsClusters(streams: RandomStreams(seed: 1)).advance(model, from: 0, to: 1)
        }
        model.setNodeState(3, at: 0)
        #expect(model.nodeState(at: 0) == 0)
    }
}
