import Descriptions

/// The bond of a diatomic molecule between all pairs:
///
///     U(r) = D [1 − exp(−α (r − r₀))]² − D − (the same at r₍c₎),  r < r₍c₎
///
/// P. M. Morse, Physical Review 34 (1929) 57, DOI 10.1103/PhysRev.34.57.
public struct Morse: PairPotential {
    static let depth = Parameter("depth", "the depth of the well", .nonNegative, dimension: .energy)
    static let steepness = Parameter(
        "steepness", "the inverse width of the well", .positive, dimension: .inverseLength
    ).example(6)
    static let distance = Parameter("distance", "the distance of the bottom of the well", .positive, dimension: .length)
        .example(1.12)

    static let component = ForceComponent(
        "morse", "the bond of a diatomic molecule between all pairs of one type of particles",
        equation: "U(r) = D [1 − exp(−α (r − r₀))]² − D − (the same at r_c), r < r_c",
        references: [
            Reference(
                "P. M. Morse", "Diatomic molecules according to the wave mechanics. II. Vibrational levels",
                "Physical Review", "34", page: "57", year: 1929, doi: "10.1103/PhysRev.34.57")
        ],
        depth, steepness, distance, Interactions.cutoff, Interactions.skin.optional
    ) { depth, steepness, distance, cutoff, skin in
        let pair = Pair(depth: depth, steepness: steepness, distance: distance)
        return try making(Morse(PairTable(typeCount: 1) { _, _ in pair }, cutoff: cutoff), skin: skin)
    }

    /// The parameters of two types.
    public struct Pair: Equatable, Sendable {
        /// The depth *D* of the well.
        public var depth: Double

        /// The inverse width α of the well.
        public var steepness: Double

        /// The distance *r*₀ of its bottom.
        public var distance: Double

        /// Creates the parameters.
        public init(depth: Double, steepness: Double, distance: Double) {
            self.depth = depth
            self.steepness = steepness
            self.distance = distance
        }

        func energyAndSlope(at r: Double) -> (energy: Double, slope: Double) {
            let decay = PortableFunctions.quickExponential(-steepness * (r - distance))
            return (depth * decay * (decay - 2), 2 * depth * steepness * decay * (1 - decay))
        }
    }

    /// The parameters of each pair of types.
    package let pairs: PairTable<Pair>

    /// The distance from which on there is no interaction.
    package let cutoff: Double

    private let actsOnAny: Bool

    /// Creates the interaction.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(_ pairs: PairTable<Pair>, cutoff: Double) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: pairs.typeCount)
        for pair in pairs.values {
            try PairPotentialError.check(pair.depth, Self.depth)
            try PairPotentialError.check(pair.steepness, Self.steepness)
            try PairPotentialError.check(pair.distance, Self.distance)
        }
        try PairPotentialError.check(cutoff, Interactions.cutoff)
        self.pairs = pairs
        self.cutoff = cutoff
        actsOnAny = pairs.values.contains { $0.depth != 0 }
    }

    /// The number of types.
    public var typeCount: Int { pairs.typeCount }

    /// The cutoff of two types: 0 where they do not act on each other, unless none do.
    public func cutoff(_ a: Int, _ b: Int) -> Double { pairs[a, b].depth == 0 && actsOnAny ? 0 : cutoff }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        ofTypes(a, b).interaction(squaredDistance: squaredDistance, 0, 0)
    }

    /// With parameters that need not be looked up for each pair if there is one type.
    public func computeForces(on rows: PairRows) -> PairSums {
        typeCount == 1 ? ofTypes(0, 0).computeForces(on: rows) : computeEachPair(on: rows)
    }

    private func ofTypes(_ a: Int, _ b: Int) -> OfTwoTypes { OfTwoTypes(pair: pairs[a, b], cutoff: cutoff) }

    /// The interaction of two types.
    private struct OfTwoTypes: PairPotential {
        let pair: Pair
        let cutoff: Double

        func cutoff(_ a: Int, _ b: Int) -> Double { cutoff }

        func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
            let distance = squaredDistance.squareRoot()
            let (energy, slope) = pair.energyAndSlope(at: distance)
            return PairInteraction(
                energy: energy - pair.energyAndSlope(at: cutoff).energy, forceOverDistance: -slope / distance)
        }
    }
}
