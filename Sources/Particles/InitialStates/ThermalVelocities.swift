import GSL
import SimulationEngine

extension RandomPurpose {
    /// The initial velocities of particles.
    package static let initialVelocity = RandomPurpose(ofBeginning: 5)
}

extension Array where Element == Particle {
    /// Gives the particles velocities from the Maxwell distribution of a temperature, then takes away the motion of their
    /// centre of mass and scales them so that the temperature, with *d* (*n* − 1) degrees of freedom, is exactly this.
    ///
    /// Each particle's velocity is drawn from its own stream of random numbers.
    ///
    /// - Parameters:
    ///   - temperature: The temperature, with a Boltzmann constant of 1; not negative.
    ///   - dimensions: 2 or 3; *vz* is 0 in two dimensions.
    ///   - streams: The random numbers.
    /// - Throws: ``ThermalVelocityError``.
    public mutating func setVelocities(
        temperature: Double, dimensions: Int = 3, from streams: RandomStreams
    ) throws(ThermalVelocityError) {
        guard temperature.isFinite, temperature >= 0 else { throw .invalidTemperature(temperature) }
        guard (1...3).contains(dimensions) else { throw .invalidDimensions(dimensions) }
        for index in indices { self[index].state.velocity = .zero }
        guard temperature > 0 else { return }
        guard count >= 2 else { throw .tooFewParticles }
        for (index, particle) in enumerated() {
            guard particle.mass > 0 else { throw .noMass(particle: index) }
            let generator = streams.stream(for: .initialVelocity, node: index)
            let deviation = (temperature / particle.mass).squareRoot()
            for axis in 0..<dimensions {
                self[index].state.velocity[axis] = generator.normal(mean: 0, deviation: deviation)
            }
        }
        removeMomentum()
        let twice = reduce(0) { $0 + $1.mass * ($1.state.velocity * $1.state.velocity).sum() }
        let factor = (temperature * Double(dimensions * (count - 1)) / twice).squareRoot()
        for index in indices { self[index].state.velocity *= factor }
    }

    /// Takes the velocity of the centre of mass away from all particles.
    private mutating func removeMomentum() {
        var momentum = SIMD3<Double>.zero
        var mass = 0.0
        for particle in self {
            momentum += particle.mass * particle.state.velocity
            mass += particle.mass
        }
        for index in indices { self[index].state.velocity -= momentum / mass }
    }
}

/// Why particles cannot have a temperature.
public enum ThermalVelocityError: Error, Equatable, Sendable {
    /// A temperature must be finite and not negative.
    case invalidTemperature(Double)

    /// Particles move in one to three dimensions.
    case invalidDimensions(Int)

    /// The motion of a single particle is that of the centre of mass.
    case tooFewParticles

    /// A particle without mass would have to be infinitely fast.
    case noMass(particle: Int)
}

extension ThermalVelocityError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidDimensions(let dimensions):
            "particles cannot move in \(dimensions) dimensions, but in 1, 2 or 3"
        case .invalidTemperature(let temperature):
            "the temperature is \(temperature), but must be a finite number not less than 0"
        case .tooFewParticles:
            "a single particle has no temperature: there must be at least two"
        case .noMass(let particle):
            "particle \(particle) has no mass, so that it has no velocity at a temperature: its mass must be greater than 0"
        }
    }
}
