import Descriptions

/// The repulsion of soft spheres:
///
///     U(r) = ε (σ/r)ⁿ − ε (σ/r₍c₎)ⁿ,  r < r₍c₎
///
/// The energy is shifted so that it ends at 0. W. G. Hoover et al., Journal of Chemical Physics 52 (1970) 4931, DOI
/// 10.1063/1.1672728.
public struct SoftSphere: PairPotential {
    static let exponent = Parameter("exponent", "the exponent n", in: 1...1000, default: 12)
    static let relativeCutoff = Parameter(
        "relative-cutoff", "the distance at which the interaction ends, in units of σ", .positive, default: 2.5)

    static let component = ForceComponent(
        "soft-sphere", "the repulsion of soft spheres",
        equation: "U(r) = ε (σ/r)ⁿ − ε (σ/r_c)ⁿ, r < r_c",
        references: [
            Reference(
                "W. G. Hoover, M. Ross, K. W. Johnson, D. Henderson, J. A. Barker and B. C. Brown",
                "Soft-sphere equation of state", "Journal of Chemical Physics", "52", page: "4931", year: 1970,
                doi: "10.1063/1.1672728")
        ],
        EnergyAndLength.onlyEpsilon, EnergyAndLength.onlySigma, EnergyAndLength.types.optional, exponent,
        relativeCutoff, Interactions.skin.optional
    ) { epsilon, sigma, types, exponent, cutoff, skin in
        let pairs = try EnergyAndLength.table(of: types, epsilon, sigma)
        return try making(SoftSphere(pairs, exponent: exponent, relativeCutoff: cutoff), skin: skin)
    }

    /// ε and σ of each pair of types.
    package let parameters: PairTable<EnergyAndLength>

    /// The exponent *n*.
    package let exponent: Int

    /// The cutoff in units of σ.
    package let relativeCutoff: Double

    /// (σ/r₍c₎)ⁿ.
    private let powerAtCutoff: Double

    private let actsOnAny: Bool

    /// Creates the interaction of particles of several types.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(
        _ parameters: PairTable<EnergyAndLength>, exponent: Int = 12, relativeCutoff: Double = 2.5
    ) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: parameters.typeCount)
        for pair in parameters.values {
            try PairPotentialError.check(pair.epsilon, EnergyAndLength.epsilon)
            try PairPotentialError.check(pair.sigma, EnergyAndLength.sigma)
        }
        try PairPotentialError.check(exponent, Self.exponent)
        try PairPotentialError.check(relativeCutoff, Self.relativeCutoff)
        self.parameters = parameters
        self.exponent = exponent
        self.relativeCutoff = relativeCutoff
        powerAtCutoff = Self.power(1 / relativeCutoff, exponent)
        actsOnAny = parameters.values.contains { $0.epsilon != 0 }
    }

    /// Creates the interaction of particles of one type.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(
        epsilon: Double = 1, sigma: Double = 1, exponent: Int = 12, relativeCutoff: Double = 2.5
    ) throws(PairPotentialError) {
        let pair = EnergyAndLength(epsilon: epsilon, sigma: sigma)
        try self.init(PairTable(typeCount: 1) { _, _ in pair }, exponent: exponent, relativeCutoff: relativeCutoff)
    }

    /// The number of types.
    public var typeCount: Int { parameters.typeCount }

    /// The cutoff of two types: 0 where they do not act on each other, unless none do.
    public func cutoff(_ a: Int, _ b: Int) -> Double {
        parameters[a, b].epsilon == 0 && actsOnAny ? 0 : relativeCutoff * parameters[a, b].sigma
    }

    /// A tenth of σ.
    public func overlapDistance(_ a: Int, _ b: Int) -> Double {
        parameters[a, b].epsilon > 0 ? 0.1 * parameters[a, b].sigma : 0
    }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        ofTypes(a, b).interaction(squaredDistance: squaredDistance, 0, 0)
    }

    /// With parameters that need not be looked up for each pair if there is one type.
    public func computeForces(on rows: PairRows) -> PairSums {
        typeCount == 1 ? ofTypes(0, 0).computeForces(on: rows) : computeEachPair(on: rows)
    }

    private func ofTypes(_ a: Int, _ b: Int) -> OfTwoTypes {
        let pair = parameters[a, b]
        return OfTwoTypes(
            epsilon: pair.epsilon, sigma: pair.sigma, exponent: exponent, cutoff: relativeCutoff * pair.sigma,
            powerAtCutoff: powerAtCutoff)
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var (result, factor, rest) = (1.0, base, exponent)
        // Most exponents are small. Without jumps, loops over pairs become loops of vectors.
        if exponent < 32 {
            for bit in 0..<5 {
                result *= exponent >> bit & 1 == 1 ? factor : 1
                factor *= factor
            }
            return result
        }
        while rest > 0 {
            if rest % 2 == 1 { result *= factor }
            factor *= factor
            rest /= 2
        }
        return result
    }

    /// The interaction of two types.
    private struct OfTwoTypes: PairPotential {
        let epsilon: Double
        let sigma: Double
        let exponent: Int
        let cutoff: Double
        let powerAtCutoff: Double

        func cutoff(_ a: Int, _ b: Int) -> Double { cutoff }

        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            let energy = epsilon * SoftSphere.power(sigma / squaredDistance.squareRoot(), exponent)
            return PairInteraction(
                energy: energy - epsilon * powerAtCutoff, forceOverDistance: Double(exponent) * energy / squaredDistance
            )
        }
    }
}
