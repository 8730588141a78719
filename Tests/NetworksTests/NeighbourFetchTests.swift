import CKernels
import SimulationEngine
import Testing

@testable import Networks

/// Sums along edges whose other ends are fetched ahead, as in graphs that do not fit into the cache.
@Suite struct NeighbourFetchTests {
    /// Graphs whose numbers of places for edges lie around the distance at which is fetched, and others.
    enum Form: CaseIterable {
        case empty, alone, star, random, loops, shorter, equal, longer

        func graph(isDirected: Bool, isWeighted: Bool) throws -> Graph {
            let distance = Int(nk_fetch_distance)
            let (count, pairs): (Int, [(Int, Int)]) =
                switch self {
                case .empty: (5, [])
                case .alone: (1, [])
                case .star: (1500, (1..<1500).map { isDirected ? ($0, 0) : (0, $0) })
                case .random: (3000, (0..<9000).map { ($0 % 3000, ($0 * $0 + 7 * $0 + 1) % 2999) })
                case .loops: (700, (0..<700).map { ($0, $0 % 3 == 0 ? $0 : ($0 + 1) % 700) })
                case .shorter: (40, Self.ring(distance - 2, isDirected))
                case .equal: (40, Self.ring(distance, isDirected))
                case .longer: (40, Self.ring(distance + 2, isDirected))
                }
            var edges = EdgeColumns(hasWeights: isWeighted)
            for (index, (source, target)) in pairs.enumerated() {
                edges.append(source, target, weight: isWeighted ? Double(index % 7) - 2.5 : 1)
            }
            return try Graph(
                vertexCount: count, edges: edges, isDirected: isDirected, allowing: [.loops, .multipleEdges])
        }

        /// Edges round a ring, again and again, that take a number of places.
        private static func ring(_ placeCount: Int, _ isDirected: Bool) -> [(Int, Int)] {
            (0..<(isDirected ? placeCount : placeCount / 2)).map { ($0 % 40, ($0 + 1 + $0 / 40) % 40) }
        }
    }

    /// The velocities of oscillators in phases that follow from their numbers.
    private func velocities(of coupling: PhaseCoupling) -> [Double] {
        let phases = coupling.frequencies.indices.map { 0.7 * Double($0 * $0 % 101) }
        var velocities = [Double](repeating: .nan, count: phases.count)
        coupling.velocities(of: phases, into: &velocities) { _ in }
        return velocities
    }

    private func coupling(_ graph: Graph, threads: Int = 1, nearBytes: Int) -> PhaseCoupling {
        PhaseCoupling(
            graph: graph, reach: .edges, strength: 0.3, phaseLag: 0.4,
            frequencies: (0..<graph.vertexCount).map { 0.01 * Double($0) }, threads: threads, nearBytes: nearBytes)
    }

    /// The velocities as they are written in the documentation, the sum over the neighbours in their order.
    private func expectedVelocities(on graph: Graph) -> [Double] {
        let pairs = (0..<graph.vertexCount).map { SineReference.sines(of: 0.7 * Double($0 * $0 % 101)) }
        let lag = SineReference.sines(of: 0.4)
        return (0..<graph.vertexCount).map { vertex in
            var sum = SIMD2<Double>.zero
            for (index, other) in graph.inNeighbours(of: vertex).enumerated() {
                sum += (graph.inWeights(of: vertex).map { $0[$0.startIndex + index] } ?? 1) * pairs[Int(other)]
            }
            let own = pairs[vertex]
            let (inPhase, inQuadrature) = (own.y * sum.x - own.x * sum.y, own.y * sum.y + own.x * sum.x)
            return 0.01 * Double(vertex) + (0.3 * lag.y * inPhase - 0.3 * lag.x * inQuadrature)
        }
    }

    @Test(
        "oscillators have the same bits with any number of threads, near or far",
        arguments: Form.allCases, [(false, false), (false, true), (true, false), (true, true)])
    func oscillators(_ form: Form, _ kind: (isDirected: Bool, isWeighted: Bool)) throws {
        let graph = try form.graph(isDirected: kind.isDirected, isWeighted: kind.isWeighted)
        let expected = expectedVelocities(on: graph)
        #expect(velocities(of: coupling(graph, nearBytes: .max)) == expected)
        for threads in [1, 2, 3, 7] {
            #expect(velocities(of: coupling(graph, threads: threads, nearBytes: 0)) == expected)
        }
    }

    /// With the one that comes there are too many of them to be near, in the second case.
    @Test(
        "oscillators of which some come and go have the bits of those on the graph that is left",
        arguments: [0, 16 * 3000])
    func changes(_ nearBytes: Int) throws {
        let far = coupling(try Form.random.graph(isDirected: false, isWeighted: false), nearBytes: nearBytes)
        _ = velocities(of: far)
        for vertex in stride(from: 5, to: 3000, by: 50) { try far.network.setWeight(1, from: vertex, to: 3) }
        for vertex in stride(from: 0, to: 3000, by: 400) { far.removeVertex(vertex) }
        let newcomer = try far.addVertex(like: nil, name: nil)
        try far.network.setWeight(1, from: newcomer, to: 17)
        far.frequencies = (0..<far.graph.vertexCount).map { 0.01 * Double($0) }
        #expect(velocities(of: far) == expectedVelocities(on: far.graph))
    }

    /// A rate that tells the order in which it was summed up.
    struct Pull: NetworkDynamics {
        static let name = "pull"
        static let variables = [VertexVariable("a"), VertexVariable("b"), VertexVariable("c")]
        static let parameters: [VertexParameter<Pull>] = []

        func influence(of neighbour: SIMD3<Double>, on state: SIMD3<Double>) -> SIMD3<Double> {
            neighbour / (1 + state * state)
        }

        func rate(of state: SIMD3<Double>, input: SIMD3<Double>, at time: Double) -> SIMD3<Double> { input - state }
    }

    @Test(
        "coupled dynamics have the same bits with any number of threads, near or far",
        arguments: Form.allCases, [(false, false), (false, true), (true, false), (true, true)])
    func dynamics(_ form: Form, _ kind: (isDirected: Bool, isWeighted: Bool)) throws {
        let graph = try form.graph(isDirected: kind.isDirected, isWeighted: kind.isWeighted)
        let count = graph.vertexCount
        let states = (0..<count).map { (vertex: Int) -> SIMD3<Double> in
            SIMD3(0.1, 0.7, 1 / 3.0) * Double(vertex * vertex % 101 + 1)
        }
        var expected = [Double](repeating: 0, count: 3 * count)
        for vertex in 0..<count {
            var sum = SIMD3<Double>.zero
            for (index, other) in graph.inNeighbours(of: vertex).enumerated() {
                let weight = graph.inWeights(of: vertex).map { $0[$0.startIndex + index] } ?? 1
                sum += weight * (states[Int(other)] / (1 + states[vertex] * states[vertex]))
            }
            for column in 0..<3 { expected[column * count + vertex] = sum[column] - states[vertex][column] }
        }
        for (threads, nearBytes) in [(1, Int.max), (1, 0), (2, 0), (3, 0), (7, 0)] {
            let model = try CoupledDynamics<Pull>(graph: graph, states: states, threads: threads)
            model.nearBytes = nearBytes
            var rates = [Double](repeating: .nan, count: 3 * count)
            model.derivative(at: 0, of: Array(model.state.elements), into: &rates)
            #expect(rates == expected)
        }
    }

    @Test("nothing is fetched for vertices that are near, nor from behind the last edge")
    func end() {
        let distance = Int(nk_fetch_distance)
        func end(_ placeCount: Int, _ vertexBytes: Int) -> Int {
            NeighbourFetch.end(placeCount: placeCount, vertexBytes: vertexBytes, nearBytes: 1000)
        }
        #expect(end(10_000, 1000) == 0)
        #expect(end(10_000, 1001) == 10_000 - distance)
        #expect(end(distance + 1, 2000) == 1)
        #expect(end(distance, 2000) == 0)
        #expect(end(0, 2000) == 0)
    }
}
