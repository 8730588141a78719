import SimulationEngine

extension RandomPurpose {
    /// The edges of a generated graph.
    public static let graph = RandomPurpose(number: 100)

    /// The events of a jump process.
    public static let events = RandomPurpose(number: 101)

    /// Which nodes are chosen, such as those that are infected at the beginning.
    public static let choiceOfNodes = RandomPurpose(number: 102)
}
