import SimulationEngine

extension RandomPurpose {
    /// The updates of Monte Carlo sweeps.
    package static let sweeps = RandomPurpose(number: 110)

    /// The clusters that are flipped at once.
    package static let clusters = RandomPurpose(number: 111)

    /// The fields that act on single spins.
    package static let localFields = RandomPurpose(number: 112)
}
