import EngineTestSupport
import Foundation
import SimulationEngine
import Testing

/// Langevin dynamics by BAOAB. Each statistical expectation fails by chance with a probability of 1e-4.
@Suite struct LangevinTests {
    private func simulation(
        _ model: ThermalNodes, temperature: Double, friction: Double, step: Double, seed: UInt64 = 1, threads: Int = 1
    ) throws -> Simulation<ThermalNodes> {
        let integrator = try LangevinIntegrator(
            model, temperature: temperature, friction: friction, streams: try RandomStreams(seed: seed),
            threads: threads)
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// At half of the greatest stable step. Positions have the exact variance T/k; velocities have (1 − h² k/(4m)) T/m,
    /// as section 3 of Leimkuhler and Matthews (2013) finds.
    @Test("Positions in a harmonic well are exact however long the step, and velocities to second order")
    func harmonicWell() throws {
        let model = ThermalNodes(count: 4000, mass: 2) { -3 * $0 }
        let step = 2.0.squareRoot() / 3.0.squareRoot()
        try simulation(model, temperature: 0.7, friction: 1, step: step).run(steps: 40)
        expectMeanSquare(model.positions, 0.7 / 3)
        expectNormal(model.positions, variance: 0.7 / 3)
        expectNormal(model.velocities, variance: 0.75 * 0.7 / 2)
        #expect(abs(model.velocities.meanSquare - 0.35) > 0.06)
    }

    /// Released from rest in one place, with a mean square displacement of 2 D (t − (3 − 4 exp(−γt) + exp(−2γt)) / (2γ)),
    /// D = T/(m γ): G. E. Uhlenbeck and L. S. Ornstein, Physical Review 36 (1930) 823, DOI 10.1103/PhysRev.36.823.
    @Test("Free particles have the Maxwell distribution and diffuse")
    func freeParticles() throws {
        let model = ThermalNodes(count: 1500, axes: 3, mass: 2) { _ in 0 }
        let (friction, step, count) = (2.0, 0.1, 40)
        try simulation(model, temperature: 1.5, friction: friction, step: step).run(steps: count)
        expectNormal(model.velocities, variance: 0.75)
        let time = step * Double(count)
        let transient = (3 - 4 * exp(-friction * time) + exp(-2 * friction * time)) / (2 * friction)
        // BAOAB diffuses faster by (γh/2) coth(γh/2) = 1 + (γh)²/12.
        let enhancement = friction * step / 2 / tanh(friction * step / 2)
        expectMeanSquare(model.positions, 2 * 0.75 / friction * (time - transient) * enhancement)
    }

    @Test("Without temperature, energy is lost at the rate of the friction")
    func damping() throws {
        let model = ThermalNodes(count: 1, mass: 3) { _ in 0 }
        model.state[1, 0] = 2
        try simulation(model, temperature: 0, friction: 0.5, step: 0.25).run(steps: 8)
        #expect(abs(model.velocities[0] - 2 * exp(-1)) < 1e-15)
    }

    @Test("Little friction leaves the trajectory of the leapfrog method")
    func littleFriction() throws {
        func swing(_ integrator: (ThermalNodes) throws -> any Integrator<ThermalNodes>) throws -> [Double] {
            let model = ThermalNodes(count: 3) { -sin($0) }
            for node in 0..<3 { model.state[0, node] = Double(node) }
            try Simulation(model, integrator: try integrator(model), step: 0.1).run(steps: 100)
            return model.numbers
        }
        let leapfrog = try swing { _ in Leapfrog() }
        let langevin = try swing {
            try LangevinIntegrator($0, temperature: 0, friction: 1e-13, streams: try RandomStreams(seed: 1))
        }
        for (a, b) in zip(leapfrog, langevin) { #expect(abs(a - b) < 1e-10) }
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
        let bits = try run(threads: 1, pieces: [6])
        #expect(try run(threads: 2, pieces: [1, 5]) == bits)
        #expect(try run(threads: 3, pieces: [4, 2]) == bits)
    }

    @Test("What is pinned feels neither friction nor noise, and counts as no degree of freedom")
    func pins() throws {
        let model = ThermalNodes(count: 3, axes: 2) { -$0 }
        for i in 0..<12 { model.state.elements[i] = Double(i) }
        let simulation = try simulation(model, temperature: 1, friction: 1, step: 0.1)
        try simulation.pin(nodes: [1])
        try simulation.pin(nodes: [2], fields: ["y"])
        #expect(model.degreesOfFreedom == 3)
        try simulation.run(steps: 5)
        #expect(model.nodeState(at: 1) == [1, 4, 0, 0])
        #expect(model.state[0, 2] == 2 && model.state[1, 2] != 5)
    }

    @Test("What is driven moves as it is told")
    func drives() throws {
        let model = ThermalNodes(count: 2) { -$0 }
        let simulation = try simulation(model, temperature: 1, friction: 1, step: 0.1)
        try simulation.drive("y", ofNode: 1) { 3 * $0 }
        try simulation.run(steps: 10)
        #expect(abs(model.state[0, 1] - 3) < 1e-13)
        #expect(abs(model.state[1, 1] - 3) < 1e-13)
    }

    @Test("States inside of a step lead from its beginning to its end without a jump")
    func interior() throws {
        let model = ThermalNodes(count: 4) { -$0 }
        let integrator = try LangevinIntegrator(
            model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 1))
        let simulation = try Simulation(model, integrator: integrator, step: 0.25)
        try simulation.run(steps: 3)
        let interior = try #require(integrator.makeDenseOutput(for: model))
        interior.begin(model, at: 0.75)
        let start = model.numbers
        try simulation.run(steps: 1)
        interior.noteEnd(model)
        let end = model.numbers
        try interior.show(0.75 + 1e-12, in: model)
        for (a, b) in zip(model.numbers, start) { #expect(abs(a - b) < 1e-4) }
        try interior.show(1 - 1e-12, in: model)
        for (a, b) in zip(model.numbers, end) { #expect(abs(a - b) < 1e-10) }
        interior.showEnd(in: model)
        #expect(model.numbers == end)
    }

    @Test("A step that fails leaves the state as it was")
    func failure() throws {
        let model = ThermalNodes(count: 2) { $0 > 1.5 ? .infinity : 1 }
        let simulation = try simulation(model, temperature: 0, friction: 1e-9, step: 1)
        try simulation.run(steps: 1)
        let numbers = model.numbers
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 5) }
        #expect(simulation.moment.step == 1)
        #expect(model.numbers == numbers)
    }

    @Test("Parameters that are not possible are refused")
    func refusals() throws {
        func make(mass: Double = 1, temperature: Double = 1, friction: Double = 1) throws {
            let model = ThermalNodes(count: 2, mass: mass) { $0 }
            _ = try simulation(model, temperature: temperature, friction: friction, step: 1)
        }
        expectRefusal(of: "temperature", is: "-1") { try make(temperature: -1) }
        expectRefusal(of: "friction", is: "0") { try make(friction: 0) }
        #expect(throws: ThermostatError.noMass(node: 0)) { try make(mass: 0) }
    }
}
