import CKernels
import Descriptions

/// The Lennard-Jones interaction, with a cutoff *r*₍c₎ for each pair of types:
///
///     U(r) = 4ε [(σ/r)¹² − (σ/r)⁶],  r < r₍c₎
///
/// J. E. Jones, Proceedings of the Royal Society A 106 (1924) 463, DOI 10.1098/rspa.1924.0082.
public struct LennardJones: PairPotential {
    static let component = ForceComponent(
        "lennard-jones", "repulsion at short distances and attraction at long ones, as of atoms of a noble gas",
        equation: "U(r) = 4 ε [(σ/r)¹² − (σ/r)⁶], r < r_c",
        synonyms: ["LJ", "12-6 potential"],
        references: [
            Reference(
                "J. E. Jones", "On the determination of molecular fields. II. From the equation of state of a gas",
                "Proceedings of the Royal Society A", "106", page: "463", year: 1924, doi: "10.1098/rspa.1924.0082")
        ],
        EnergyAndLength.onlyEpsilon, EnergyAndLength.onlySigma, EnergyAndLength.types.optional,
        Interactions.cutoff,
        Parameter("truncation", "what happens at the cutoff", default: Truncation.truncated),
        Parameter(
            "tail-corrections", "whether what lies beyond the cutoff counts in energy and pressure", default: false),
        Interactions.skin.optional
    ) { epsilon, sigma, types, cutoff, truncation, tailCorrections, skin in
        let pairs = try EnergyAndLength.table(of: types, epsilon, sigma).map {
            Pair(epsilon: $0.epsilon, sigma: $0.sigma, cutoff: cutoff, truncation: truncation)
        }
        return try making(LennardJones(pairs, tailCorrections: tailCorrections), skin: skin)
    }

    static let weeksChandlerAndersen = ForceComponent(
        "weeks-chandler-andersen", "the repulsive part of the Lennard-Jones interaction alone",
        equation: "U(r) = 4 ε [(σ/r)¹² − (σ/r)⁶] + ε, r < 2^(1/6) σ",
        synonyms: ["WCA"],
        references: [
            Reference(
                "J. D. Weeks, D. Chandler and H. C. Andersen",
                "Role of repulsive forces in determining the equilibrium structure of simple liquids",
                "Journal of Chemical Physics", "54", page: "5237", year: 1971, doi: "10.1063/1.1674820")
        ],
        EnergyAndLength.onlyEpsilon, EnergyAndLength.onlySigma, EnergyAndLength.types.optional,
        Interactions.skin.optional
    ) { epsilon, sigma, types, skin in
        let pairs = try EnergyAndLength.table(of: types, epsilon, sigma).map {
            Pair.weeksChandlerAndersen(epsilon: $0.epsilon, sigma: $0.sigma)
        }
        return try making(LennardJones(pairs), skin: skin)
    }

    /// The truncation of the interaction at the cutoff.
    public enum Truncation: String, CaseIterable, ParameterValue {
        /// The energy jumps to 0.
        case truncated

        /// The energy is shifted by a constant so that it does not jump; the force does.
        case shifted

        /// Neither jumps: *U*(*r*) − *U*(*r*₍c₎) − (*r* − *r*₍c₎) *U*′(*r*₍c₎).
        case forceShifted = "force-shifted"
    }

    /// The parameters of two types.
    public struct Pair: Equatable, Sendable {
        /// The depth of the well.
        public var epsilon: Double

        /// The distance at which the energy is 0.
        public var sigma: Double

        /// The distance from which on there is no interaction.
        public var cutoff: Double

        /// The truncation of the interaction at the cutoff.
        public var truncation: Truncation

        /// Creates the parameters.
        public init(epsilon: Double = 1, sigma: Double = 1, cutoff: Double, truncation: Truncation = .truncated) {
            self.epsilon = epsilon
            self.sigma = sigma
            self.cutoff = cutoff
            self.truncation = truncation
        }

        /// The repulsive part alone, shifted to end at its minimum, 2^(1/6) σ: J. D. Weeks, D. Chandler and
        /// H. C. Andersen, Journal of Chemical Physics 54 (1971) 5237, DOI 10.1063/1.1674820.
        public static func weeksChandlerAndersen(epsilon: Double = 1, sigma: Double = 1) -> Pair {
            Pair(
                epsilon: epsilon, sigma: sigma, cutoff: 1.122_462_048_309_373 * sigma, truncation: .shifted)
        }
    }

    /// The parameters of each pair of types.
    package let pairs: PairTable<Pair>

    /// True if energy and pressure count the interactions beyond the cutoff as if particles were spread evenly there. The energy
    /// must not be shifted then.
    package let hasTailCorrections: Bool

    let coefficients: [pk_lennard_jones_pair]

    private let actsOnAny: Bool

    /// Creates the interaction of particles of one type.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(
        epsilon: Double = 1, sigma: Double = 1, cutoff: Double, truncation: Truncation = .truncated,
        tailCorrections: Bool = false
    ) throws(PairPotentialError) {
        let pair = Pair(epsilon: epsilon, sigma: sigma, cutoff: cutoff, truncation: truncation)
        try self.init(PairTable(typeCount: 1) { _, _ in pair }, tailCorrections: tailCorrections)
    }

    /// Creates the interaction of particles of several types.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(_ pairs: PairTable<Pair>, tailCorrections: Bool = false) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: pairs.typeCount)
        for pair in pairs.values {
            try PairPotentialError.check(pair.epsilon, EnergyAndLength.epsilon)
            try PairPotentialError.check(pair.sigma, EnergyAndLength.sigma)
            try PairPotentialError.check(pair.cutoff, Interactions.cutoffOfPair)
            guard !tailCorrections || pair.truncation == .truncated else {
                throw .tailOfShiftedEnergy(pair.truncation)
            }
        }
        self.pairs = pairs
        hasTailCorrections = tailCorrections
        coefficients = pairs.values.map(\.coefficients)
        actsOnAny = pairs.values.contains { $0.epsilon != 0 }
    }

    /// The number of types.
    public var typeCount: Int { pairs.typeCount }

    /// The cutoff of two types: 0 where they do not act on each other, unless none do.
    public func cutoff(_ a: Int, _ b: Int) -> Double {
        pairs[a, b].epsilon == 0 && actsOnAny ? 0 : pairs[a, b].cutoff
    }

    /// A tenth of σ, where the energy is 4 × 10¹² ε.
    public func overlapDistance(_ a: Int, _ b: Int) -> Double {
        pairs[a, b].epsilon > 0 ? 0.1 * pairs[a, b].sigma : 0
    }

    /// The interaction, with the same operations as the kernels in C.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        let pair = coefficients[a * typeCount + b]
        let inverse = 1 / squaredDistance
        let inverse6 = inverse * inverse * inverse
        var force = inverse6 * (pair.force12 * inverse6 - pair.force6) * inverse
        var energy = inverse6 * (pair.energy12 * inverse6 - pair.energy6) - pair.energy_shift
        if pair.force_shift != 0 {
            let distance = squaredDistance.squareRoot()
            force -= pair.force_shift / distance
            energy += pair.force_shift * distance
        }
        return PairInteraction(energy: energy, forceOverDistance: force)
    }

    /// The integrals from the cutoff to infinity, if there are tail corrections.
    ///
    /// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), section 2.8, in three dimensions.
    public func tail(_ a: Int, _ b: Int, dimensions: Int) -> TailCorrection? {
        guard hasTailCorrections, cutoff(a, b) > 0 else { return nil }
        let pair = pairs[a, b]
        // ∫ (σ/r)ⁿ dV = surface σⁿ / ((n − d) r₍c₎ⁿ⁻ᵈ), and r dU/dr of a power n is −n times the power.
        let surface = (dimensions == 2 ? 2 : 4) * Double.pi
        let ratio = pair.sigma / pair.cutoff
        let ratio6 = ratio * ratio * ratio * ratio * ratio * ratio
        let volume = dimensions == 2 ? pair.cutoff * pair.cutoff : pair.cutoff * pair.cutoff * pair.cutoff
        let repulsion = 4 * pair.epsilon * surface * ratio6 * ratio6 * volume / Double(12 - dimensions)
        let attraction = 4 * pair.epsilon * surface * ratio6 * volume / Double(6 - dimensions)
        return TailCorrection(energy: repulsion - attraction, virial: 12 * repulsion - 6 * attraction)
    }
}

extension LennardJones.Pair {
    fileprivate var coefficients: pk_lennard_jones_pair {
        let sigma3 = sigma * sigma * sigma
        let sigma6 = sigma3 * sigma3
        var result = pk_lennard_jones_pair(
            squared_cutoff: epsilon == 0 ? 0 : min(cutoff * cutoff, greatestSquaredCutoff),
            force12: 48 * epsilon * sigma6 * sigma6,
            force6: 24 * epsilon * sigma6, energy12: 4 * epsilon * sigma6 * sigma6, energy6: 4 * epsilon * sigma6,
            energy_shift: 0, force_shift: 0)
        guard result.squared_cutoff > 0, truncation != .truncated else { return result }
        let squaredCutoff = cutoff * cutoff
        let inverse6 = 1 / (squaredCutoff * squaredCutoff * squaredCutoff)
        result.energy_shift = inverse6 * (result.energy12 * inverse6 - result.energy6)
        if truncation == .forceShifted {
            result.force_shift = inverse6 * (result.force12 * inverse6 - result.force6) / cutoff
            result.energy_shift += result.force_shift * cutoff
        }
        return result
    }
}

extension LennardJones {
    /// The law, with a kernel of its own.
    public func makeLaw() throws(PairPotentialError) -> PairLaw {
        let isForceShifted: Int32 = coefficients.contains { $0.force_shift != 0 } ? 1 : 0
        return try PairLaw(self) { [coefficients, typeCount] set, rows, forces, sums in
            coefficients.withUnsafeBufferPointer { pairs in
                var table = pk_lennard_jones_table(
                    pairs: pairs.baseAddress, type_count: Int32(typeCount), is_force_shifted: isForceShifted)
                pk_lennard_jones(set, rows, &table, forces, sums)
            }
        }
    }
}
