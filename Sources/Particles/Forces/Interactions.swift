import Descriptions

/// Makes a force, given what does not depend on which one it is.
package typealias ForceMaking = @Sendable (ForceOptions) throws -> any ParticleForce

/// An interaction as scenarios name it.
package typealias ForceComponent = Component<ForceMaking>

/// Makes the force of a law along bonds, given these, their lengths at rest where they have such of their own, and a number of
/// threads.
package typealias BondForceMaking = @Sendable ([Bond], [Double]?, Int) throws -> any ParticleForce

/// Makes the force of a law of angles, given these and a number of threads.
package typealias AngleForceMaking = @Sendable ([Angle], Int) throws -> any ParticleForce

/// The options that all forces have in common.
package struct ForceOptions: Sendable {
    /// Pairs that are left out or weakened, if there are any, where the force is one of pairs.
    package var exclusions: Exclusions?

    /// How many dimensions the box has.
    package var dimensions: Int

    /// How many threads share the work.
    package var threads: Int

    /// Creates the options.
    package init(exclusions: Exclusions? = nil, dimensions: Int = 3, threads: Int = 1) {
        (self.exclusions, self.dimensions, self.threads) = (exclusions, dimensions, threads)
    }
}

/// The interactions of particles that can be named.
package enum Interactions {
    /// Those of pairs up to a cutoff.
    package static let ofPairs: [ForceComponent] = [
        LennardJones.component, LennardJones.weeksChandlerAndersen, SoftSphere.component, Yukawa.component,
        Morse.component, PairFormula.component,
    ]

    /// The ways to sum up Coulomb's law.
    package static let ofCharges: [ForceComponent] = [
        CoulombForce.component, DampedShiftedCoulomb.component, EwaldSum.component,
    ]

    /// Gravity, and what acts from outside.
    package static let others: [ForceComponent] = [
        NewtonianGravity.component, UniformField.component, HarmonicTrap.component, Drag.component,
        MagneticField.component, FieldFormula.component,
    ]

    /// The laws along bonds.
    package static let alongBonds: [Component<BondForceMaking>] = [
        HarmonicBond.component, FENEBond.component, BondFormula.component,
    ]

    /// The laws of angles between bonds.
    package static let ofAngles: [Component<AngleForceMaking>] = [HarmonicAngles.component, AngleFormula.component]
}

extension Interactions {
    static let cutoff = Parameter(
        "cutoff", "the distance at which the interaction ends", .positive, dimension: .length
    ).example(2.5)

    /// Of a pair of types, which need not act on each other.
    static let cutoffOfPair = Parameter(
        "cutoff", "the distance at which the interaction ends", .nonNegative, dimension: .length)

    static let skin = Parameter(
        "skin", "how much further than the cutoff neighbours are listed, 0.12 cutoffs unless given", .positive,
        dimension: .length)

    static let stiffness = Parameter("stiffness", "how strongly it is held", .positive, dimension: .stiffness)

    static let coulombConstant = Parameter("constant", "Coulomb's constant k", dimension: .coulombConstant, default: 1)
}

extension PairwiseInteraction {
    /// A closure that makes the force of a potential.
    static func making(_ potential: Self, skin: Double?) -> ForceMaking {
        { try PairForce(potential, excluding: $0.exclusions, skin: skin, threads: $0.threads) }
    }
}

extension BondPotential {
    /// A closure that makes the force of a law along bonds, given one that makes the law of their lengths at rest.
    static func making(_ potential: @escaping @Sendable ([Double]?) throws -> Self) -> BondForceMaking {
        { bonds, lengths, threads in try BondForce(try potential(lengths), on: bonds, threads: threads) }
    }
}
