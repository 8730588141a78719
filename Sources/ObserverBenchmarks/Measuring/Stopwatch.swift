/// Adds up the time that pieces of work take.
public struct Stopwatch: Sendable {
    /// The time of all pieces.
    public private(set) var nanoseconds = 0.0

    /// Creates a stopwatch that has measured nothing yet.
    public init() {}

    /// Does a piece of work and adds its time.
    public mutating func measure(_ work: () throws -> Void) rethrows {
        let duration = try ContinuousClock().measure(work).components
        nanoseconds += Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9
    }
}
