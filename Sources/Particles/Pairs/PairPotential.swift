/// An interaction of pairs of particles: by their types, a ``PairPotential``, or by their charges, a ``ChargePotential``.
public protocol PairwiseInteraction: Sendable {
    /// The interaction as neighbour lists and kernels meet it. Leave it to the default of the two.
    ///
    /// - Throws: ``PairPotentialError`` if types or cutoffs are impossible.
    func makeLaw() throws(PairPotentialError) -> PairLaw
}

/// An interaction between two particles that depends on their distance and their types, and ends at a cutoff.
///
/// To make an interaction of your own, say how far it reaches and what it is:
///
///     struct SquareHill: PairPotential {
///         func cutoff(_ a: Int, _ b: Int) -> Double { 1 }
///         func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction {
///             PairInteraction(energy: 1 - squaredDistance, forceOverDistance: 2)
///         }
///     }
///     let force = try PairForce(SquareHill())
///
/// Everything else comes for free: neighbour lists, images, threads, energy and pressure. Types are numbered from 0, and
/// what holds for *a* and *b* must hold for *b* and *a*.
public protocol PairPotential: PairwiseInteraction {
    /// How many types of particles there may be. 1 unless implemented.
    var typeCount: Int { get }

    /// The distance from which on two types do not act on each other; 0 if they never do.
    func cutoff(_ a: Int, _ b: Int) -> Double

    /// The interaction at a distance that is smaller than the cutoff.
    func interaction(squaredDistance: Double, _ a: Int, _ b: Int) -> PairInteraction

    /// The distance below which two particles cannot be meant to be when a system is made. 0 unless implemented, which
    /// refuses only particles in the same place.
    func overlapDistance(_ a: Int, _ b: Int) -> Double

    /// The interaction that is left of two particles that are excluded from it, at any distance; see ``Exclusions``.
    ///
    /// Unless implemented, it is the interaction times the weight. It is not asked for pairs of weight 0.
    func excludedInteraction(squaredDistance: Double, _ a: Int, _ b: Int, weight: Double) -> PairInteraction

    /// Computes the forces of their neighbours on some particles. Leave it to the default: it stands here so that the compiler
    /// makes a version of the loop for this interaction. Mark ``cutoff(_:_:)`` and ``interaction(squaredDistance:_:_:)``
    /// `@inlinable` if the type is public in a module of its own.
    ///
    /// - Returns: The sums over all rows, which are twice those over pairs.
    func computeForces(on rows: PairRows) -> PairSums

    /// The tail correction of a pair, the energy and virial beyond the cutoff if particles are spread evenly there, or `nil` if
    /// that shall not count, as it does not unless implemented.
    func tail(_ a: Int, _ b: Int, dimensions: Int) -> TailCorrection?
}

extension PairPotential {
    /// One type.
    public var typeCount: Int { 1 }

    /// Only particles in the same place overlap.
    public func overlapDistance(_ a: Int, _ b: Int) -> Double { 0 }

    /// The weight times the interaction.
    public func excludedInteraction(
        squaredDistance: Double, _ a: Int, _ b: Int, weight: Double
    ) -> PairInteraction {
        let cutoff = cutoff(a, b)
        guard weight > 0, squaredDistance < cutoff * cutoff else {
            return PairInteraction(energy: 0, forceOverDistance: 0)
        }
        return interaction(squaredDistance: squaredDistance, a, b).times(weight)
    }

    /// Nothing.
    public func tail(_ a: Int, _ b: Int, dimensions: Int) -> TailCorrection? { nil }

    /// By types.
    public func makeLaw() throws(PairPotentialError) -> PairLaw { try PairLaw(self) }
}

/// The interaction of two particles at their distance.
public struct PairInteraction: Equatable, Sendable {
    /// The potential energy *U* of the pair.
    public var energy: Double

    /// The force −d*U*/d*r*, positive if it drives the two apart, divided by their distance *r*.
    public var forceOverDistance: Double

    /// Creates an interaction.
    @inlinable
    public init(energy: Double, forceOverDistance: Double) {
        self.energy = energy
        self.forceOverDistance = forceOverDistance
    }

    /// The interaction of what acts so much more strongly.
    @inlinable
    func times(_ factor: Double) -> PairInteraction {
        PairInteraction(energy: energy * factor, forceOverDistance: forceOverDistance * factor)
    }
}

/// Integrals over the space beyond the cutoff.
public struct TailCorrection: Equatable, Sendable {
    /// ∫ *U* d*V*
    public var energy: Double

    /// ∫ *r F* d*V*
    public var virial: Double

    /// Creates a tail.
    public init(energy: Double, virial: Double) {
        self.energy = energy
        self.virial = virial
    }
}
