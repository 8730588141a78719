import Descriptions

/// The screened repulsion or attraction of charges:
///
///     U(r) = A exp(−κ r) / r − A exp(−κ r₍c₎) / r₍c₎,  r < r₍c₎
///
/// The energy is shifted so that it ends at 0. H. Yukawa, Proceedings of the Physico-Mathematical Society of Japan 17
/// (1935) 48, DOI 10.11429/ppmsj1919.17.0_48.
public struct Yukawa: PairPotential {
    static let strength = Parameter(
        "strength", "the strength A, an energy times a length", dimension: Dimension(length: 1, energy: 1)
    ).example(5)
    static let screening = Parameter(
        "screening", "the inverse length over which charges are screened", .nonNegative, dimension: .inverseLength
    ).example(2)

    static let component = ForceComponent(
        "yukawa", "screened charges of one type of particles",
        equation: "U(r) = A exp(−κ r) / r − A exp(−κ r_c) / r_c, r < r_c",
        references: [
            Reference(
                "H. Yukawa", "On the interaction of elementary particles. I",
                "Proceedings of the Physico-Mathematical Society of Japan", "17", page: "48", year: 1935,
                doi: "10.11429/ppmsj1919.17.0_48")
        ],
        strength, screening, Interactions.cutoff, Interactions.skin.optional
    ) { strength, screening, cutoff, skin in
        let strengths = PairTable(typeCount: 1) { _, _ in strength }
        return try making(Yukawa(strengths, screening: screening, cutoff: cutoff), skin: skin)
    }

    /// The strengths *A* of each pair of types, energies times lengths; negative ones attract.
    package let strengths: PairTable<Double>

    /// The inverse length κ over which charges are screened.
    package let screening: Double

    /// The distance from which on there is no interaction.
    package let cutoff: Double

    /// exp(−κ r₍c₎).
    private let decayAtCutoff: Double

    private let actsOnAny: Bool

    /// Creates the interaction.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(_ strengths: PairTable<Double>, screening: Double, cutoff: Double) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: strengths.typeCount)
        for strength in strengths.values {
            try PairPotentialError.check(strength, Self.strength)
        }
        try PairPotentialError.check(screening, Self.screening)
        try PairPotentialError.check(cutoff, Interactions.cutoff)
        self.strengths = strengths
        self.screening = screening
        self.cutoff = cutoff
        decayAtCutoff = PortableFunctions.quickExponential(-screening * cutoff)
        actsOnAny = strengths.values.contains { $0 != 0 }
    }

    /// The number of types.
    public var typeCount: Int { strengths.typeCount }

    /// The cutoff of two types: 0 where they do not act on each other, unless none do.
    public func cutoff(_ a: Int, _ b: Int) -> Double { strengths[a, b] == 0 && actsOnAny ? 0 : cutoff }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        ofTypes(a, b).interaction(squaredDistance: squaredDistance, 0, 0)
    }

    /// With parameters that need not be looked up for each pair if there is one type.
    public func computeForces(on rows: PairRows) -> PairSums {
        typeCount == 1 ? ofTypes(0, 0).computeForces(on: rows) : computeEachPair(on: rows)
    }

    private func ofTypes(_ a: Int, _ b: Int) -> OfTwoTypes {
        OfTwoTypes(strength: strengths[a, b], screening: screening, cutoff: cutoff, decayAtCutoff: decayAtCutoff)
    }

    /// The interaction of two types.
    private struct OfTwoTypes: PairPotential {
        let strength: Double
        let screening: Double
        let cutoff: Double
        let decayAtCutoff: Double

        func cutoff(_ a: Int, _ b: Int) -> Double { cutoff }

        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            let distance = squaredDistance.squareRoot()
            let energy = strength * PortableFunctions.quickExponential(-screening * distance) / distance
            return PairInteraction(
                energy: energy - strength * decayAtCutoff / cutoff,
                forceOverDistance: energy * (screening + 1 / distance) / distance)
        }
    }
}
