import Foundation
import SimulationEngine
import Testing

/// Brownian dynamics. Each statistical expectation fails by chance with a probability of 1e-4.
@Suite struct BrownianTests {
    private func simulation(
        _ model: ThermalNodes, temperature: Double, friction: Double, step: Double, threads: Int = 1
    ) throws -> Simulation<ThermalNodes> {
        let integrator = try BrownianIntegrator(
            model, temperature: temperature, friction: friction, streams: try RandomStreams(seed: 5), threads: threads)
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// A. Einstein, Annalen der Physik 322 (1905) 549, DOI 10.1002/andp.19053220806: ⟨x²⟩ = 2 D t with D = T/(m γ). The
    /// first and the last random number count half, so that the time is shorter by half a step.
    @Test("Free particles diffuse as Einstein found, with velocities of the Maxwell distribution")
    func diffusion() throws {
        let model = ThermalNodes(count: 1500, axes: 3, mass: 2) { _ in 0 }
        try simulation(model, temperature: 1.5, friction: 4, step: 0.5).run(steps: 20)
        let diffusion = 1.5 / (2 * 4)
        expectMeanSquare(model.positions, 2 * diffusion * (10 - 0.25))
        expectNormal(model.positions, variance: 2 * diffusion * (10 - 0.25))
        expectNormal(model.velocities, variance: 0.75)
    }

    /// The Euler–Maruyama method would have a variance of T/k / (1 − h k/(2 m γ)), two thirds more at this step.
    @Test("Positions in a harmonic well are exact however long the step")
    func harmonicWell() throws {
        let model = ThermalNodes(count: 5000, mass: 2) { -4 * $0 }
        try simulation(model, temperature: 0.7, friction: 2, step: 0.8).run(steps: 40)
        expectMeanSquare(model.positions, 0.7 / 4)
        expectNormal(model.positions, variance: 0.7 / 4)
    }

    /// U = q⁴/4 at T = 1 has ⟨q²⟩ = 2 Γ(3/4)/Γ(1/4).
    @Test("Averages in a quartic well are of second order in the step")
    func quarticWell() throws {
        let exact = 2 * tgamma(0.75) / tgamma(0.25)
        let model = ThermalNodes(count: 2000) { -$0 * $0 * $0 }
        let simulation = try simulation(model, temperature: 1, friction: 1, step: 0.1)
        try simulation.run(steps: 20)
        var mean = 0.0
        for _ in 0..<4 {
            try simulation.run(steps: 20)
            mean += model.positions.meanSquare / 4
        }
        // The variance of q² is 1 − exact² = 0.543, and samples two relaxation times apart are all but independent. The
        // error of the Euler–Maruyama method at this step is 0.045.
        #expect(abs(mean - exact) < 3.9 * (0.543 / 8000).squareRoot() * 1.2)
    }

    @Test("A trajectory is the same bytes for any number of threads and from any step on")
    func threads() throws {
        func run(threads: Int, pieces: [Int]) throws -> [UInt64] {
            let model = ThermalNodes(count: 2500, axes: 2) { -$0 }
            let simulation = try simulation(model, temperature: 1, friction: 1, step: 0.1, threads: threads)
            for steps in pieces {
                try simulation.run(steps: steps)
                simulation.stateWasChanged()
            }
            return model.bits
        }
        let bits = try run(threads: 1, pieces: [5])
        #expect(try run(threads: 3, pieces: [2, 3]) == bits)
    }

    @Test("What is pinned rests and what is driven moves as it is told")
    func held() throws {
        let model = ThermalNodes(count: 3) { -$0 }
        for node in 0..<3 { model.state[0, node] = Double(node) }
        let simulation = try simulation(model, temperature: 1, friction: 1, step: 0.1)
        try simulation.pin(nodes: [1])
        try simulation.drive("y", ofNode: 2) { 2 + 3 * $0 }
        try simulation.run(steps: 10)
        #expect(model.nodeState(at: 1) == [1, 0])
        #expect(abs(model.state[0, 2] - 5) < 1e-13)
        #expect(model.state[0, 0] != 0)
    }

    @Test("A step that fails leaves the state as it was")
    func failure() throws {
        let model = ThermalNodes(count: 1) { $0 > 1.5 ? .infinity : 1 }
        let simulation = try simulation(model, temperature: 0, friction: 1, step: 1)
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 5) }
        #expect(simulation.moment.step == 2)
        #expect(model.positions == [2])
    }
}
