import GSL
import SimulationEngine
import Testing

@testable import Networks

/// The fast way of computing velocities against sums as they are written.
@Suite struct KuramotoKernelTests {
    static func model(weighted: Bool = false, threads: Int = 1, reach: KuramotoTopology = .edges) throws
        -> KuramotoModel
    {
        let streams = try RandomStreams(seed: 4)
        let count = 2500
        var graph = try Graph.barabasiAlbert(nodes: count, edgesPerNode: 3, from: streams)
        if weighted {
            var edges = EdgeColumns(hasWeights: true)
            for vertex in 0..<count {
                for other in graph.neighbours(of: vertex) where other > vertex {
                    edges.append(vertex, Int(other), weight: Double(vertex % 7) - 2.5)
                }
            }
            graph = try Graph(vertexCount: count, edges: edges)
        }
        if reach == .meanField { graph = try Graph(vertexCount: count, edges: []) }
        let frequencies = streams.numbers(
            from: .normal(mean: 1, deviation: 2), for: .naturalFrequency, nodeCount: count)
        let phases = streams.numbers(from: .uniform(lower: -9, upper: 9), for: .initialState, nodeCount: count)
        return try KuramotoModel(
            graph: graph, coupling: 0.3, reach: reach, phaseLag: 0.4, frequencies: frequencies, phases: phases,
            threads: threads)
    }

    @Test("velocities have the bits of sums over neighbours in their order", arguments: [false, true])
    func velocities(_ weighted: Bool) throws {
        let model = try Self.model(weighted: weighted)
        let phases = Array(model.state.elements)
        var velocities = [Double](repeating: .nan, count: phases.count)
        model.derivative(at: 0, of: phases, into: &velocities)
        let pairs = phases.map { SineReference.sines(of: $0) }
        let lag = SineReference.sines(of: 0.4)
        for vertex in phases.indices {
            var sum = SIMD2<Double>.zero
            for (index, other) in model.graph.inNeighbours(of: vertex).enumerated() {
                let weights = model.graph.inWeights(of: vertex)
                sum += (weights.map { $0[$0.startIndex + index] } ?? 1) * pairs[Int(other)]
            }
            let own = pairs[vertex]
            let expected =
                model.frequencies[vertex]
                + (0.3 * lag.y * (own.y * sum.x - own.x * sum.y) - 0.3 * lag.x * (own.y * sum.y + own.x * sum.x))
            #expect(velocities[vertex] == expected)
        }
    }

    @Test("threads and fused stages change no bit", arguments: [KuramotoTopology.edges, .meanField])
    func anyThreads(_ reach: KuramotoTopology) throws {
        /// The same equations with no runs.
        final class Plain: DifferentialEquations {
            let model: KuramotoModel
            init(_ model: KuramotoModel) { self.model = model }
            var state: StateVector { model.state }
            var nodeCount: Int { model.nodeCount }
            var nodeNames: [String]? { nil }
            var fields: [String] { ["phase"] }
            static var quantities: NoQuantities<Plain> { NoQuantities() }
            func nodeState(at node: Int) -> Double { state[0, node] }
            func copyNodeStates(
                of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Double>
            ) {
                copyField(0, of: nodes, into: states)
            }
            func setNodeState(_ phase: Double, at node: Int) { state[0, node] = phase }
            func derivative(
                at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
            ) {
                model.derivative(at: time, of: state, into: derivative)
            }
        }
        let plain = Plain(try Self.model(reach: reach))
        let integrator = RungeKutta4<Plain>()
        for step in 0..<5 { try integrator.advance(plain, from: Double(step) * 0.1, to: Double(step + 1) * 0.1) }
        for threads in [1, 2, 3] {
            let model = try Self.model(threads: threads, reach: reach)
            let integrator = RungeKutta4<KuramotoModel>(threads: threads)
            for step in 0..<5 { try integrator.advance(model, from: Double(step) * 0.1, to: Double(step + 1) * 0.1) }
            #expect(Array(model.state.elements) == Array(plain.state.elements))
        }
    }

    @Test("a mean field is a complete graph whose coupling is divided by the number of vertices")
    func meanField() throws {
        let count = 40
        let phases = (0..<count).map { 0.37 * Double($0 * $0) }
        let frequencies = (0..<count).map { 0.1 * Double($0) }
        let graph = try Graph.complete(nodes: count)
        let edges = try KuramotoModel(
            graph: graph, coupling: 2 / Double(count), phaseLag: 0.3, frequencies: frequencies, phases: phases)
        let field = try KuramotoModel(
            graph: graph, coupling: 2, reach: .meanField, phaseLag: 0.3, frequencies: frequencies, phases: phases)
        var (a, b) = (phases, phases)
        edges.derivative(at: 0, of: phases, into: &a)
        field.derivative(at: 0, of: phases, into: &b)
        for vertex in 0..<count {
            // With a phase lag an oscillator acts on itself in the mean field, by −K/n sin α.
            #expect(abs(a[vertex] - 2 / Double(count) * 0.29552020666133957 - b[vertex]) < 1e-13)
        }
    }

    @Test("a mean field on a graph with edges of its own is refused")
    func edgesInMeanField() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1)])
        #expect(throws: NetworkModelError.edgesInMeanField(edgeCount: 1, vertexCount: 4)) {
            _ = try KuramotoModel(
                graph: graph, coupling: 1, reach: .meanField, frequencies: [0, 0, 0, 0], phases: [0, 0, 0, 0])
        }
    }
}
