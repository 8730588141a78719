import SimulationEngine

extension RandomPurpose {
    /// The updates of Monte Carlo sweeps.
    public static let sweeps = RandomPurpose(number: 110)

    /// The clusters that are flipped at once.
    public static let clusters = RandomPurpose(number: 111)
}
