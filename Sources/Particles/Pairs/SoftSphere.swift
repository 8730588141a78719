/// The repulsion of soft spheres:
///
///     U(r) = ε (σ/r)ⁿ − ε (σ/r₍c₎)ⁿ,  r < r₍c₎
///
/// The energy is shifted so that it ends at 0. W. G. Hoover et al., Journal of Chemical Physics 52 (1970) 4931, DOI
/// 10.1063/1.1672728.
public struct SoftSphere: PairPotential {
    /// ε and σ of each pair of types.
    public let parameters: PairTable<EnergyAndLength>

    /// The exponent *n*.
    public let exponent: Int

    /// The cutoff in units of σ.
    public let relativeCutoff: Double

    /// Creates the interaction of particles of several types.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(
        _ parameters: PairTable<EnergyAndLength>, exponent: Int = 12, relativeCutoff: Double = 2.5
    ) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: parameters.typeCount)
        for pair in parameters.values {
            try PairPotentialError.check("epsilon", pair.epsilon, mayBeZero: true)
            try PairPotentialError.check("sigma", pair.sigma)
        }
        try PairPotentialError.check("exponent", Double(exponent))
        try PairPotentialError.check("cutoff", relativeCutoff)
        self.parameters = parameters
        self.exponent = exponent
        self.relativeCutoff = relativeCutoff
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

    /// The cutoff of two types.
    public func cutoff(_ a: Int, _ b: Int) -> Double {
        parameters[a, b].epsilon == 0 ? 0 : relativeCutoff * parameters[a, b].sigma
    }

    /// A tenth of σ.
    public func overlapDistance(_ a: Int, _ b: Int) -> Double {
        cutoff(a, b) > 0 ? 0.1 * parameters[a, b].sigma : 0
    }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        let pair = parameters[a, b]
        let energy = pair.epsilon * power(pair.sigma / squaredDistance.squareRoot())
        return PairInteraction(
            energy: energy - pair.epsilon * power(1 / relativeCutoff),
            forceOverDistance: Double(exponent) * energy / squaredDistance)
    }

    private func power(_ base: Double) -> Double {
        var (result, factor, rest) = (1.0, base, exponent)
        while rest > 0 {
            if rest % 2 == 1 { result *= factor }
            factor *= factor
            rest /= 2
        }
        return result
    }
}
