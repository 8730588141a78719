import CMath
import Descriptions

/// A spring along a bond that is finitely extensible and nonlinear elastic, with the stiffness *k* and a greatest length
/// *R*₀:
///
///     U(r) = −½ k R₀² ln(1 − (r/R₀)²),  r < R₀
///
/// The model polymer of Kremer and Grest has *k* = 30 ε/σ² and *R*₀ = 1.5 σ, and the Weeks–Chandler–Andersen interaction
/// between all particles, also those that are bonded: K. Kremer and G. S. Grest, Journal of Chemical Physics 92 (1990) 5057,
/// DOI 10.1063/1.458541.
public struct FENEBond: BondPotential {
    private static let greatestLength = Parameter(
        "greatest-length", "the length R₀ that bonds cannot reach", .positive, dimension: .length
    ).example(1.5)

    static let component = Component<BondForceMaking>(
        "fene", "a spring along each bond that is finitely extensible and nonlinear elastic",
        equation: "U(r) = −½ k R₀² ln(1 − (r/R₀)²), r < R₀",
        synonyms: ["bead-spring", "Kremer–Grest"],
        references: [
            Reference(
                "K. Kremer and G. S. Grest",
                "Dynamics of entangled linear polymer melts: A molecular-dynamics simulation",
                "Journal of Chemical Physics", "92", page: "5057", year: 1990, doi: "10.1063/1.458541")
        ],
        Interactions.stiffness.example(30), greatestLength
    ) { stiffness, greatestLength in
        making { lengths in
            guard lengths == nil else { throw BondError.lengthsAtRest(of: "fene") }
            return try FENEBond(stiffness: stiffness, greatestLength: greatestLength)
        }
    }

    /// The stiffness *k*, an energy over a squared length.
    package let stiffness: Double

    /// The length *R*₀ at which the energy is infinite.
    public let greatestLength: Double

    /// Creates the interaction.
    ///
    /// - Throws: ``BondError`` unless both numbers are greater than 0.
    public init(stiffness: Double, greatestLength: Double) throws(BondError) {
        try BondError.check(stiffness, Interactions.stiffness)
        try BondError.check(greatestLength, Self.greatestLength)
        self.stiffness = stiffness
        self.greatestLength = greatestLength
    }

    /// The interaction.
    public func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
        let squaredLimit = greatestLength * greatestLength
        let rest = 1 - squaredLength / squaredLimit
        return PairInteraction(energy: -stiffness / 2 * squaredLimit * log(rest), forceOverDistance: -stiffness / rest)
    }
}
