import Foundation
import Networks
import SimulationEngine
import Testing

/// Oscillators with inertia against closed forms.
@Suite struct InertialKuramotoTests {
    static func pair(
        coupling: Double, inertia: Double, damping: Double, phases: [Double], velocities: [Double] = [0, 0],
        frequencies: [Double] = [0, 0]
    ) throws -> InertialKuramotoModel {
        try InertialKuramotoModel(
            graph: Graph(vertexCount: 2, edges: [(0, 1)]), coupling: coupling, inertia: inertia, damping: damping,
            frequencies: frequencies, phases: phases, velocities: velocities)
    }

    /// θ̇ = ω/d + (v₀ − ω/d) exp(−d t/m).
    @Test("without coupling velocities relax with the rate damping / inertia")
    func relaxation() throws {
        let model = try Self.pair(
            coupling: 0, inertia: 2, damping: 0.5, phases: [0, 1], velocities: [3, -1], frequencies: [1, -2])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        try simulation.run(until: 4)
        for (node, (start, end)) in [(3.0, 2.0), (-1, -4)].enumerated() {
            #expect(abs(model.nodeState(at: node).y - (end + (start - end) * exp(-1))) < 1e-9)
        }
    }

    /// The difference φ of two oscillators without damping is a pendulum: m φ̈ = −2K sin φ.
    @Test("two oscillators without damping are a pendulum, whose energy is conserved")
    func pendulum() throws {
        let model = try Self.pair(coupling: 0.75, inertia: 1.5, damping: 0, phases: [0, 2])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        try simulation.run(until: 5)
        let difference = model.nodeState(at: 1) - model.nodeState(at: 0)
        let energy = 0.5 * 1.5 * difference.y * difference.y - 1.5 * cos(difference.x)
        #expect(abs(energy + 1.5 * cos(2)) < 1e-8)
        // A quarter of the period is K(sin(φ₀/2)), by the arithmetic-geometric mean.
        var (a, b) = (1.0, cos(1.0))
        for _ in 0..<6 { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
        let quarter = Double.pi / (2 * a)
        // Half a period later it is on the other side.
        let reversed = try Self.pair(coupling: 0.75, inertia: 1.5, damping: 0, phases: [0, 2])
        let steps = 1000
        let integrator = RungeKutta4<InertialKuramotoModel>()
        for step in 0..<steps {
            let h = 2 * quarter / Double(steps)
            try integrator.advance(reversed, from: Double(step) * h, to: Double(step + 1) * h)
        }
        #expect(abs(reversed.nodeState(at: 1).x - reversed.nodeState(at: 0).x + 2) < 1e-8)
    }

    @Test("parameters out of range are refused")
    func refusals() throws {
        #expect(throws: NetworkModelError.notPositive("inertia", value: 0)) {
            _ = try Self.pair(coupling: 1, inertia: 0, damping: 1, phases: [0, 0])
        }
        #expect(throws: NetworkModelError.invalidRate("damping", value: -1)) {
            _ = try Self.pair(coupling: 1, inertia: 1, damping: -1, phases: [0, 0])
        }
        #expect(throws: NetworkModelError.wrongCount(of: "velocities", count: 1, vertexCount: 2)) {
            _ = try Self.pair(coupling: 1, inertia: 1, damping: 1, phases: [0, 0], velocities: [1])
        }
    }
}
