import SimulationEngine
import Testing

@testable import Particles

/// Three equal masses on a figure eight: A. Chenciner and R. Montgomery, Annals of Mathematics 152 (2000) 881,
/// DOI 10.2307/2661357, with the initial state and the period of C. Simó.
@Suite("Energy on the figure eight")
struct FigureEightTests {
    private static let period = 6.32591398
    private static let periodCount = 20

    /// The errors of the energy after each step.
    private func errors(
        stepsPerPeriod: Int, _ integrator: some Integrator<ParticleSystem>
    ) throws -> [Double] {
        let (place, speed) = (SIMD3(0.97000436, -0.24308753, 0), SIMD3(0.466203685, 0.43236573, 0))
        let system = try ParticleSystem(
            [
                Particle(mass: 1, position: place, velocity: speed),
                Particle(mass: 1, position: -place, velocity: speed),
                Particle(mass: 1, position: .zero, velocity: -2 * speed),
            ], forces: [try NewtonianGravity(constant: 1)])
        let simulation = try Simulation(
            system, integrator: integrator, step: Self.period / Double(stepsPerPeriod))
        let energy = system.value(\.totalEnergy)
        return try (0..<stepsPerPeriod * Self.periodCount).map { _ in
            try simulation.run(steps: 1)
            return system.value(\.totalEnergy) - energy
        }
    }

    /// Whether the energy of the last quarter of the time is where it was in the first one: as far away from its initial
    /// value at most, and in the mean.
    private func expectNoGrowth(of errors: [Double]) {
        let (early, late) = (errors.prefix(errors.count / 4), errors.suffix(errors.count / 4))
        let bound = early.map(abs).max() ?? 0
        #expect(abs((late.map(abs).max() ?? 0) / bound - 1) < 0.01)
        let drift = (late.reduce(0, +) - early.reduce(0, +)) / Double(early.count)
        #expect(abs(drift) < 1e-4 * bound)
    }

    private func expectBound(
        ofOrder order: Double, _ integrator: () -> some Integrator<ParticleSystem>
    ) throws {
        let bounds = try [200, 400].map { steps in
            let errors = try errors(stepsPerPeriod: steps, integrator())
            expectNoGrowth(of: errors)
            return errors.map(abs).max() ?? 0
        }
        let ratio = order == 2 ? 4.0 : 16.0
        #expect(abs(bounds[0] / bounds[1] / ratio - 1) < 0.03, "\(bounds)")
    }

    @Test("Leapfrog keeps the error of the energy within a bound of second order over twenty periods")
    func leapfrog() throws {
        try expectBound(ofOrder: 2) { Leapfrog() }
    }

    @Test("Yoshida's method keeps it within a bound of fourth order")
    func yoshida() throws {
        try expectBound(ofOrder: 4) { Yoshida4() }
    }
}
