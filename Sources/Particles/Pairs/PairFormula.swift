import Descriptions
import SimulationEngine

/// An interaction whose energy is a formula of the distance *r*, from which the force is derived symbolically:
///
///     let energy = try FieldExpression("depth * ((1 - exp(rest - r))^2 - 1)", fields: ["r", "depth", "rest"])
///     let potential = try PairFormula(energy, parameters: [2, 1.1], cutoff: 4, shift: .energy)
///
/// Parameters are numbers, or tables with a number for each pair of types.
public struct PairFormula: PairPotential {
    /// The term that is subtracted from the energy, so that it does not jump at the cutoff.
    public enum Shift: String, CaseIterable, Sendable {
        /// Nothing: the energy jumps to 0.
        case none

        /// The energy at the cutoff: the force jumps.
        case energy

        /// Neither jumps: *U*(*r*) − *U*(*r*₍c₎) − (*r* − *r*₍c₎) *U*′(*r*₍c₎).
        case force
    }

    /// The energy before it is shifted. Its first field is the distance.
    public let energy: FieldExpression

    /// The distance from which on there is no interaction, for each pair of types.
    package let cutoffs: PairTable<Double>

    private let terms: RadialTerms

    /// The tail corrections of each pair of types in two and in three dimensions, if they count.
    private let tails: [Int: PairTable<TailCorrection>]

    /// Creates the interaction of particles of one type.
    ///
    /// - Throws: ``PairPotentialError``.
    public init(
        _ energy: FieldExpression, parameters: [Double] = [], cutoff: Double, shift: Shift = .none,
        tailCorrections: Bool = false
    ) throws(PairPotentialError) {
        try self.init(
            energy, parameters: parameters.map { number in PairTable(typeCount: 1) { _, _ in number } },
            cutoffs: PairTable(typeCount: 1) { _, _ in cutoff }, shift: shift, tailCorrections: tailCorrections)
    }

    /// Creates the interaction of particles of several types.
    ///
    /// - Parameters:
    ///   - energy: The energy. Its first field is the distance, the others are parameters.
    ///   - parameters: The parameters in the order of the fields, each for as many types as the cutoffs.
    ///   - cutoffs: The distance at which the interaction of each two types ends, 0 if there is none.
    ///   - shift: The term subtracted from the energy.
    ///   - tailCorrections: True if energy and pressure count what lies beyond the cutoff as if particles were spread evenly there.
    /// - Throws: ``PairPotentialError``, also if energy or force is not finite at a cutoff, or the integrals beyond it are not.
    public init(
        _ energy: FieldExpression, parameters: [PairTable<Double>], cutoffs: PairTable<Double>, shift: Shift = .none,
        tailCorrections: Bool = false
    ) throws(PairPotentialError) {
        try PairPotentialError.check(typeCount: cutoffs.typeCount)
        try RadialTerms.check(energy, parameters, cutoffs)
        guard !tailCorrections || shift == .none else {
            throw .parameter(.unfit("tail-corrections", because: "complete an energy that is not shifted"))
        }
        let bare = RadialTerms(energy, parameters, typeCount: cutoffs.typeCount)
        try bare.check(at: cutoffs)
        self.energy = energy
        self.cutoffs = cutoffs
        terms = shift == .none ? bare : bare.shifted(at: cutoffs, withSlope: shift == .force)
        tails = tailCorrections ? try bare.tails(beyond: cutoffs) : [:]
    }

    /// The number of types.
    public var typeCount: Int { cutoffs.typeCount }

    /// The cutoff of two types.
    public func cutoff(_ a: Int, _ b: Int) -> Double { cutoffs[a, b] }

    /// The interaction.
    public func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
        terms.interaction(squaredDistance: squaredDistance, a, b)
    }

    /// The integrals from the cutoff to infinity, if they count.
    public func tail(_ a: Int, _ b: Int, dimensions: Int) -> TailCorrection? {
        cutoffs[a, b] > 0 ? tails[dimensions].map { $0[a, b] } : nil
    }

    /// Computes the formula for the neighbours of a particle side by side.
    public func computeForces(on rows: PairRows) -> PairSums { terms.computeForces(on: rows) }
}
