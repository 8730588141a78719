import SimulationEngine

extension RandomPurpose {
    /// Which nodes a measure of a graph is taken at.
    public static let measures = RandomPurpose(number: 120)

    /// The leaps of a jump process that is not simulated event by event.
    static let leaps = RandomPurpose(number: 121)
}
