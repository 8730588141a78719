import Networks
import SimulationEngine
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Discrete opinions against closed forms. Seeds are fixed; a correct program would fail each statistical test with a
/// probability of 0.001 or less.
@Suite struct OpinionModelTests {
    private let streams: RandomStreams

    init() throws {
        streams = try RandomStreams(seed: 17)
    }

    /// The number of voters of opinion 1 does a random walk with steps ±1 of the probability k (n − k) / n (n − 1) each: it
    /// ends at n with the probability k/n, after (n − 1) (Σⱼ₌₁ᵏ (n − k) / (n − j) + Σⱼ₌ₖ₊₁ⁿ⁻¹ k/j) updates on the average.
    ///
    /// W. J. Ewens, *Mathematical Population Genetics*, Springer 2004, section 3.4, DOI 10.1007/978-0-387-21822-9, for
    /// Moran's model, which this is but for a factor of n / (n − 1).
    @Test("consensus on the complete graph: its time and which opinion wins", arguments: [1, 3, 5])
    func consensus(k: Int) throws {
        let n = 8
        let graph = try Graph.complete(nodes: n)
        var random = streams.words(for: .sweeps, step: k)
        var (times, wins) = ([Double](), 0)
        for _ in 0..<1500 {
            let model = try VoterModel(graph: graph, states: (0..<n).map { $0 < k ? 1 : 0 })
            var time = 0
            while Set(model.states.elements).count > 1 {
                model.update(random.below(n), &random)
                time += 1
            }
            times.append(Double(time))
            wins += Int(model.states[0])
        }
        let first = (1...k).reduce(0) { $0 + Double(n - k) / Double(n - $1) }
        let second = (k + 1..<n).reduce(0) { $0 + Double(k) / Double($1) }
        let mean = times.reduce(0, +) / 1500
        let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1499
        #expect(abs(mean - Double(n - 1) * (first + second)) < 3.3 * (variance / 1500).squareRoot())
        #expect(deviations(wins, of: 1500, probability: Double(k) / Double(n)) < 3.3)
    }

    /// A birth–death chain: k → k + 1 with (n − k)/n (a/2 + (1 − a) k/(n − 1)), and back alike.
    @Test("noisy voters on the complete graph are distributed like a birth–death chain")
    func noise() throws {
        let (n, a) = (8, 0.15)
        var weights = [1.0]
        for k in 0..<n {
            let up = Double(n - k) * (a / 2 + (1 - a) * Double(k) / Double(n - 1))
            let down = Double(k + 1) * (a / 2 + (1 - a) * Double(n - k - 1) / Double(n - 1))
            weights.append(weights[k] * up / down)
        }
        let sum = weights.reduce(0, +)
        let model = try VoterModel(
            graph: .complete(nodes: n), states: [UInt8](repeating: 0, count: n), noise: a)
        let integrator = RuleSweeps<VoterModel>(streams: streams)
        var counts = [Int](repeating: 0, count: n + 1)
        for sample in 0..<3000 {
            try integrator.advance(model, from: Double(40 * sample), to: Double(40 * sample + 40))
            counts[model.states.elements.reduce(0) { $0 + Int($1) }] += 1
        }
        #expect(agree(counts, weights.map { $0 / sum }))
    }

    @Test("edges lead opinions in their direction")
    func direction() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 3)], isDirected: true)
        let voters = try VoterModel(graph: graph, states: [3, 0, 1, 2], opinions: 4)
        try RuleSweeps(order: .sequential, streams: streams).advance(voters, from: 0, to: 1)
        #expect(Array(voters.states.elements) == [3, 3, 3, 3])
        let sznajd = try SznajdModel(graph: graph, states: [0, 1, 1, 0])
        try RuleSweeps(order: .sequential, streams: streams).advance(sznajd, from: 0, to: 1)
        #expect(Array(sznajd.states.elements) == [0, 1, 1, 1])
    }

    @Test("a majority of the complete graph wins in one sweep")
    func majority() throws {
        let model = try MajorityModel(graph: .complete(nodes: 9), states: [1, 0, 1, 1, 0, 1, 0, 1, 1])
        try RuleSweeps(order: .sequential, streams: streams).advance(model, from: 0, to: 1)
        #expect(Array(model.states.elements) == [UInt8](repeating: 1, count: 9))
    }

    /// The stationary distribution of updates of one vertex at a time on a path of three, by powers of their matrix.
    @Test("noisy majorities on a path are distributed as the matrix of transitions says")
    func noisyMajority() throws {
        let noise = 0.2
        let neighbours = [[1], [0, 2], [1]]
        var distribution = [Double](repeating: 0.125, count: 8)
        for _ in 0..<2000 {
            var next = [Double](repeating: 0, count: 8)
            for state in 0..<8 {
                for vertex in 0..<3 {
                    let balance = neighbours[vertex].reduce(0) { $0 + (state >> $1 & 1 == 1 ? 1 : -1) }
                    let one = balance == 0 ? 0.5 : balance > 0 ? 1 - noise : noise
                    next[state | 1 << vertex] += distribution[state] * one / 3
                    next[state & ~(1 << vertex)] += distribution[state] * (1 - one) / 3
                }
            }
            distribution = next
        }
        let model = try MajorityModel(graph: .path(nodes: 3), states: [0, 0, 0], noise: noise)
        let integrator = RuleSweeps<MajorityModel>(streams: streams)
        var counts = [Int](repeating: 0, count: 8)
        for sample in 0..<4000 {
            try integrator.advance(model, from: Double(15 * sample), to: Double(15 * sample + 15))
            counts[(0..<3).reduce(0) { $0 | Int(model.states[$1]) << $1 }] += 1
        }
        #expect(agree(counts, distribution))
    }

    /// On the complete graph the first pair that agrees convinces all.
    @Test("which opinion wins by Sznajd's rule on the complete graph")
    func sznajd() throws {
        let graph = try Graph.complete(nodes: 6)
        var random = streams.words(for: .sweeps)
        var wins = 0
        for _ in 0..<2000 {
            let model = try SznajdModel(graph: graph, states: [1, 1, 1, 1, 0, 0])
            while Set(model.states.elements).count > 1 { model.update(random.below(6), &random) }
            wins += Int(model.states[0])
        }
        #expect(deviations(wins, of: 2000, probability: 6.0 / 7) < 3.3)
    }

    @Test("shares of opinions, and edges between different ones")
    func quantities() throws {
        let simulation = try Simulation(
            VoterModel(graph: .ring(nodes: 5), states: [0, 0, 1, 2, 0], opinions: 3),
            integrator: RuleSweeps(streams: streams), step: 1)
        #expect(simulation.quantities.greatestShare.value == 0.6)
        #expect(simulation.quantities.activeEdges.value == 0.6)
        #expect(simulation.quantities.meanState.value == 0.6)
        #expect(simulation.quantities.names == ["greatest-share", "active-edges", "mean-state"])
    }

    @Test("what cannot be is told")
    func errors() throws {
        let ring = try Graph.ring(nodes: 3)
        #expect(throws: MonteCarloError.wrongCount(of: "states", count: 2, vertexCount: 3)) {
            try SznajdModel(graph: ring, states: [0, 1])
        }
        #expect(throws: MonteCarloError.outOfRange("a state", value: 2, lowest: 0, greatest: 1)) {
            try VoterModel(graph: ring, states: [0, 1, 2])
        }
        #expect(throws: MonteCarloError.outOfRange("the noise", value: 1.5, lowest: 0, greatest: 1)) {
            try MajorityModel(graph: ring, states: [0, 1, 1], noise: 1.5)
        }
        #expect(throws: MonteCarloError.outOfRange("the number of opinions", value: 1, lowest: 2, greatest: 256)) {
            try VoterModel(graph: ring, states: [0, 0, 0], opinions: 1)
        }
        #expect(throws: MonteCarloError.noVertices) {
            try VoterModel(graph: Graph(vertexCount: 0, edges: [(Int, Int)]()), states: [])
        }
        let voters = try VoterModel(graph: ring, states: [0, 1, 0])
        voters.setParameter(-1, at: 0)
        #expect(throws: MonteCarloError.outOfRange("the noise", value: -1, lowest: 0, greatest: 1)) {
            try RuleSweeps<VoterModel>(streams: streams).advance(voters, from: 0, to: 1)
        }
        voters.setNodeState(9, at: 0)
        #expect(Array(voters.states.elements) == [0, 1, 0])
    }
}
