import Descriptions

/// Coulomb's law, damped and cut off so that neither energy nor force jumps, for charges in periodic boxes:
///
///     U(r) = k q₁ q₂ [v(r) − v(r₍c₎) − (r − r₍c₎) v′(r₍c₎)],  v(r) = erfc(α r) / r,  r < r₍c₎
///
/// with, for each charge, the energy − k q² [(v(r₍c₎) − r₍c₎ v′(r₍c₎)) / 2 + α / √π] in its own damped and shifted field.
///
///     let coulomb = try DampedShiftedCoulomb(constant: 1, damping: 0.6, cutoff: 5)
///     let system = try ParticleSystem(ions, in: box, forces: [try PairForce(coulomb)])
///
/// It stands for the sum over all images where charges are neutral as a whole and screen each other, as in salts and in
/// water: each charge sees the sphere around it as if that were neutral. With a damping α of 2.4 / *r*₍c₎ and a cutoff of
/// five times the distance of neighbours, the energy of a crystal of rock salt is right to 1.1 · 10⁻⁴, with 3 / *r*₍c₎ to
/// 1.6 · 10⁻⁶. Without damping, α = 0, it converges slowly.
///
/// C. J. Fennell and J. D. Gezelter, Journal of Chemical Physics 124 (2006) 234104, DOI 10.1063/1.2206581; the energy of a
/// charge in its own field: D. Wolf, P. Keblinski, S. R. Phillpot and J. Eggebrecht, Journal of Chemical Physics 110
/// (1999) 8254, DOI 10.1063/1.478738.
public struct DampedShiftedCoulomb: ChargePotential {
    static let damping = Parameter(
        "damping", "the inverse length α over which charges are damped", .nonNegative, dimension: .inverseLength)

    static let component = ForceComponent(
        "damped-shifted", "Coulomb's law, damped and cut off so that neither energy nor force jumps",
        equation: "U(r) = k q₁ q₂ [v(r) − v(r_c) − (r − r_c) v′(r_c)], v(r) = erfc(α r) / r, r < r_c",
        synonyms: ["DSF", "Wolf summation"],
        references: [
            Reference(
                "C. J. Fennell and J. D. Gezelter",
                "Is the Ewald summation still necessary? Pairwise alternatives to the accepted standard for long-range "
                    + "electrostatics", "Journal of Chemical Physics", "124", page: "234104", year: 2006,
                doi: "10.1063/1.2206581")
        ],
        Interactions.coulombConstant, damping, Interactions.cutoff, Interactions.skin.optional
    ) { constant, damping, cutoff, skin in
        try making(DampedShiftedCoulomb(constant: constant, damping: damping, cutoff: cutoff), skin: skin)
    }

    /// The constant *k*, an energy times a length over the square of a charge; 1 / (4 π ε₀) in the units of the system.
    package let constant: Double

    /// The inverse length α over which the interaction is damped.
    package let damping: Double

    /// The distance from which on there is no interaction.
    public let cutoff: Double

    let damped: DampedCoulomb

    /// Creates the interaction.
    ///
    /// - Throws: ``PairPotentialError`` unless the constant is finite, the damping finite and not negative, and the cutoff
    ///   finite and positive.
    public init(constant: Double = 1, damping: Double, cutoff: Double) throws(PairPotentialError) {
        try PairPotentialError.check(constant, Interactions.coulombConstant)
        try PairPotentialError.check(damping, Self.damping)
        try PairPotentialError.check(cutoff, Interactions.cutoff)
        self.constant = constant
        self.damping = damping
        self.cutoff = cutoff
        damped = DampedCoulomb(constant: constant, damping: damping, cutoff: cutoff, isShifted: true)
    }

    /// The energy of a charge of 1 in its own field.
    public var selfEnergy: Double { -constant * (damped.shift / 2 + damping / Double.pi.squareRoot()) }

    /// The interaction of two charges of 1.
    public func interaction(squaredDistance: Double) -> PairInteraction {
        damped.interaction(squaredDistance: squaredDistance)
    }

    /// The interaction without what is not left of Coulomb's law: other charges screen the pair as if it were whole.
    public func excludedInteraction(
        squaredDistance: Double, weight: Double
    ) -> PairInteraction {
        let distance = squaredDistance.squareRoot()
        var pair =
            distance < cutoff
            ? interaction(squaredDistance: squaredDistance) : PairInteraction(energy: 0, forceOverDistance: 0)
        let missing = (1 - weight) * constant / distance
        pair.energy -= missing
        pair.forceOverDistance -= missing / squaredDistance
        return pair
    }
}

extension DampedShiftedCoulomb {
    /// The law, with a kernel of its own.
    public func makeLaw() -> PairLaw { PairLaw(self, kernel: damped.kernel) }
}
