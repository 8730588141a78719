import Foundation
import Particles
import SimulationEngine

/// Whether velocity Verlet lets the energy of 108 particles drift over many steps.
struct EnergyDrift {
    let steps: Int

    private static let blockCount = 20

    /// Prints the slope of the line through the means of the energy in 20 blocks of time, as an energy per particle over
    /// the whole run, its standard error, how far the energy fluctuates, and the ratio of the first two: a drift that is
    /// none is beyond 3.92 (Student's t with 18 degrees of freedom) once in a thousand times.
    func measure() throws {
        let simulation = try simulation()
        var means: [Double] = []
        var (least, greatest) = (Double.infinity, -Double.infinity)
        let stride = max(1, steps / (Self.blockCount * 500))
        for _ in 0..<Self.blockCount {
            let samples = try (0..<steps / Self.blockCount / stride).map { _ in
                try simulation.run(steps: stride)
                return simulation.quantities.totalEnergy.value
            }
            least = min(least, samples.min() ?? least)
            greatest = max(greatest, samples.max() ?? greatest)
            means.append(samples.reduce(0, +) / Double(samples.count))
        }
        let line = Line(through: means)
        let (drift, error) = (line.slope * Double(Self.blockCount), line.error * Double(Self.blockCount))
        print("particles,steps,energy-drift-per-particle,standard-error,fluctuation,ratio")
        print(
            "108,\(simulation.moment.step),"
                + [drift, error, greatest - least].map { String(format: "%.3e", $0) }
                .joined(separator: ",") + String(format: ",%.2f", drift / error))
    }

    private func simulation() throws -> Simulation<ParticleSystem> {
        let lattice = try Lattice(.fcc, cells: [3, 3, 3], density: 0.8442)
        var particles = lattice.positions.map { Particle(mass: 1, position: $0) }
        try particles.setVelocities(temperature: 1.44, from: try RandomStreams(seed: 108))
        let force = try PairForce(LennardJones(cutoff: 2.5, truncation: .forceShifted))
        let system = try ParticleSystem(
            particles, in: try lattice.box(.periodic), forces: [force], energyScale: .perParticle)
        let simulation = try Simulation(system, integrator: Leapfrog(), step: 0.005)
        // The crystal melts first.
        try simulation.run(steps: 2000)
        return simulation
    }
}

/// The line of least squares through numbers at 0, 1, 2, …
private struct Line {
    let slope: Double

    /// The standard error of the slope, from the residuals.
    let error: Double

    init(through numbers: [Double]) {
        let count = Double(numbers.count)
        let (middle, mean) = ((count - 1) / 2, numbers.reduce(0, +) / count)
        let places = numbers.indices.map { Double($0) - middle }
        let squares = places.reduce(0) { $0 + $1 * $1 }
        let slope = zip(places, numbers).reduce(0) { $0 + $1.0 * ($1.1 - mean) } / squares
        let residuals = zip(places, numbers).map { $1 - mean - slope * $0 }
        self.slope = slope
        error = (residuals.reduce(0) { $0 + $1 * $1 } / (count - 2) / squares).squareRoot()
    }
}
