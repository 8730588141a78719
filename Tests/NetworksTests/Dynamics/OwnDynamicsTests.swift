import Foundation
import GSL
import Networks
import SimulationEngine
import TestSupport
import Testing

/// The example of the documentation, as somebody writes it who has nothing but the module.
struct Epidemic: NetworkDynamics {
    static let name = "epidemic"
    static let variables = [VertexVariable("infected", initial: 0.01, range: 0...1)]
    static let parameters = [VertexParameter("recovery", "the rate of recovery", .nonNegative, \Epidemic.recovery)]

    var recovery = 1.0

    func influence(of neighbour: Double, on state: Double) -> Double { neighbour }

    func rate(of state: Double, input: Double, at time: Double) -> Double {
        (1 - state) * input - recovery * state
    }
}

@Suite struct OwnDynamicsTests {
    @Test("dynamics of one's own are those of the documentation, and run")
    func example() throws {
        let model = try CoupledDynamics<Epidemic>(
            graph: .ring(nodes: 6), states: [Double](repeating: 0.02, count: 6))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        try simulation.run(until: 4)
        let logistic = 0.5 / (1 + 24 * exp(-4.0))
        #expect(abs(model.nodeState(at: 3) - logistic) < 1e-9)
        // The same through a parameter that is changed during a run.
        simulation.parameters["recovery"]?.value = 3
        try simulation.run(until: 30)
        #expect(model.nodeState(at: 3) < 1e-8)

        let documentation = try String(
            contentsOfFile: packageFolder + "/Sources/Networks/Dynamics/NetworkDynamics.swift", encoding: .utf8)
        let tested = try String(contentsOfFile: #filePath, encoding: .utf8)
        let lines = documentation.split(separator: "\n").filter { $0.hasPrefix("///     ") }
            .map { String($0.dropFirst(8)) }
        let first = try #require(lines.firstIndex { $0.hasPrefix("struct") })
        #expect(tested.contains(lines[first...(first + 3)].joined(separator: "\n")))
        for line in lines[(first + 4)...] { #expect(tested.contains(line), "\(line)") }
    }

    /// dx/dt = x (0 − 1).
    @Test("Vertices that come into a network without any have parameters", arguments: [0, 1])
    func born(given count: Int) throws {
        let model = try CoupledDynamics<Epidemic>(
            graph: Graph(vertexCount: 0, edges: []), dynamics: [Epidemic](repeating: Epidemic(), count: count),
            states: [])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        try simulation.addNode(0.5)
        try simulation.addNode(0.25, like: nil)
        try simulation.run(until: 2)
        #expect(abs(model.nodeState(at: 0) - 0.5 * exp(-2)) < 1e-9)
        #expect(abs(model.nodeState(at: 1) - 0.25 * exp(-2)) < 1e-9)
    }

    @Test("A vertex is not born in a state that is not finite, and cannot be given one")
    func notFinite() throws {
        let model = try CoupledDynamics<Epidemic>(graph: .ring(nodes: 3), states: [0.1, 0.2, 0.3])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        for state in [Double.nan, .infinity] {
            #expect(throws: NetworkModelError.self) {
                try CoupledDynamics<Epidemic>(graph: .ring(nodes: 3), states: [0.1, state, 0.3])
            }
            #expect(throws: (any Error).self) {
                try simulation.addNode(state)
                try simulation.run(steps: 1)
            }
            #expect(model.presentNodes == [0, 1, 2])
        }
        var unrestrained = Epidemic()
        unrestrained.recovery = .nan
        #expect(throws: NetworkModelError.self) {
            try CoupledDynamics(graph: .ring(nodes: 3), unrestrained, states: [0.1, 0.2, 0.3])
        }
    }

    /// What the functions of one's own give is looked at after each step, and the last good state remains.
    @Test("Rates that are not finite end a run by the name of the vertex", arguments: [true, false])
    func rates(adaptive: Bool) throws {
        let model = try CoupledDynamics<Broken>(graph: .ring(nodes: 4), states: [0.1, 0.2, 0.3, 0.4])
        let integrator: any Integrator<CoupledDynamics<Broken>> =
            adaptive
            ? try AdaptiveIntegrator(model, stepper: .rkf45, control: .state(absolute: 1e-6, relative: 1e-6))
            : RungeKutta4()
        let simulation = try Simulation(model, integrator: integrator, step: 0.125)
        let error = #expect(throws: (any Error).self) { try simulation.run(until: 10) }
        #expect("\(try #require(error))".contains("node 2"))
        #expect((0..<4).allSatisfy { model.nodeState(at: $0).isFinite })
        #expect(simulation.moment.time <= 1)
    }

    @Test("A type whose variables are not those of its state is refused")
    func variables() {
        #expect(throws: NetworkModelError.wrongVariableCount(1, columnCount: 2)) {
            try CoupledDynamics<Mismatched>(graph: .ring(nodes: 3), states: [.zero, .zero, .zero])
        }
    }
}

/// Its rate is not a number at vertices whose state is between 0.25 and 0.35, from time 1 on.
private struct Broken: NetworkDynamics {
    static let name = "broken"
    static let variables = [VertexVariable("x", initial: 0)]
    static let parameters: [VertexParameter<Broken>] = []

    func influence(of neighbour: Double, on state: Double) -> Double { 0 }

    func rate(of state: Double, input: Double, at time: Double) -> Double {
        time > 1 && state > 0.25 && state < 0.35 ? .nan : 0
    }
}

private struct Mismatched: NetworkDynamics {
    static let name = "mismatched"
    static let variables = [VertexVariable("x", initial: 0)]
    static let parameters: [VertexParameter<Mismatched>] = []

    func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> { .zero }
    func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> { .zero }
}
