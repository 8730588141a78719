import SimulationEngine
import Testing

@testable import Particles

@Suite("Energy over many steps")
struct EnergyDriftTests {
    private static let blockCount = 20

    /// The energy of 108 particles of a Lennard-Jones liquid in blocks of time.
    private func energies(_ truncation: LennardJones.Truncation, steps: Int) throws -> [[Double]] {
        let lattice = try Lattice(.fcc, cells: [3, 3, 3], density: 0.8442)
        var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
        try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 108))
        let force = try PairForce(LennardJones(cutoff: 2.2, truncation: truncation))
        let system = try ParticleSystem(particles, in: try lattice.box(.periodic), forces: [force])
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.005)
        try simulation.run(steps: 300)
        return try (0..<Self.blockCount).map { _ in
            try (0..<steps / Self.blockCount / 5).map { _ in
                try simulation.run(steps: 5)
                return system.value(\.totalEnergy) / 108
            }
        }
    }

    /// The slope of the line of least squares through the means of blocks, divided by its standard error.
    private func slopeInErrors(_ blocks: [[Double]]) -> Double {
        let means = blocks.map { $0.reduce(0, +) / Double($0.count) }
        let count = Double(means.count)
        let mean = means.reduce(0, +) / count
        let places = means.indices.map { Double($0) - (count - 1) / 2 }
        let squares = places.reduce(0) { $0 + $1 * $1 }
        let slope = zip(places, means).reduce(0) { $0 + $1.0 * ($1.1 - mean) } / squares
        let residuals = zip(places, means).map { $1 - mean - slope * $0 }
        return slope / (residuals.reduce(0) { $0 + $1 * $1 } / (count - 2) / squares).squareRoot()
    }

    /// Velocity Verlet conserves a function that differs from the energy by a term of second order in the step (E. Hairer,
    /// C. Lubich and G. Wanner, Acta Numerica 12 (2003) 399, DOI 10.1017/S0962492902000144), so that the energy fluctuates
    /// without a drift. The means of blocks are independent then, as blocks are much longer than the time in which a
    /// liquid forgets, and the slope divided by its error follows Student's t with 18 degrees of freedom, which is beyond
    /// 3.92 in one of a thousand cases.
    @Test("Velocity Verlet lets the energy of a force-shifted liquid fluctuate, but not drift")
    func drift() throws {
        let blocks = try energies(.forceShifted, steps: 4000)
        #expect(abs(slopeInErrors(blocks)) < 3.92)
        let all = blocks.joined()
        let spread = try #require(all.max()) - #require(all.min())
        #expect(spread < 3e-3)
    }

    @Test("The slope of an energy that does drift is beyond its error")
    func power() throws {
        let blocks = try energies(.forceShifted, steps: 2000).enumerated().map { block, energies in
            energies.map { $0 + 1e-4 * Double(block) }
        }
        #expect(abs(slopeInErrors(blocks)) > 3.92)
    }
}
