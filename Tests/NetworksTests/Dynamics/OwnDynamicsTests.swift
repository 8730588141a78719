import Foundation
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
        #expect(abs(model.nodeState(at: 3) - 0.5 / (1 + 24 * exp(-4))) < 1e-9)
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
}
