import CKernels

/// A ``PairwiseInteraction`` as neighbour lists and kernels meet it: by labels of particles, which are types or charges.
public struct PairLaw: Sendable {
    typealias Kernel =
        @Sendable (
            k_instruction_set, UnsafePointer<pk_rows>, _ forces: UnsafeMutablePointer<Double>,
            UnsafeMutablePointer<pk_sums>?
        ) -> Void

    /// The meaning of labels.
    let label: NeighbourList.Label

    /// How many types there are; 1 if they do not matter.
    let typeCount: Int

    /// The greatest distance at which particles act on each other.
    let cutoff: Double

    /// The squares of the cutoffs of each two types. With more types than these the table would be large, and the reference
    /// computes their interaction.
    let squaredCutoffs: [Double]
    private static let greatestTypeCount = 1000

    /// The energy of a charge of 1 in its own field.
    let selfEnergy: Double

    /// The distance from which on two labels do not act on each other, 0 if they never do.
    let cutoffOfPair: @Sendable (_ a: Double, _ b: Double) -> Double

    /// The distance below which two particles cannot be meant to be.
    let overlapDistance: @Sendable (_ a: Double, _ b: Double) -> Double

    /// The interaction at a distance that is smaller than the cutoff.
    let interaction: @Sendable (_ squaredDistance: Double, _ a: Double, _ b: Double) -> PairInteraction

    /// The interaction that is left of two particles that are excluded from it.
    let excludedInteraction:
        @Sendable (_ squaredDistance: Double, _ a: Double, _ b: Double, _ weight: Double) -> PairInteraction

    /// The tail correction of two types; `nil` if it does not count.
    let tail: @Sendable (_ a: Int, _ b: Int, _ dimensions: Int) -> TailCorrection?

    /// Computes the forces on rows, in a loop that the compiler has made for the interaction.
    let computeForces: @Sendable (PairRows) -> PairSums

    /// A kernel in C for this interaction alone.
    let kernel: Kernel?

    /// The law of types.
    ///
    /// - Throws: ``PairPotentialError``.
    init<Potential: PairPotential>(_ potential: Potential, kernel: Kernel? = nil) throws(PairPotentialError) {
        label = .type
        typeCount = potential.typeCount
        try PairPotentialError.check(typeCount: typeCount)
        try PairPotentialError.checkCutoffs(of: potential)
        let types = 0..<typeCount
        cutoff = types.reduce(0) { greatest, a in types.reduce(greatest) { max($0, potential.cutoff(a, $1)) } }
        let listed = 0..<(typeCount <= Self.greatestTypeCount ? typeCount : 0)
        squaredCutoffs = listed.flatMap { a in
            listed.map { b in min(potential.cutoff(a, b) * potential.cutoff(a, b), greatestSquaredCutoff) }
        }
        selfEnergy = 0
        cutoffOfPair = { potential.cutoff(Int($0), Int($1)) }
        overlapDistance = { potential.overlapDistance(Int($0), Int($1)) }
        interaction = { potential.interaction(squaredDistance: $0, Int($1), Int($2)) }
        excludedInteraction = { potential.excludedInteraction(squaredDistance: $0, Int($1), Int($2), weight: $3) }
        tail = { potential.tail($0, $1, dimensions: $2) }
        computeForces = { potential.computeForces(on: $0) }
        self.kernel = kernel
    }

    /// The law of charges.
    init<Potential: ChargePotential>(_ potential: Potential, kernel: Kernel? = nil) {
        cutoff = potential.cutoff
        label = .charge
        typeCount = 1
        squaredCutoffs = [min(cutoff * cutoff, greatestSquaredCutoff)]
        selfEnergy = potential.selfEnergy
        // Nothing acts on what has no charge, wherever that is.
        cutoffOfPair = { $0 * $1 != 0 ? potential.cutoff : 0 }
        overlapDistance = { _, _ in 0 }
        interaction = { potential.interaction(squaredDistance: $0).times($1 * $2) }
        excludedInteraction = { Self.excluded(potential, $0, $1 * $2, $3) }
        tail = { _, _, _ in nil }
        computeForces = { potential.computeForces(on: $0) }
        self.kernel = kernel
    }

    private static func excluded(
        _ potential: some ChargePotential, _ squaredDistance: Double, _ product: Double, _ weight: Double
    ) -> PairInteraction {
        guard product != 0 else { return PairInteraction(energy: 0, forceOverDistance: 0) }
        return potential.excludedInteraction(squaredDistance: squaredDistance, weight: weight).times(product)
    }

    @inline(__always)
    func label(of particle: Int, in particles: ParticleColumns) -> Double {
        label == .charge ? particles.charge[particle] : Double(particles.type[particle])
    }

    /// The greatest energy of two particles at their cutoff; 0 for charges, of whose interaction cutoffs are part.
    var energyJump: Double {
        guard label == .type else { return 0 }
        let types = (0..<typeCount).map(Double.init)
        return types.reduce(0) { jump, a in
            types.reduce(jump) { jump, b in
                let cutoff = cutoffOfPair(a, b)
                guard cutoff > 0 else { return jump }
                return max(jump, abs(interaction((cutoff * cutoff).nextDown, a, b).energy))
            }
        }
    }
}
