import EngineTestSupport
import GSL
import Networks
import SimulationEngine
import TestSupport
import Testing

/// The models of this module, written as equations, against themselves.
@Suite struct EquationAgreementTests {
    /// More than a block of vertices and several of edges, with weights, loops, and vertices without edges.
    private func graph(vertexCount: Int = 300, edgeCount: Int = 2000, isWeighted: Bool = true) throws -> Graph {
        var random = try RandomStreams(seed: 11).words(for: .initialState)
        var pairs: Set<[Int]> = []
        while pairs.count < edgeCount {
            let pair = [0, 1].map { _ in Int(random.uniform() * Double(vertexCount - 3)) }
            pairs.insert(pair)
        }
        var edges = EdgeColumns(hasWeights: isWeighted)
        for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            edges.append(pair[0], pair[1], weight: isWeighted ? 2 * random.uniform() - 0.5 : 1)
        }
        return try Graph(vertexCount: vertexCount, edges: edges, isDirected: true, allowing: .loops)
    }

    /// A model with parameters of each vertex, and the same as equations.
    private struct Pair<Dynamics: DescribedDynamics> {
        let model: CoupledDynamics<Dynamics>
        let equations: EquationModel<SIMD4<Double>>

        init(_ type: Dynamics.Type, on graph: Graph, seed: UInt64 = 5, threads: Int = 1) throws {
            var random = try RandomStreams(seed: seed).words(for: .initialState)
            var dynamics = (0..<graph.vertexCount).map { _ in Dynamics() }
            for parameter in Dynamics.parameters {
                for vertex in dynamics.indices {
                    let value = dynamics[vertex][keyPath: parameter.path]
                    dynamics[vertex][keyPath: parameter.path] =
                        value == 0 ? 0.2 * random.uniform() : value * (0.9 + 0.2 * random.uniform())
                }
            }
            let states = (0..<graph.vertexCount).map { _ in
                Dynamics.State(
                    from: Dynamics.variables.map { variable in
                        let number = variable.initial == 0 ? 0.5 : variable.initial
                        return min(number * (0.8 + 0.4 * random.uniform()), variable.range.upperBound)
                    }, stride: 1)
            }
            model = try CoupledDynamics(graph: graph, dynamics: dynamics, states: states, threads: threads)
            let defaults = Dynamics()
            let (known, errors) = Equations.compile(
                variables: Dynamics.variables,
                parameters: Dynamics.parameters.map {
                    EquationParameter($0.name, defaults[keyPath: $0.path], $0.domain)
                }, Dynamics.formulas)
            #expect(errors.isEmpty, "\(errors)")
            equations = try EquationModel(
                #require(known), on: graph,
                initial: Dictionary(
                    uniqueKeysWithValues: Dynamics.variables.enumerated().map { [model] column, variable in
                        (variable.name, Array(model.state.column(column)))
                    }),
                parameters: Dictionary(
                    uniqueKeysWithValues: Dynamics.parameters.map { parameter in
                        (parameter.name, dynamics.map { $0[keyPath: parameter.path] })
                    }), threads: threads)
        }
    }

    private func expectNear(_ found: [Double], _ expected: [Double], _ tolerance: Double, _ name: String) {
        let scale = expected.reduce(1) { max($0, abs($1)) }
        let error = zip(found, expected).reduce(0) { max($0, abs($1.0 - $1.1)) }
        #expect(error <= tolerance * scale, "\(name)")
        #expect(expected.contains { abs($0) > 1e-3 }, "\(name)")
    }

    private func derivative(of model: some DifferentialEquations, at time: Double = 0.3) -> [Double] {
        var rates = [Double](repeating: .nan, count: model.state.count)
        model.derivative(at: time, of: Array(model.state.elements), into: &rates)
        return rates
    }

    private func jacobian(of model: some DifferentialEquations) -> [Double] {
        var matrix = [Double](repeating: 0, count: model.state.count * model.state.count)
        var byTime = [Double](repeating: 0, count: model.state.count)
        #expect(
            model.jacobian(at: 0, of: Array(model.state.elements), into: &matrix, timeDerivative: &byTime))
        return matrix + byTime
    }

    private func checkRates<Dynamics: DescribedDynamics>(of type: Dynamics.Type) throws {
        for isWeighted in [false, true] {
            let pair = try Pair(type, on: graph(isWeighted: isWeighted))
            expectNear(derivative(of: pair.equations), derivative(of: pair.model), 1e-12, Dynamics.name)
            let two = try Pair(type, on: graph(isWeighted: isWeighted), threads: 2)
            #expect(derivative(of: two.equations) == derivative(of: pair.equations), "\(Dynamics.name)")
        }
        let small = try Pair(type, on: graph(vertexCount: 30, edgeCount: 100))
        // Models whose own derivatives are not implemented take differences.
        expectNear(jacobian(of: small.equations), jacobian(of: small.model), 1e-6, Dynamics.name)
    }

    @Test("Rates of all models agree, with weights and without, and their Jacobians")
    func rates() throws {
        for type in NamedDynamics.all { try checkRates(of: type) }
    }

    private func run<Model: DifferentialEquations>(
        _ model: Model, by stepper: ODEStepper?, step: Double
    ) throws -> [Double] {
        let control = StepSizeControl.state(absolute: 1e-10, relative: 1e-10)
        let integrator: any Integrator<Model> =
            try stepper.map { try AdaptiveIntegrator(model, stepper: $0, control: control) } ?? RungeKutta4<Model>()
        let simulation = try Simulation(model, integrator: integrator, step: step)
        try simulation.run(steps: 10)
        return Array(model.state.elements)
    }

    private func checkRuns<Dynamics: DescribedDynamics>(of type: Dynamics.Type) throws {
        let graph = try graph(vertexCount: 12, edgeCount: 24)
        for stepper in [nil, ODEStepper.rkf45, .rk8pd, .msadams, .bsimp, .rk4imp] {
            let pair = try Pair(type, on: graph)
            let found = try run(pair.equations, by: stepper, step: 0.01)
            // A step that one refuses and the other does not would show as an error of the tolerance.
            try expectNear(found, run(pair.model, by: stepper, step: 0.01), 1e-9, Dynamics.name)
            guard stepper == nil else { continue }
            try expectNear(found, run(Pair(type, on: graph).model, by: nil, step: 0.01), 1e-12, Dynamics.name)
        }
    }

    @Test("Short runs of all models agree by all kinds of method")
    func runs() throws {
        for type in NamedDynamics.all { try checkRuns(of: type) }
    }

    @Test("Kuramoto's oscillators with phase lag agree")
    func kuramoto() throws {
        let graph = try graph(isWeighted: false)
        var random = try RandomStreams(seed: 8).words(for: .initialState)
        let phases = (0..<graph.vertexCount).map { _ in 6 * random.uniform() }
        let frequencies = phases.map { $0 / 3 - 1 }
        let model = try KuramotoModel(
            graph: graph, coupling: 0.7, phaseLag: 0.2, frequencies: frequencies, phases: phases)
        let equations = try Equations(
            variables: [VertexVariable("phase")],
            parameters: [EquationParameter("frequency", 0), EquationParameter("lag", 0.2)],
            edges: ["pull": .sum("sin(from.phase - phase - lag)")], rates: ["phase": "frequency + 0.7 * pull"])
        let own = try EquationModel<SIMD2<Double>>(
            equations, on: graph, initial: ["phase": phases], parameters: ["frequency": frequencies])
        expectNear(derivative(of: own), derivative(of: model), 1e-12, "kuramoto")
    }
}
