/// What can be wrong with a particle system.
public enum ParticleError: Error, Equatable, Sendable {
    /// A system must have at least one particle.
    case noParticles

    /// Masses must be finite and not negative.
    case invalidMass(Double, particle: Int)

    /// Positions and velocities must be finite.
    case invalidState(particle: Int)

    /// Either all particles have names, and different ones, or none has.
    case missingName(particle: Int)

    /// Two particles have the same name.
    case duplicateName(String)

    /// A gravitational constant must be finite.
    case invalidGravitationalConstant(Double)
}

extension ParticleError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noParticles: "there are no particles: a system needs at least one"
        case .invalidMass(let mass, let particle):
            "the mass of particle \(particle) is \(mass), but must be a finite number not less than 0"
        case .invalidState(let particle):
            "the position and velocity of particle \(particle) must be finite numbers"
        case .missingName(let particle):
            "particle \(particle) has no name, but others have: name all or none"
        case .duplicateName(let name): "two particles are called '\(name)': names must differ"
        case .invalidGravitationalConstant(let constant):
            "the gravitational constant is \(constant), but must be a finite number"
        }
    }
}
