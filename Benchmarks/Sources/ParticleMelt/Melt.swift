import Particles
import SimulationEngine

/// The melt: a face-centred cubic crystal of density 0.8442 at the temperature 1.44 that is left to itself.
struct Melt {
    let simulation: Simulation<ParticleSystem>
    let particleCount: Int
    private let total: Double

    init(cells: Int, threads: Int, skin: Double?) throws {
        let lattice = try Lattice(.fcc, cells: [cells, cells, cells], density: 0.8442)
        var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
        try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 87287))
        let force = try PairForce(LennardJones(cutoff: 2.5), skin: skin, threads: threads)
        let system = try ParticleSystem(
            particles, in: try lattice.box(.periodic), forces: [force], energyScale: .perParticle)
        simulation = try Simulation(system, integrator: Leapfrog(threads: threads), step: 0.005)
        particleCount = lattice.particleCount
        total = simulation.quantities.totalEnergy.value
    }

    /// Runs, and returns how many seconds that took.
    func run(steps: Int, look: Int?) throws -> Double {
        let clock = ContinuousClock()
        let duration = try clock.measure {
            var done = 0
            while done < steps {
                let next = min(steps, done + (look ?? steps))
                try simulation.run(steps: next - done)
                done = next
                if look != nil { lookAtEverything() }
            }
        }
        return Double(duration.components.seconds) + 1e-18 * Double(duration.components.attoseconds)
    }

    /// Whether all particles are in the same states, to the bit.
    func isInTheSameState(as other: Melt) -> Bool {
        simulation.model.state.numbers == other.simulation.model.state.numbers
    }

    private func lookAtEverything() {
        _ = simulation.quantities.temperature.value
        _ = simulation.quantities.potentialEnergy.value
        _ = simulation.quantities.totalEnergy.value
        _ = simulation.quantities.pressure.value
    }

    /// The crystal's energy and the pressure as in LAMMPS's published log; the pressure depends a little on the number of
    /// particles by that of degrees of freedom.
    func checkBeginning() throws {
        let quantities = simulation.quantities
        try check("temperature", quantities.temperature.value, is: 1.44, within: 1e-12)
        try check("potential energy", quantities.potentialEnergy.value, is: -6.7733681, within: 5e-8)
        let correction = 0.8442 * 1.44 * (1 / 32000.0 - 1 / Double(particleCount))
        try check("pressure", quantities.pressure.value, is: -5.0197073 + correction, within: 5e-8)
    }

    /// After 100 steps the averages of LAMMPS's published log, within some statistical errors of so many particles.
    func checkEnd(steps: Int) throws {
        let quantities = simulation.quantities
        // The energy jumps where a pair crosses the cutoff, so that it is not conserved but drifts down at first.
        try check("total energy", quantities.totalEnergy.value, is: total, within: 0.02)
        guard steps == 100 else { return }
        let error = 1 / Double(particleCount).squareRoot()
        try check("total energy", quantities.totalEnergy.value, is: -4.6223613, within: 0.2 * error)
        try check("temperature", quantities.temperature.value, is: 0.7574531, within: 2 * error)
        try check("potential energy", quantities.potentialEnergy.value, is: -5.7585055, within: 3 * error)
        try check("pressure", quantities.pressure.value, is: 0.20726105, within: 20 * error)
    }

    private func check(_ name: String, _ value: Double, is expected: Double, within error: Double) throws {
        guard abs(value - expected) <= error else {
            throw WrongResult(name: name, value: value, expected: expected)
        }
    }
}

/// A benchmark that computes something else than it should measures nothing.
struct WrongResult: Error, CustomStringConvertible {
    let name: String
    let value: Double
    let expected: Double

    var description: String { "the \(name) is \(value), but should be \(expected)" }
}
