import Descriptions
import SimulationEngine

/// An error in a particle system.
public enum ParticleError: ParameterFailure, Equatable, Sendable {
    /// A parameter of a force is not what it may be.
    case parameter(ParameterError)

    /// A system must have at least one particle.
    case noParticles

    /// Masses must be finite and not negative.
    case invalidMass(Double, particle: Int)

    /// Charges must be finite.
    case invalidCharge(Double, particle: Int)

    /// Positions and velocities must be finite.
    case invalidState(particle: Int)

    /// Either all particles have names, and different ones, or none has.
    case missingName(particle: Int)

    /// Two particles have the same name.
    case duplicateName(String)

    /// The sum over all pairs of charges does not know of images.
    case coulombInPeriodicBox(axis: Int)

    /// Masses in a periodic box have images without end, whose attractions have no sum.
    case gravityInPeriodicBox(axis: Int)

    /// Types are numbered from 0.
    case invalidType(Int, particle: Int)

    /// An interaction does not know the type of a particle.
    case unknownType(Int, particle: Int, known: Int)

    /// Particles must be between the walls of the box.
    case behindWall(particle: Int, axis: Int)

    /// In two dimensions *z* is 0.
    case outsideOfPlane(particle: Int)

    /// A force between pairs accelerates a particle in the inverse proportion of its mass.
    case pairForceWithoutMass(particle: Int)

    /// A particle must not act on two images of another one.
    case cutoffTooLong(Double, axis: Int, period: Double)

    /// Two particles are so near to each other that no step could be small enough.
    case overlap(Int, Int, distance: Double, least: Double)

    /// Positions must be far below the greatest numbers.
    case positionsTooLarge

    /// Only a box with bounds in all directions has a volume, and so a pressure.
    case noVolume(axis: Int)

    /// Tail corrections depend on the density, and so on the volume.
    case tailWithoutVolume(axis: Int)

    /// There is nothing beyond walls that tail corrections could count.
    case tailBeyondWalls(axis: Int)

    /// The energy of two particles, or what drives them apart, is not a number or infinite.
    case interactionNotFinite(Int, Int, distance: Double, energy: Double)

    /// Particles that are bonded cannot become more or fewer.
    case bondedParticles

    /// There must be at least one particle.
    case lastParticle

    /// Bonds or angles cannot be those of the particles.
    case bond(BondError)

    /// Ewald's sum cannot be formed.
    case ewald(EwaldError)

    /// An external field cannot act on the particles.
    case field(FieldError)

    /// The particles, or what forces keep of them, need more memory than there can be: see `MemoryLimit`.
    case notEnoughMemory(MemoryShortage)
}

extension ParticleError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .parameter(let error): error.description
        case .noParticles: "there are no particles: a system needs at least one"
        case .invalidMass(let mass, let particle):
            "the mass of particle \(particle) is \(mass), but must be a finite number not less than 0"
        case .invalidCharge(let charge, let particle):
            "the charge of particle \(particle) is \(charge), but must be a finite number"
        case .invalidState(let particle):
            "the position and velocity of particle \(particle) must be finite numbers"
        case .missingName(let particle):
            "particle \(particle) has no name, but others have: name all or none"
        case .duplicateName(let name): "two particles are called '\(name)': names must differ"
        case .coulombInPeriodicBox(let axis):
            "the box is periodic in \(BoxError.axisNames[axis]), where charges have images without end: use "
                + "Ewald's sum, or a cutoff and a damping, or a box that is open or has walls"
        case .gravityInPeriodicBox(let axis):
            "the box is periodic in \(BoxError.axisNames[axis]), where masses have images without end, whose attractions "
                + "do not add up to anything: use a box that is open or has walls"
        case .invalidType(let type, let particle):
            "the type of particle \(particle) is \(type), but must be a number from 0 on"
        case .unknownType(let type, let particle, let known):
            "particle \(particle) is of type \(type), but the interaction knows only \(known) "
                + "\(known == 1 ? "type, 0" : "types, 0 to \(known - 1)")"
        case .behindWall(let particle, let axis):
            "particle \(particle) is beyond a wall of the box in \(BoxError.axisNames[axis]): it must be between the walls"
        case .outsideOfPlane(let particle):
            "particle \(particle) is not in the plane of two dimensions: z and vz must be 0"
        case .pairForceWithoutMass(let particle):
            "particle \(particle) has no mass, but interacts with others: its mass must be greater than 0"
        case .cutoffTooLong(let cutoff, let axis, let period):
            "the cutoff \(cutoff) is greater than half of the box, which is \(period) long in "
                + "\(BoxError.axisNames[axis]): it must be at most \(period / 2), or particles would meet two images of "
                + "each other"
        case .overlap(let first, let second, let distance, let least):
            distance == 0
                ? "particles \(first) and \(second) are in the same place: they must be apart"
                : "particles \(first) and \(second) overlap: they are \(distance) apart, but must be more than \(least) "
                    + "apart"
        case .noVolume(let axis):
            "there is no pressure without a volume: the box is open in \(BoxError.axisNames[axis]), but must have bounds in "
                + "all directions"
        case .tailWithoutVolume(let axis):
            "tail corrections count on particles that fill the space beyond the cutoff evenly, but the box is open in "
                + "\(BoxError.axisNames[axis]), where there are none without end: it must have bounds in all directions, "
                + "or there must be no tail corrections"
        case .tailBeyondWalls(let axis):
            "tail corrections count on particles that fill the space beyond the cutoff evenly, but the box has walls in "
                + "\(BoxError.axisNames[axis]), beyond which there are none: it must be periodic in all directions, or there "
                + "must be no tail corrections"
        case .interactionNotFinite(let first, let second, let distance, let energy):
            "particles \(first) and \(second), which are \(distance) apart, have an energy of \(energy) or a force that is "
                + "not finite: the interaction must be finite at all distances at which particles can be"
        case .positionsTooLarge:
            "positions are too large for interactions with a cutoff: they and the bounds of a periodic box must be less "
                + "than 1e18"
        case .bond(let error): error.description
        case .ewald(let error): error.description
        case .field(let error): error.description
        case .notEnoughMemory(let shortage): shortage.description
        case .bondedParticles:
            "particles cannot come or go where there are bonds or angles between certain particles"
        case .lastParticle:
            "the last particle cannot be removed: there must be at least one"
        }
    }
}

extension ParticleError {
    /// The error of what knows only some particles, with their numbers among all that there are or have ever been.
    func renumbered(_ number: (Int) -> Int) -> ParticleError {
        switch self {
        case .unknownType(let type, let particle, let known):
            .unknownType(type, particle: number(particle), known: known)
        case .pairForceWithoutMass(let particle): .pairForceWithoutMass(particle: number(particle))
        case .invalidMass(let mass, let particle): .invalidMass(mass, particle: number(particle))
        case .invalidCharge(let charge, let particle): .invalidCharge(charge, particle: number(particle))
        case .invalidType(let type, let particle): .invalidType(type, particle: number(particle))
        case .invalidState(let particle): .invalidState(particle: number(particle))
        case .missingName(let particle): .missingName(particle: number(particle))
        case .behindWall(let particle, let axis): .behindWall(particle: number(particle), axis: axis)
        case .outsideOfPlane(let particle): .outsideOfPlane(particle: number(particle))
        case .overlap(let first, let second, let distance, let least):
            .overlap(number(first), number(second), distance: distance, least: least)
        case .interactionNotFinite(let first, let second, let distance, let energy):
            .interactionNotFinite(number(first), number(second), distance: distance, energy: energy)
        case .field(.noMass(let particle)): .field(.noMass(particle: number(particle)))
        default: self
        }
    }
}
