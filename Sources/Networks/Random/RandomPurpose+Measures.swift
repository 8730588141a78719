import SimulationEngine

extension RandomPurpose {
    /// Which nodes a measure of a graph is taken at.
    package static let measures = RandomPurpose(number: 120)
}
