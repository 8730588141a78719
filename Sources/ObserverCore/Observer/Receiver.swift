/// Keeps the observations of an ``Observer`` alive: when the receiver dies, they end.
///
/// An observer creates one and holds on to it; there is nothing else to do with it.
///
/// - Complexity: The death of a receiver is O(n) for its n observations.
public final class Receiver {
    /// See ``AnyMessenger/block`` for the attribute.
    @exclusivity(unchecked)
    var records = ObservationRecords()

    /// Creates a receiver without observations.
    public init() {}

    deinit {
        // Letting go of a handler may run any code, even such as begins observations here.
        while !records.isEmpty { endAllObservations() }
    }

    /// The number of observations that the receiver keeps alive.
    ///
    /// - Complexity: O(1).
    public var observationCount: Int { records.count }

    /// Ends all observations. Such as begin when what is left of them is let go of stay.
    ///
    /// - Complexity: O(n) for n observations.
    func endAllObservations() {
        var ended = EndedObservations()
        while !records.isEmpty {
            let record = records[records.count - 1]
            record.messenger._withUnsafeGuaranteedRef { $0.end(slot: Int(record.slot), into: &ended) }
            records.removeLast()
        }
        ended.letGo()
    }

    /// Ends all observations of a messenger.
    ///
    /// - Complexity: O(n) for n observations by this receiver.
    func endObservations(of messenger: AnyMessenger) {
        var ended = EndedObservations()
        for index in (0..<records.count).reversed() where records[index].isOf(messenger) {
            let slot = Int(records[index].slot)
            records.remove(at: index)
            messenger.end(slot: slot, into: &ended)
        }
        ended.letGo()
    }
}
