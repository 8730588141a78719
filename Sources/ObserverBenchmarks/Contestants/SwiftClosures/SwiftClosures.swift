import ObserverCore

/// A floor: what Swift closures in contiguous arrays need, without anything that makes them a library.
public struct SwiftClosures: Contestant {
    typealias Handler = (Update<Double>) -> Void

    /// The name in the table.
    public var name: String { "Swift closures" }

    /// Creates the contestant.
    public init() {}

    @inline(__always)
    func handler(adding tally: Tally) -> Handler {
        { [tally] update in tally.add(update.new) }
    }

    /// Sends an update to all closures in each round.
    func timeOfRounds(_ work: Work, _ handlers: [Handler]) -> Double {
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds {
                let update = Update(Double(round - 1), Double(round))
                for handler in handlers { handler(update) }
            }
        }
        return stopwatch.nanoseconds
    }
}
