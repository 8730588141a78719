import SimulationEngine

extension RandomPurpose {
    /// Which nodes a measure of a graph is taken at.
    public static let measures = RandomPurpose(number: 120)
}
