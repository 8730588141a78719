import Descriptions

/// An error in bonds or angles.
public enum BondError: ParameterFailure, Equatable, Sendable {
    /// There must be something to compute.
    case noBonds

    /// A parameter is not what it may be.
    case parameter(ParameterError)

    /// Bonds of a law that knows of none have lengths at rest.
    case lengthsAtRest(of: String)

    /// Lengths must be as many as bonds.
    case wrongLengthCount(Int, bonds: Int)

    /// A bond or an angle must have different particles.
    case sameParticle(Int, in: [Int])

    /// Two particles are bonded twice, or an angle stands twice.
    case duplicate([Int])

    /// A bond or an angle has a particle that there is not.
    case missingParticle(Int, in: [Int], count: Int)

    /// A particle that is pulled needs a mass, in inverse proportion to which it accelerates.
    case noMass(particle: Int)

    /// A bond is longer than it can be.
    case tooLong(Bond, length: Double, greatest: Double)

    /// Two bonded particles are in the same place, so that there is no direction in which they push each other.
    case samePlace(Bond)

    /// The energy of a bond, or its force, is not a number or infinite.
    case notFinite(Bond, length: Double, energy: Double)

    /// There is a weight for particles that are one bond apart, and perhaps for two and three bonds.
    case wrongWeightCount(Int)

    /// The weight of an interaction must be from 0 to 1.
    case invalidWeight(Double)

    /// A particle must not be bonded to two images of another one.
    case longerThanHalfTheBox(Double, axis: Int, period: Double)

    /// Refuses groups of particles with one of them twice, and groups that stand twice whichever way they are read.
    static func check(_ groups: [[Int]]) throws(BondError) {
        guard !groups.isEmpty else { throw .noBonds }
        var known: Set<[Int]> = []
        for group in groups {
            for (index, particle) in group.enumerated() where group[..<index].contains(particle) {
                throw .sameParticle(particle, in: group)
            }
            let canonical = (group.first ?? 0) <= (group.last ?? 0) ? group : group.reversed()
            guard known.insert(canonical).inserted else { throw .duplicate(group) }
        }
    }

    /// Refuses groups of particles that are not there or have no mass.
    static func check(_ groups: [[Int]], in particles: ParticleColumns) throws(BondError) {
        for group in groups {
            for particle in group {
                guard (0..<particles.count).contains(particle) else {
                    throw .missingParticle(particle, in: group, count: particles.count)
                }
                guard particles.mass[particle] > 0 else { throw .noMass(particle: particle) }
            }
        }
    }
}

extension BondError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noBonds: "there are no bonds: there must be at least one"
        case .parameter(let error): error.description
        case .lengthsAtRest(let law): "bonds of type '\(law)' have no lengths at rest: there must be no column 'length'"
        case .wrongLengthCount(let count, let bonds):
            "there are \(count) lengths for \(bonds) bonds: there must be one for each"
        case .sameParticle(let particle, let group):
            "particle \(particle) stands twice in the \(Self.name(group)): its particles must be different"
        case .duplicate(let group):
            "the \(Self.name(group)) stands twice: it must stand once"
        case .missingParticle(let particle, let group, let count):
            "there is no particle \(particle), which is in the \(Self.name(group)): particles are numbered from 0 to "
                + "\(count - 1)"
        case .noMass(let particle):
            "particle \(particle) has no mass, but is bonded: its mass must be greater than 0"
        case .tooLong(let bond, let length, let greatest):
            "the bond between particles \(bond.first) and \(bond.second) is stretched to \(length), but must be shorter "
                + "than \(greatest)"
        case .samePlace(let bond):
            "particles \(bond.first) and \(bond.second), which are bonded, are in the same place: they must be apart"
        case .notFinite(let bond, let length, let energy):
            "the bond between particles \(bond.first) and \(bond.second), which is \(length) long, has an energy of \(energy) or "
                + "a force that is not finite: it must be finite at all lengths that a bond can have"
        case .wrongWeightCount(let count):
            "there are \(count) weights of excluded pairs, but must be 1 to 3: for particles that are one bond apart, two, "
                + "and three"
        case .invalidWeight(let weight):
            "the weight of excluded pairs is \(weight), but must be from 0 (nothing remains) to 1 (all remains)"
        case .longerThanHalfTheBox(let length, let axis, let period):
            "bonds may be \(length) long, which is more than half of the box, \(period) long in "
                + "\(BoxError.axisNames[axis]): they must be at most \(period / 2), or the nearest image of a particle "
                + "would be another one"
        }
    }

    private static func name(_ group: [Int]) -> String {
        let particles = group.map(String.init).joined(separator: ", ")
        return (group.count == 2 ? "bond" : "angle") + " of particles \(particles)"
    }
}
