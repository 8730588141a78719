import Particles
import SimulationEngine
import Testing

/// LAMMPS's benchmark `bench/in.lj` and conservation laws of systems like it.
@Suite struct LennardJonesMeltTests {
    static func simulation(
        cells: Int, density: Double = 0.8442, temperature: Double, cutoff: Double = 2.5,
        truncation: LennardJones.Truncation = .truncated, step: Double
    ) throws -> Simulation<ParticleSystem> {
        let lattice = try Lattice(.fcc, cells: [cells, cells, cells], density: density)
        var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
        try particles.setVelocities(temperature: temperature, from: try RandomStreams(seed: 87287))
        let force = try PairForce(LennardJones(cutoff: cutoff, truncation: truncation))
        let system = try ParticleSystem(particles, in: try lattice.box(.periodic), forces: [force])
        return try Simulation(system, integrator: Leapfrog(), step: step)
    }

    /// Energy and pressure at step 0 of LAMMPS's published log, all digits of it. The log has a system of 20³ cells; the
    /// energy of a crystal does not depend on its size, and the pressure only by the number of degrees of freedom.
    @Test("The crystal of LAMMPS's melt has its energy and pressure")
    func beginning() throws {
        let simulation = try Self.simulation(cells: 4, temperature: 1.44, step: 0.005)
        let quantities = simulation.quantities
        #expect(abs(quantities.potentialEnergyPerParticle.value + 6.7733681) < 5e-8)
        let correction = 0.8442 * 1.44 * (1 / 256.0 - 1 / 32000.0)
        #expect(abs(quantities.pressure.value - (-5.0197073 - correction)) < 5e-8)
        #expect(abs(quantities.temperature.value - 1.44) < 1e-13)
    }

    /// With a force that does not jump the error of the energy is bounded and of second order in the step.
    @Test("The energy does not drift, and its error falls with the square of the step")
    func energy() throws {
        let errors = try [0.008, 0.004].map { step in
            let simulation = try Self.simulation(
                cells: 3, density: 0.6, temperature: 1, cutoff: 2.2, truncation: .forceShifted, step: step)
            let energy = simulation.quantities.totalEnergyPerParticle
            let initial = energy.value
            var (first, second) = (0.0, 0.0)
            for index in 0..<Int(4 / step) {
                try simulation.run(steps: 1)
                let error = abs(energy.value - initial)
                if Double(index) * step < 2 { first = max(first, error) } else { second = max(second, error) }
            }
            #expect(second < 1.5 * first)
            return max(first, second)
        }
        #expect(errors[0] < 5e-3)
        #expect(abs(errors[0] / errors[1] - 4) < 1, "\(errors)")
    }

    @Test("Momentum is conserved to rounding")
    func momentum() throws {
        let simulation = try Self.simulation(cells: 3, density: 0.6, temperature: 1, cutoff: 2.2, step: 0.005)
        try simulation.run(steps: 200)
        let momentum = simulation.quantities.momentum.value
        #expect((momentum * momentum).sum().squareRoot() < 1e-12 * 108)
    }

    @Test("Turned velocities lead back to the crystal")
    func reversal() throws {
        let simulation = try Self.simulation(
            cells: 3, density: 0.6, temperature: 1, cutoff: 2.2, truncation: .forceShifted, step: 0.005)
        let model = simulation.model
        let initial = Array(model.state.elements)
        func turn() {
            for index in model.state.count / 2..<model.state.count { model.state.elements[index].negate() }
            simulation.stateWasChanged()
        }
        try simulation.run(steps: 100)
        turn()
        try simulation.run(steps: 100)
        turn()
        let difference = zip(initial, model.state.elements).map { abs($0 - $1) }.max()
        #expect(try #require(difference) < 1e-11)
    }
}
