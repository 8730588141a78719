import EngineTestSupport
import Networks
import SimulationEngine
import TestSupport
import Testing

/// Steps of Euler and Maruyama's method without noise, which are made a block at a time.
@Suite struct EquationStepTests {
    private typealias Model = EquationModel<SIMD2<Double>>

    /// Diffusion on a ring with chords, of a number of vertices that is no multiple of a block nor of a vector.
    private func model(_ rate: String = "pull - y / 3", threads: Int) throws -> Model {
        let count = 2717
        var random = SeededGenerator(seed: 4)
        let edges = (0..<count).flatMap { [($0, ($0 + 1) % count), ($0, ($0 + 40) % count)] }
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("y")], edges: ["pull": .sum("from.x - x")],
            rates: ["x": rate, "y": "x / 10"])
        return try Model(
            equations, on: Graph(vertexCount: count, edges: edges, isDirected: true),
            initial: [
                "x": (0..<count).map { _ in Double.random(in: -1..<1, using: &random) },
                "y": (0..<count).map { $0 % 5 == 0 ? -0.0 : Double.random(in: -1..<1, using: &random) },
            ], threads: threads)
    }

    private func bits(_ numbers: [Double]) -> [UInt64] { numbers.map(\.bitPattern) }

    @Test("A step adds to each number its rate times the length, to the last bit", arguments: [1, 3])
    func sums(threads: Int) throws {
        let model = try model(threads: threads)
        let simulation = try Simulation(
            model, integrator: EulerMaruyama(streams: RandomStreams(seed: 1)), step: 0.125)
        model.removeNode(1500)
        for _ in 0..<4 {
            let state = Array(model.state.elements)
            var rates = [Double](repeating: .nan, count: state.count)
            model.derivative(at: simulation.moment.time, of: state, into: &rates)
            #expect(rates[1500] == 0 && rates[2717 + 1500] == 0)
            try simulation.run(steps: 1)
            // A sum is never -0.
            #expect(bits(model.state.numbers) == bits(zip(state, rates).map { $0 + 0.125 * $1 + 0.0 }))
        }
    }

    @Test("A rate of which another one is made, or which another one is, too, is not what the variable becomes")
    func sharedRates() throws {
        for (x, y) in [("x * y", "x * y + 1"), ("x * y + 1", "x * y"), ("x * y", "x * y")] {
            let equations = try Equations(
                variables: [VertexVariable("x", initial: 2), VertexVariable("y", initial: 3)], rates: ["x": x, "y": y])
            let model = try Model(equations, on: Graph(vertexCount: 16, edges: []))
            let simulation = try Simulation(
                model, integrator: EulerMaruyama(streams: RandomStreams(seed: 1)), step: 0.5)
            try simulation.run(steps: 1)
            let (dx, dy) = (x.hasSuffix("1") ? 7.0 : 6, y.hasSuffix("1") ? 7.0 : 6)
            #expect(
                model.state.numbers == [Double](repeating: 2 + dx / 2, count: 16)
                    + [Double](repeating: 3 + dy / 2, count: 16))
        }
    }

    @Test("A number that is not finite, in whatever block, leaves the state before the step", arguments: [1, 3])
    func refusal(threads: Int) throws {
        for node in [0, 255, 1023, 1024, 2716] {
            let model = try model("if(node == \(node) and time > 0.2, exp(1000), 1)", threads: threads)
            let simulation = try Simulation(
                model, integrator: EulerMaruyama(streams: RandomStreams(seed: 1)), step: 0.125)
            try simulation.run(steps: 2)
            let state = model.state.numbers
            let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
            guard case .stateNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
            #expect((failure.node, failure.field, failure.value) == (node, "x", .infinity))
            #expect(bits(model.state.numbers) == bits(state))
        }
    }

    @Test("What is pinned stays where it is, and all else goes on as without this")
    func pinned() throws {
        let (model, free) = try (model(threads: 1), model(threads: 1))
        let simulations = try [model, free].map {
            try Simulation($0, integrator: EulerMaruyama(streams: RandomStreams(seed: 1)), step: 0.125)
        }
        try simulations[0].pin(nodes: [2716], fields: ["x"])
        let held = model.state[0, 2716]
        for simulation in simulations { try simulation.run(steps: 1) }
        #expect(model.state[0, 2716] == held)
        #expect(free.state[0, 2716] != held)
        free.state[0, 2716] = held
        #expect(bits(model.state.numbers) == bits(free.state.numbers))
    }
}
