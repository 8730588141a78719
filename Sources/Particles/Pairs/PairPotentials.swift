import Descriptions

/// Makes the force of an interaction, given what does not depend on which one it is.
public typealias PairForceMaking = @Sendable (PairForceOptions) throws(PairPotentialError) -> any ParticleForce

/// An interaction of pairs as scenarios name it.
public typealias PairForceComponent = Component<PairForceMaking>

/// What the forces of all pair interactions have in common.
public struct PairForceOptions: Sendable {
    /// Pairs that are left out or weakened, if there are any.
    public var exclusions: Exclusions?

    /// How much further than the cutoff neighbours are listed, if that is said.
    public var skin: Double?

    /// How many threads share the work.
    public var threads: Int

    /// Creates the options.
    public init(exclusions: Exclusions? = nil, skin: Double? = nil, threads: Int = 1) {
        self.exclusions = exclusions
        self.skin = skin
        self.threads = threads
    }
}

/// The interactions of pairs that can be named.
public enum PairPotentials {
    /// All of them.
    public static let all: [PairForceComponent] = [
        LennardJones.component, LennardJones.weeksChandlerAndersen, SoftSphere.component, Yukawa.component,
        Morse.component,
    ]

    static let cutoff = Parameter("cutoff", "the distance at which the interaction ends", .positive, dimension: .length)

    /// Of a pair of types, which need not act on each other.
    static let cutoffOfPair = Parameter(
        "cutoff", "the distance at which the interaction ends", .nonNegative, dimension: .length)
}

extension PairPotential {
    /// What makes the force of a potential.
    static func making(_ potential: Self) -> PairForceMaking {
        { options throws(PairPotentialError) in
            try PairForce(
                potential, excluding: options.exclusions, skin: options.skin, threads: options.threads)
        }
    }
}
