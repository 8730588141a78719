/// The outcome of a run of a workload: what it took, and what was received in it.
public struct Outcome: Codable, Sendable {
    /// The parts that were timed, one for each row of the workload.
    public let phases: [Phase]

    /// The messages that the observers received.
    public let received: Reception

    /// Creates an outcome.
    public init(_ phases: [Phase], received: Reception) {
        self.phases = phases
        self.received = received
    }

    /// Creates an outcome with one phase.
    public init(_ phase: Phase, received: Reception) {
        self.init([phase], received: received)
    }
}

/// A part of a workload that has a row of its own in the table.
public struct Phase: Codable, Sendable {
    /// The name of a row of the table.
    public enum Row: String, Codable, Sendable {
        /// A message to one observer.
        case fanOut = "fan-out"
        /// Beginning an observation.
        case populationBegin = "population-begin"
        /// Changing the value of an observed object.
        case populationChange = "population-change"
        /// Ending an observation.
        case populationEnd = "population-end"
        /// Changing the value of an observed object in the loop that one would write.
        case populationLoop = "population-loop"
        /// Changing a value that nobody observes.
        case unobserved
        /// Ending an observation and beginning another.
        case churn
        /// A message through map, filter and map.
        case chain
        /// The same message without them.
        case chainPlain = "chain-plain"
        /// A message through map, filter and map with closures that capture.
        case capturingChain = "chain-capturing"
        /// The end of one observation by the death of its observer.
        case death
        /// A message of one object to the closure that observes all.
        case collection
        /// A message that was sent from inside a closure.
        case reentrant = "re-entrant"
    }

    /// The row.
    public let row: Row

    /// The time of all operations.
    public let nanoseconds: Double

    /// How many operations were timed.
    public let operations: Int

    /// How much memory an observation or an object takes, where that is measured.
    public let bytes: Double?

    /// Creates a phase.
    public init(_ row: Row, nanoseconds: Double, operations: Int, bytes: Double? = nil) {
        self.row = row
        self.nanoseconds = nanoseconds
        self.operations = operations
        self.bytes = bytes
    }

    var nanosecondsPerOperation: Double { nanoseconds / Double(operations) }
}
