import CMath

/// With which probability a spin flips that is updated. Both rules have the Boltzmann distribution as their equilibrium.
public enum SpinFlipRule: String, CaseIterable, Sendable {
    /// min(1, exp(−ΔE / T)) for a change ΔE of the energy.
    ///
    /// N. Metropolis et al., *Equation of state calculations by fast computing machines*, Journal of Chemical Physics 21
    /// (1953) 1087, DOI 10.1063/1.1699114.
    case metropolis

    /// 1 / (1 + exp(ΔE / T)): the spin is drawn from its distribution given its neighbours (heat bath).
    ///
    /// R. J. Glauber, *Time-dependent statistics of the Ising model*, Journal of Mathematical Physics 4 (1963) 294,
    /// DOI 10.1063/1.1703954.
    case glauber

    /// The probability of a flip. At temperature 0 what raises the energy never happens, and what does not change it
    /// happens for certain by the rule of Metropolis, and in half of all cases by Glauber's.
    ///
    /// - Parameters:
    ///   - change: By how much the flip changes the energy.
    ///   - temperature: The temperature, 0 or greater.
    /// - Returns: The probability.
    public func probability(change: Double, temperature: Double) -> Double {
        let exponent = change == 0 ? 0 : change / temperature
        return switch self {
        case .metropolis: exponent <= 0 ? 1 : exp(-exponent)
        case .glauber: 1 / (1 + exp(exponent))
        }
    }
}
