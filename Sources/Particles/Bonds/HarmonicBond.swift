import Descriptions

/// A spring along a bond, with the stiffness *k* and a length at rest *r*₀:
///
///     U(r) = ½ k (r − r₀)²
public struct HarmonicBond: BondPotential {
    private static let length = Parameter(
        "length", "the length at rest r₀, that at the beginning unless given", .nonNegative, dimension: .length)

    static let component = Component<BondForceMaking>(
        "harmonic", "a spring along each bond", equation: "U(r) = ½ k (r − r₀)²",
        Interactions.stiffness.example(300), length.optional
    ) { stiffness, length in
        making { lengths in
            guard length == nil || lengths == nil else {
                throw ParameterError.unfit("length", because: "stands either here or in a column of the file")
            }
            let lengths = lengths.map(Lengths.each) ?? length.map(Lengths.all) ?? .initial
            return try HarmonicBond(stiffness: stiffness, lengths: lengths)
        }
    }

    /// The lengths at rest.
    public enum Lengths: Equatable, Sendable {
        /// The same for all bonds.
        case all(Double)

        /// One for each bond, in their order.
        case each([Double])

        /// As bonds are at the beginning.
        case initial
    }

    /// The stiffness *k*, an energy over a squared length.
    package let stiffness: Double

    /// The lengths at rest *r*₀; once particles are known, not ``Lengths/initial`` any more.
    package private(set) var lengths: Lengths

    /// Creates the interaction.
    ///
    /// - Throws: ``BondError`` unless the stiffness is greater than 0 and no length is less than 0.
    public init(stiffness: Double, lengths: Lengths) throws(BondError) {
        try BondError.check(stiffness, Interactions.stiffness)
        switch lengths {
        case .all(let length): try BondError.check(length, Self.length)
        case .each(let lengths): for length in lengths { try BondError.check(length, Self.length) }
        case .initial: break
        }
        self.stiffness = stiffness
        self.lengths = lengths
    }

    /// Creates the interaction of bonds of the same length.
    ///
    /// - Throws: ``BondError`` unless the stiffness is greater than 0 and the length is not less than 0.
    public init(stiffness: Double, length: Double) throws(BondError) {
        try self.init(stiffness: stiffness, lengths: .all(length))
    }

    /// The greatest length at rest.
    public var restLength: Double {
        switch lengths {
        case .all(let length): length
        case .each(let lengths): lengths.max() ?? 0
        case .initial: 0
        }
    }

    /// Takes the lengths at the beginning if they are those at rest.
    public mutating func prepare(forInitialLengths initial: [Double]) throws(BondError) {
        switch lengths {
        case .initial: lengths = .each(initial)
        case .each(let lengths):
            guard lengths.count == initial.count else {
                throw .wrongLengthCount(lengths.count, bonds: initial.count)
            }
        case .all: break
        }
    }

    /// The interaction. A bond of length 0 has no direction in which it could push.
    public func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
        let rest =
            switch lengths {
            case .all(let length): length
            case .each(let lengths): lengths[bond]
            case .initial: 0.0
            }
        guard rest > 0 else {
            return PairInteraction(energy: stiffness / 2 * squaredLength, forceOverDistance: -stiffness)
        }
        let length = squaredLength.squareRoot()
        let stretch = length - rest
        return PairInteraction(
            energy: stiffness / 2 * stretch * stretch, forceOverDistance: -stiffness * stretch / length)
    }
}
