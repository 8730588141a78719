/// An interaction between two charges that depends on their distance, and ends at a cutoff: energies and forces are those of
/// charges of 1, times the charges of the two particles, whose types do not matter.
public protocol ChargePotential: PairwiseInteraction {
    /// The distance from which on charges do not act on each other.
    var cutoff: Double { get }

    /// The interaction at a distance that is smaller than the cutoff.
    func interaction(squaredDistance: Double) -> PairInteraction

    /// The energy of a charge in its own field, which adds to the energy, times the square of each charge. 0 unless implemented.
    var selfEnergy: Double { get }

    /// The interaction that is left of two particles that are excluded from it, at any distance; see ``Exclusions``.
    ///
    /// Unless implemented, it is the interaction times the weight. Where charges act on all images of each other, what others
    /// sum up of the pair is subtracted here.
    func excludedInteraction(squaredDistance: Double, weight: Double) -> PairInteraction

    /// Computes the forces of their neighbours on some particles. Leave it to the default, as ``PairPotential/computeForces(on:)``.
    ///
    /// - Returns: The sums over all rows, which are twice those over pairs.
    func computeForces(on rows: PairRows) -> PairSums
}

extension ChargePotential {
    /// None.
    public var selfEnergy: Double { 0 }

    /// The weight times the interaction.
    public func excludedInteraction(squaredDistance: Double, weight: Double) -> PairInteraction {
        guard weight > 0, squaredDistance < cutoff * cutoff else {
            return PairInteraction(energy: 0, forceOverDistance: 0)
        }
        return interaction(squaredDistance: squaredDistance).times(weight)
    }

    /// By charges.
    public func makeLaw() -> PairLaw { PairLaw(self) }

    /// Sums up the forces of the neighbours of each particle, side by side in eight sums in their order.
    @inlinable
    public func computeForces(on rows: PairRows) -> PairSums {
        for row in 0..<rows.count {
            let count = rows.findPairs(ofRow: row)
            rows.compute(count) { pair in
                interaction(squaredDistance: rows.squaredDistances[pair]).times(rows.labels[pair])
            }
            rows.addPairs(ofRow: row)
        }
        return rows.sums
    }
}
