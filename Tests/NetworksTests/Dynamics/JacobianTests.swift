import EngineTestSupport
import Foundation
import GSL
import Networks
import SimulationEngine
import Testing

/// Jacobians of coupled dynamics against central differences of all rates, and what they cost.
@Suite struct JacobianTests {
    /// A weighted directed graph with a loop, and a vertex of great degree.
    private func graph() throws -> Graph {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [
            (0, 1, 0.5), (1, 0, 2), (2, 0, 0.25), (3, 0, 1), (4, 0, -0.5), (3, 4, 1.5), (4, 3, 1), (2, 2, 0.75),
        ] {
            edges.append(source, target, weight: weight)
        }
        return try Graph(vertexCount: 6, edges: edges, isDirected: true, allowing: .loops)
    }

    private func expectCentralDifferences<Dynamics: NetworkDynamics>(
        of type: Dynamics.Type, _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var random = try RandomStreams(seed: 4).words(for: .initialState)
        let graph = try graph()
        let states = (0..<6).map { _ in
            Dynamics.State(
                from: Dynamics.variables.map { variable in
                    let number = variable.initial == 0 ? 0.5 : variable.initial
                    return min(
                        max(number * (0.8 + 0.4 * random.uniform()), variable.range.lowerBound),
                        variable.range.upperBound)
                }, stride: 1)
        }
        var dynamics = (0..<6).map { _ in Dynamics() }
        for vertex in 0..<6 {
            for parameter in Dynamics.parameters where dynamics[vertex][keyPath: parameter.path] == 0 {
                dynamics[vertex][keyPath: parameter.path] = 0.3 + 0.1 * Double(vertex)
            }
        }
        let model = try CoupledDynamics(graph: graph, dynamics: dynamics, states: states)
        let count = model.state.count
        var matrix = [Double](repeating: 0, count: count * count)
        var timeDerivative = [Double](repeating: 0, count: count)
        var state = Array(model.state.elements)
        #expect(model.jacobian(at: 0.7, of: state, into: &matrix, timeDerivative: &timeDerivative))
        var (upper, lower) = (timeDerivative, timeDerivative)
        for column in 0..<count {
            let number = state[column]
            let move = 1e-5 * max(abs(number), 1e-3)
            state[column] = number + move
            model.derivative(at: 0.7, of: state, into: &upper)
            state[column] = number - move
            model.derivative(at: 0.7, of: state, into: &lower)
            state[column] = number
            for row in 0..<count {
                let expected = (upper[row] - lower[row]) / (2 * move)
                let scale = 1 + (0..<count).reduce(0) { max($0, abs(matrix[row * count + $1])) }
                #expect(
                    abs(matrix[row * count + column] - expected) < 1e-5 * scale, "\(Dynamics.name) \(row) \(column)",
                    sourceLocation: sourceLocation)
            }
        }
        #expect(timeDerivative.allSatisfy { abs($0) < 1e-6 }, sourceLocation: sourceLocation)
    }

    @Test("the Jacobians of all models are those of their rates")
    func models() throws {
        try expectCentralDifferences(of: Consensus.self)
        try expectCentralDifferences(of: Diffusion.self)
        try expectCentralDifferences(of: FitzHughNagumo.self)
        try expectCentralDifferences(of: HodgkinHuxley.self)
        try expectCentralDifferences(of: Lorenz.self)
        try expectCentralDifferences(of: LotkaVolterra.self)
        try expectCentralDifferences(of: MeanFieldSIR.self)
        try expectCentralDifferences(of: MeanFieldSIS.self)
        try expectCentralDifferences(of: MimuraMurray.self)
        try expectCentralDifferences(of: Replicator.self)
        try expectCentralDifferences(of: Rossler.self)
        try expectCentralDifferences(of: WilsonCowan.self)
    }

    private func expectCentralDifferences(
        of model: some DifferentialEquations, _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let count = model.state.count
        var state = Array(model.state.elements)
        var matrix = [Double](repeating: 0, count: count * count)
        var timeDerivative = [Double](repeating: 0, count: count)
        #expect(
            model.jacobian(at: 0, of: state, into: &matrix, timeDerivative: &timeDerivative),
            sourceLocation: sourceLocation)
        var (upper, lower) = (timeDerivative, timeDerivative)
        for column in 0..<count {
            let number = state[column]
            state[column] = number + 1e-5
            model.derivative(at: 0, of: state, into: &upper)
            state[column] = number - 1e-5
            model.derivative(at: 0, of: state, into: &lower)
            state[column] = number
            for row in 0..<count {
                let expected = (upper[row] - lower[row]) / 2e-5
                #expect(abs(matrix[row * count + column] - expected) < 1e-7, sourceLocation: sourceLocation)
            }
        }
    }

    @Test("the Jacobians of oscillators are those of their velocities, also with inertia and in a mean field")
    func oscillators() throws {
        let numbers = (0..<6).map { 0.7 * Double($0 * $0) }
        for (graph, reach) in [(try graph(), KuramotoTopology.edges), (try .complete(nodes: 6), .meanField)] {
            let model = try KuramotoModel(
                graph: graph, coupling: 1.3, reach: reach, phaseLag: 0.4, frequencies: numbers, phases: numbers)
            expectCentralDifferences(of: model)
            model.removeNode(2)
            expectCentralDifferences(of: model)
            expectCentralDifferences(
                of: try InertialKuramotoModel(
                    graph: graph, coupling: 1.3, reach: reach, phaseLag: 0.4, inertia: 0.7, damping: 0.3,
                    frequencies: numbers, phases: numbers, velocities: numbers))
        }
    }

    /// Counts how often its functions are called, on one thread.
    struct Counted: NetworkDynamics {
        final class Calls: @unchecked Sendable { var count = 0 }

        static let name = "counted"
        static let variables = [VertexVariable("x"), VertexVariable("y")]
        static let parameters: [VertexParameter<Counted>] = []

        var calls = Calls()

        func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> {
            calls.count += 1
            return neighbour * neighbour - state
        }

        func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
            calls.count += 1
            return SIMD2(input.y * time - state.x, input.x + 3 * time * time)
        }
    }

    @Test("a Jacobian takes as many calls as there are vertices and edges, whatever their degrees")
    func calls() throws {
        for vertexCount in [20, 200] {
            let dynamics = Counted()
            let model = try CoupledDynamics(
                graph: .star(nodes: vertexCount), dynamics,
                states: Array(repeating: SIMD2(1, 2), count: vertexCount))
            let count = 2 * vertexCount
            var matrix = [Double](repeating: 0, count: count * count)
            var timeDerivative = [Double](repeating: 0, count: count)
            dynamics.calls.count = 0
            #expect(
                model.jacobian(
                    at: 2, of: Array(model.state.elements), into: &matrix, timeDerivative: &timeDerivative))
            // Of each vertex one rate, 2 · 2 moved ones and a later one; of each of two ends of an edge the same but that.
            #expect(dynamics.calls.count == 6 * vertexCount + 6 * 2 * (vertexCount - 1))
            // ∂/∂t of y′ is 6 t, of x′ the input: 4 − 2 from the middle.
            #expect(abs(timeDerivative[2 * vertexCount - 1] - 12) < 1e-5)
            #expect(abs(timeDerivative[vertexCount - 1] - 2) < 1e-5)
        }
    }

    /// The middle of a star of n is at 1/n + (1 − 1/n) exp(−n t), which is stiff.
    @Test("an implicit method solves diffusion on a star")
    func stiffStar() throws {
        let count = 100
        let model = try CoupledDynamics<Diffusion>(
            graph: .star(nodes: count), states: (0..<count).map { $0 == 0 ? 1 : 0 })
        let integrator = try AdaptiveIntegrator(
            model, stepper: .msbdf, control: .state(absolute: 1e-8, relative: 1e-8))
        let simulation = try Simulation(model, integrator: integrator, step: 0.02)
        for _ in 0..<5 {
            try simulation.run(steps: 1)
            let middle = 0.01 + 0.99 * exp(-100 * simulation.moment.time)
            #expect(abs(model.nodeState(at: 0) - middle) < 1e-6)
            #expect(abs(model.nodeState(at: 7) - (1 - middle) / 99) < 1e-8)
        }
    }

    @Test("the rates of a vertex that has gone depend on nothing")
    func goneVertices() throws {
        let model = try CoupledDynamics<FitzHughNagumo>(
            graph: .complete(nodes: 3), states: Array(repeating: SIMD2(0.5, 0.2), count: 3))
        model.removeNode(1)
        var matrix = [Double](repeating: 0, count: 36)
        var timeDerivative = [Double](repeating: 0, count: 6)
        #expect(
            model.jacobian(at: 0, of: Array(model.state.elements), into: &matrix, timeDerivative: &timeDerivative))
        for index in 0..<6 { #expect(matrix[6 + index] == 0 && matrix[24 + index] == 0 && matrix[6 * index + 1] == 0) }
        #expect(abs(matrix[0] - 0.75) < 1e-6)
    }
}
