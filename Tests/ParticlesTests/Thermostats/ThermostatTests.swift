import SimulationEngine
import Testing

@testable import Particles

/// Fluids at a temperature. Statistical expectations fail by chance with a probability of less than 1e-4.
@Suite struct ThermostatTests {
    enum Method: String, CaseIterable {
        case langevin, brownian, noseHoover, berendsen

        func integrator(for system: ParticleSystem, temperature: Double) throws -> any Integrator<ParticleSystem> {
            let streams = try RandomStreams(seed: 8)
            switch self {
            case .langevin:
                return try LangevinIntegrator(system, temperature: temperature, friction: 2, streams: streams)
            case .brownian:
                return try BrownianIntegrator(system, temperature: temperature, friction: 50, streams: streams)
            case .noseHoover:
                return try NoseHooverChain(system, temperature: temperature, relaxationTime: 0.2)
            case .berendsen:
                return try BerendsenThermostat(system, temperature: temperature, relaxationTime: 0.2)
            }
        }
    }

    private func fluid(dimensions: Int, boundary: Lattice.Boundary) throws -> ParticleSystem {
        var crystal = try Crystal(
            cells: [Int](repeating: dimensions == 3 ? 4 : 8, count: dimensions), boundary: boundary, disturbance: 0.05)
        try crystal.particles.setVelocities(temperature: 2, dimensions: dimensions, from: try RandomStreams(seed: 11))
        return try crystal.system(
            try PairForce(
                try LennardJones(
                    PairTable(typeCount: 1) { _, _ in
                        .weeksChandlerAndersen()
                    })))
    }

    /// The mean over 60 states 0.1 apart. The kinetic energy of 189 degrees of freedom fluctuates by 10 %; between states
    /// half of that is forgotten at least, so that the mean has a standard error of 2 % at most.
    @Test("A fluid takes on the temperature of each thermostat", arguments: Method.allCases)
    func temperature(method: Method) throws {
        let system = try fluid(dimensions: 3, boundary: .periodic)
        let simulation = try Simulation(
            system, integrator: try method.integrator(for: system, temperature: 0.8), step: 0.004)
        try simulation.run(steps: 250)
        var (mean, light) = (0.0, 0.0)
        for _ in 0..<60 {
            try simulation.run(steps: 25)
            mean += simulation.quantities.temperature.value / 60
            // Particles of mass 1 have as much energy each as those of mass 2.
            let energies = system.masses.indices.filter { system.masses[$0] == 1 }.map { node in
                let velocity = system.nodeState(at: node).velocity
                return (velocity * velocity).sum() / 3
            }
            light += energies.reduce(0, +) / Double(energies.count) / 60
        }
        #expect(abs(mean - 0.8) < 0.06, "\(mean)")
        #expect(abs(light - 0.8) < 0.09, "\(light)")
        let momentum = simulation.quantities.momentum.value
        let isPushed = method == .langevin || method == .brownian
        #expect(((momentum * momentum).sum().squareRoot() > 1e-9) == isPushed)
        #expect(system.degreesOfFreedom == (isPushed ? 192 : 189))
    }

    @Test("In two dimensions nothing leaves the plane, and walls hold", arguments: Method.allCases)
    func planeWithWalls(method: Method) throws {
        let system = try fluid(dimensions: 2, boundary: .reflecting)
        let simulation = try Simulation(
            system, integrator: try method.integrator(for: system, temperature: 2), step: 0.005)
        try simulation.run(steps: 200)
        for node in 0..<system.nodeCount {
            let state = system.nodeState(at: node)
            #expect(state.position.z == 0 && state.velocity.z == 0)
            #expect(system.box.wallsAround(state.position) == nil)
        }
        #expect(system.degreesOfFreedom == 128)
    }

    @Test("Energy that a thermostat counts is conserved", arguments: [Method.noseHoover, .berendsen])
    func conservedEnergy(method: Method) throws {
        let system = try fluid(dimensions: 3, boundary: .periodic)
        let simulation = try Simulation(
            system, integrator: try method.integrator(for: system, temperature: 0.8), step: 0.002)
        let (start, energy) = (simulation.quantities.conservedEnergy.value, simulation.quantities.totalEnergy.value)
        try simulation.run(steps: 500)
        #expect(abs(simulation.quantities.totalEnergy.value - energy) > 20)
        #expect(abs(simulation.quantities.conservedEnergy.value - start) < 0.1)
    }

    @Test("The conserved energy is not known under random forces")
    func unknownEnergy() throws {
        let system = try fluid(dimensions: 3, boundary: .periodic)
        let simulation = try Simulation(
            system, integrator: try Method.langevin.integrator(for: system, temperature: 1), step: 0.002)
        #expect(simulation.quantities.conservedEnergy.value.isNaN)
    }
}
