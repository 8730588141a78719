import Foundation
import Particles
import SimulationEngine
import Testing

/// Two bodies against the closed form: an ellipse on which the mean anomaly grows evenly (Kepler's equation).
@Suite struct KeplerTests {
    /// Two bodies of different mass about their common centre, at periapsis at time 0.
    struct Orbit {
        let eccentricity = 0.5
        let semiMajorAxis = 1.0
        let masses = (0.75, 0.25)

        /// With G and the total mass 1, the mean motion is 1.
        let period = 2 * Double.pi

        /// The position of the second body relative to the first.
        func separation(at time: Double) -> SIMD2<Double> {
            let meanAnomaly = time.truncatingRemainder(dividingBy: period)
            var anomaly = meanAnomaly
            for _ in 0..<50 {
                anomaly -=
                    (anomaly - eccentricity * sin(anomaly) - meanAnomaly) / (1 - eccentricity * cos(anomaly))
            }
            return SIMD2(
                semiMajorAxis * (cos(anomaly) - eccentricity),
                semiMajorAxis * (1 - eccentricity * eccentricity).squareRoot() * sin(anomaly))
        }

        func system() throws -> ParticleSystem {
            let distance = semiMajorAxis * (1 - eccentricity)
            let speed = ((1 + eccentricity) / (1 - eccentricity)).squareRoot()
            return try ParticleSystem(
                [
                    Particle(
                        mass: masses.0, position: [-masses.1 * distance, 0, 0], velocity: [0, -masses.1 * speed, 0]),
                    Particle(
                        mass: masses.1, position: [masses.0 * distance, 0, 0], velocity: [0, masses.0 * speed, 0]),
                ], forces: [try NewtonianGravity(constant: 1)])
        }

        /// The distance of a simulation's second body from where the closed form has it.
        func error(of simulation: Simulation<ParticleSystem>) -> Double {
            let first = simulation.model.nodeState(at: 0).position
            let second = simulation.model.nodeState(at: 1).position
            let expected = separation(at: simulation.moment.time)
            let difference = second - first - SIMD3(expected, 0)
            return (difference * difference).sum().squareRoot()
        }
    }

    /// A tolerance of 1e-13 a step, some 40 steps an orbit: the phase error grows with the square of the time, to a few
    /// 1e-9 after 100 orbits.
    @Test func hundredPeriodsWithRK8PD() throws {
        let orbit = Orbit()
        let simulation = try IntegratorChoice.rk8pd.simulation(of: try orbit.system(), step: orbit.period / 16)
        var largest = 0.0
        for _ in 0..<1600 {
            try simulation.run(steps: 1)
            largest = max(largest, orbit.error(of: simulation))
        }
        #expect(largest < 1e-8)
    }

    /// Leapfrog follows the ellipse to second order in the step.
    @Test func leapfrogConvergesWithTheSquareOfTheStep() throws {
        let orbit = Orbit()
        let errors = try [2000.0, 4000, 8000].map { steps in
            let simulation = try IntegratorChoice.leapfrog.simulation(
                of: try orbit.system(), step: orbit.period / steps)
            try simulation.run(steps: Int(steps))
            return orbit.error(of: simulation)
        }
        #expect(abs(log2(errors[0] / errors[1]) - 2) < 0.05)
        #expect(abs(log2(errors[1] / errors[2]) - 2) < 0.05)
    }

    /// The ellipse keeps its size and shape: energy −G m₁m₂/2a and angular momentum μ√(GMa(1 − e²)).
    @Test func energyAndAngularMomentumAreThoseOfTheEllipse() throws {
        let orbit = Orbit()
        let simulation = try IntegratorChoice.rk8pd.simulation(of: try orbit.system(), step: orbit.period / 4)
        try simulation.run(steps: 400)
        let product = orbit.masses.0 * orbit.masses.1
        #expect(abs(simulation.quantities.totalEnergy.value + product / 2) < 1e-12)
        let angularMomentum = simulation.quantities.angularMomentum.value
        #expect(abs(angularMomentum.z - product * 0.75.squareRoot()) < 1e-12)
        #expect(angularMomentum.x == 0 && angularMomentum.y == 0)
    }
}
