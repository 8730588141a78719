/// A run of a workload, and how long it took with all that it prepares.
public struct Run: Codable, Sendable {
    /// What was timed and received.
    public let outcome: Outcome

    /// The time of everything, in nanoseconds.
    public let nanoseconds: Double

    /// Creates a run.
    public init(_ outcome: Outcome, nanoseconds: Double) {
        self.outcome = outcome
        self.nanoseconds = nanoseconds
    }
}
