/// The screened repulsion or attraction of charges:
///
///     U(r) = A exp(−κ r) / r − A exp(−κ r₍c₎) / r₍c₎,  r < r₍c₎
///
/// The energy is shifted so that it ends at 0. H. Yukawa, Proceedings of the Physico-Mathematical Society of Japan 17
/// (1935) 48, DOI 10.11429/ppmsj1919.17.0_48.
public struct Yukawa: PairPotential {
    /// The strengths *A* of each pair of types, energies times lengths; negative ones attract.
    public let strengths: PairTable<Double>

    /// The inverse length κ over which charges are screened.
    public let screening: Double

    /// The distance from which on there is no interaction.
    public let cutoff: Double

    /// Creates the interaction.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(_ strengths: PairTable<Double>, screening: Double, cutoff: Double) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: strengths.typeCount)
        for strength in strengths.values {
            try PairPotentialError.check("the magnitude of the strength", abs(strength), mayBeZero: true)
        }
        try PairPotentialError.check("screening", screening, mayBeZero: true)
        try PairPotentialError.check("cutoff", cutoff)
        self.strengths = strengths
        self.screening = screening
        self.cutoff = cutoff
    }

    /// The number of types.
    public var typeCount: Int { strengths.typeCount }

    /// The cutoff of two types.
    public func cutoff(_ a: Int, _ b: Int) -> Double { strengths[a, b] == 0 ? 0 : cutoff }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        let distance = squaredDistance.squareRoot()
        let energy = strengths[a, b] * PortableFunctions.quickExponential(-screening * distance) / distance
        return PairInteraction(
            energy: energy - strengths[a, b] * PortableFunctions.quickExponential(-screening * cutoff) / cutoff,
            forceOverDistance: energy * (screening + 1 / distance) / distance)
    }
}
