import Particles
import SimulationEngine
import Testing

@Suite struct ThermalVelocityTests {
    static func particles(count: Int) -> [Particle] {
        (0..<count).map { Particle(mass: $0.isMultiple(of: 2) ? 1 : 4, position: [Double($0), 0, 0]) }
    }

    @Test("The temperature is exact and the momentum is gone", arguments: [2, 3])
    func temperatureAndMomentum(dimensions: Int) throws {
        var particles = Self.particles(count: 101)
        try particles.setVelocities(temperature: 1.44, dimensions: dimensions, from: try RandomStreams(seed: 3))
        let system = try ParticleSystem(particles, in: dimensions == 3 ? .open : .openPlane, forces: [])
        #expect(abs(ParticleSystem.quantities.temperature.evaluate(system) - 1.44) < 1e-14)
        let momentum = ParticleSystem.quantities.momentum.evaluate(system)
        #expect((momentum * momentum).sum().squareRoot() < 1e-13)
    }

    /// For n = 3,000 components of each mass, the variance has a relative standard error of √(2/n) = 2.6 %, and the fourth
    /// moment one of √(96/9/n) = 6 %: five of them are missed by a right program with probability 6e-7.
    @Test("Velocities are normal with the variance T / m")
    func distribution() throws {
        var particles = Self.particles(count: 2000)
        try particles.setVelocities(temperature: 2, from: try RandomStreams(seed: 5))
        for mass in [1.0, 4] {
            let velocities = particles.filter { $0.mass == mass }.flatMap { particle in
                (0..<3).map { particle.state.velocity[$0] }
            }
            let variance = velocities.reduce(0) { $0 + $1 * $1 } / 3000
            let fourth = velocities.reduce(0) { $0 + $1 * $1 * $1 * $1 } / 3000
            #expect(abs(variance * mass / 2 - 1) < 0.13)
            #expect(abs(fourth / (3 * variance * variance) - 1) < 0.3)
        }
    }

    @Test("A particle's velocity does not depend on how many others there are, but for what they have in common")
    func streams() throws {
        var few = Self.particles(count: 3)
        var many = Self.particles(count: 5)
        try few.setVelocities(temperature: 1, from: try RandomStreams(seed: 1))
        try many.setVelocities(temperature: 1, from: try RandomStreams(seed: 1))
        let fewDifference: SIMD3<Double> = few[0].state.velocity - few[1].state.velocity
        let manyDifference: SIMD3<Double> = many[0].state.velocity - many[1].state.velocity
        let ratios: SIMD3<Double> = fewDifference / manyDifference
        #expect(abs(ratios[0] - ratios[1]) < 1e-13 && abs(ratios[1] - ratios[2]) < 1e-13)
    }

    @Test("Particles that cannot have a temperature are refused")
    func refusals() throws {
        let streams = try RandomStreams(seed: 1)
        var particles = Self.particles(count: 2)
        #expect(throws: ThermalVelocityError.invalidTemperature(-1)) {
            try particles.setVelocities(temperature: -1, from: streams)
        }
        var single = Self.particles(count: 1)
        #expect(throws: ThermalVelocityError.tooFewParticles) {
            try single.setVelocities(temperature: 1, from: streams)
        }
        particles[1].mass = 0
        #expect(throws: ThermalVelocityError.noMass(particle: 1)) {
            try particles.setVelocities(temperature: 1, from: streams)
        }
    }
}
