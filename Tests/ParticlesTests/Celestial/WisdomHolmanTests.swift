import Foundation
import SimulationEngine
import Testing

@testable import Particles

@Suite struct WisdomHolmanTests {
    /// Two planets of a thousandth of their star.
    static let planets = [
        Particle(mass: 1, position: .zero, velocity: [0, -1.5e-3, 0]),
        Particle(mass: 1e-3, position: [1, 0, 0], velocity: [0, 1.05, 0.02]),
        Particle(mass: 1e-3, position: [0, 2.1, 0.1], velocity: [-0.68, 0, 0]),
    ]

    static func system(_ particles: [Particle] = planets, softening: Double = 0) throws -> ParticleSystem {
        try ParticleSystem(particles, forces: [try NewtonianGravity(constant: 1, softening: softening)])
    }

    static func energy(_ system: ParticleSystem) -> Double { ParticleSystem.quantities.totalEnergy.evaluate(system) }

    private func greatestEnergyError(
        _ system: ParticleSystem, _ integrator: any Integrator<ParticleSystem>, step: Double
    ) throws -> Double {
        let before = Self.energy(system)
        var error = 0.0
        for index in 0..<Int(200 / step) {
            try integrator.advance(system, from: Double(index) * step, to: Double(index + 1) * step)
            error = max(error, abs(Self.energy(system) / before - 1))
        }
        return error
    }

    @Test(
        "Kepler's orbits are exact: whole periods, and energy and angular momentum on any conic section",
        arguments: [0.2, 0.9, 1.0, 1.3, 1.41421356237309515, 2.5])
    func kepler(speed: Double) {
        let start = ParticleState(position: [1, 0, 0], velocity: [0, speed * 0.8, speed * 0.6])
        func energy(_ s: ParticleState) -> Double { (s.velocity * s.velocity).sum() / 2 - 1 / length(s.position) }
        func momentum(_ s: ParticleState) -> Double {
            s.position.x * s.velocity.y - s.position.y * s.velocity.x
        }
        for time in [1e-6, 0.1, 1, 7, -3, 100, 1e4] {
            let end = KeplerOrbit.advance(start, by: time, parameter: 1)
            #expect(abs(energy(end) - energy(start)) < 2e-13 * (1 + 1 / length(end.position)))
            #expect(abs(momentum(end) - momentum(start)) < 2e-14 * (1 + length(end.position)))
            // There and back.
            guard time < 1000 else { continue }
            let back = KeplerOrbit.advance(end, by: -time, parameter: 1)
            #expect(length(back.position - start.position) < 1e-11)
        }
        let beta = 2 - speed * speed
        guard beta > 0.01 else { return }
        let period = 2 * Double.pi / pow(beta, 1.5)
        let end = KeplerOrbit.advance(start, by: 0.5 * period, parameter: 1)
        // The opposite end of the ellipse.
        #expect(length(end.position - SIMD3(1 - 2 / beta, 0, 0)) < 1e-12)
        #expect(length(KeplerOrbit.advance(start, by: 1000 * period, parameter: 1).position - start.position) < 1e-9)
    }

    @Test("A single planet moves on Kepler's orbit whatever the step, and its energy does not drift")
    func singlePlanet() throws {
        let system = try Self.system([
            Particle(mass: 1, position: [0.1, 0, 0], velocity: [0.2, 0, -0.3]),
            Particle(mass: 0.25, position: [1.1, 0, 0], velocity: [0.2, 1.3, -0.3]),
        ])
        let integrator = try WisdomHolman(system)
        let relative = ParticleState(position: [1, 0, 0], velocity: [0, 1.3, 0])
        let error = try greatestEnergyError(system, integrator, step: 2.5)
        #expect(error < 1e-12)
        let expected = KeplerOrbit.advance(relative, by: 200, parameter: 1.25)
        let found = system.nodeState(at: 1).position - system.nodeState(at: 0).position
        #expect(length(found - expected.position) < 1e-10)
        // The centre of mass of 0.25 × 1.1 + 0.1 moves straight on.
        let center = (system.nodeState(at: 0).position + 0.25 * system.nodeState(at: 1).position) / 1.25
        #expect(length(center - SIMD3(0.3 + 200 * 0.2, 200 * 0.26, -60)) < 1e-10)
    }

    @Test("The order is two, and the error of the energy is far below that of leapfrog")
    func order() throws {
        let errors = try [0.2, 0.1, 0.05].map { step in
            let system = try Self.system()
            return try greatestEnergyError(system, try WisdomHolman(system), step: step)
        }
        for (coarse, fine) in zip(errors, errors.dropFirst()) { #expect(abs(log2(coarse / fine) - 2) < 0.25) }
        let leapfrog = try greatestEnergyError(try Self.system(), Leapfrog(), step: 0.1)
        #expect(errors[1] < 0.01 * leapfrog)
    }

    /// Towards the solution of the same equations by Yoshida's method with tiny steps.
    @Test("Trajectories approach those of Newton's equations")
    func trajectory() throws {
        let reference = try Self.system()
        let yoshida = Yoshida4<ParticleSystem>()
        for index in 0..<4000 {
            try yoshida.advance(reference, from: Double(index) * 0.0025, to: Double(index + 1) * 0.0025)
        }
        let errors = try [0.1, 0.05].map { step in
            let system = try Self.system()
            let integrator = try WisdomHolman(system)
            for index in 0..<Int((10 / step).rounded()) {
                try integrator.advance(system, from: Double(index) * step, to: Double(index + 1) * step)
            }
            return (0..<3).map { length(system.nodeState(at: $0).position - reference.nodeState(at: $0).position) }
                .max() ?? .infinity
        }
        #expect(errors[0] < 1e-4)
        #expect(abs(log2(errors[0] / errors[1]) - 2) < 0.2)
    }

    @Test("A step that fails leaves the state as it was")
    func failure() throws {
        let system = try Self.system()
        let integrator = try WisdomHolman(system)
        system.setNodeState(ParticleState(position: .zero), at: 1)
        let before = (0..<3).map(system.nodeState(at:))
        #expect(throws: IntegrationError.self) { try integrator.advance(system, from: 0, to: 0.1) }
        #expect((0..<3).map(system.nodeState(at:)) == before)
    }

    @Test("Systems without one star and its gravity are refused")
    func refusals() throws {
        let planets = Self.planets
        #expect(throws: WisdomHolmanError.noGravity) { try WisdomHolman(ParticleSystem(planets, forces: [])) }
        #expect(throws: WisdomHolmanError.noGravity) {
            try WisdomHolman(ParticleSystem(planets, forces: [try TreeGravity(constant: 1)]))
        }
        #expect(throws: WisdomHolmanError.softenedGravity) { try WisdomHolman(Self.system(softening: 0.1)) }
        #expect(throws: WisdomHolmanError.heavierThanTheStar(particle: 1)) {
            try WisdomHolman(Self.system([planets[1], planets[0]]))
        }
        #expect(throws: WisdomHolmanError.noStar) {
            try WisdomHolman(Self.system([Particle(mass: 0, position: .zero)]))
        }
    }
}
