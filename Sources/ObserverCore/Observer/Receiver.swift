/// Keeps the observations of an ``Observer`` alive: when the receiver dies, they end.
///
/// An observer creates one and holds on to it; there is nothing else to do with it.
///
/// - Complexity: The death of a receiver is O(n) for its n observations.
public final class Receiver {
    /// See ``AnyMessenger/block`` for the attribute.
    @exclusivity(unchecked)
    var records = ObservationRecords()

    private(set) var collections: ContiguousArray<AnyCollectionObservation> = []

    /// Creates a receiver without observations.
    public init() {}

    deinit {
        // Letting go of a handler may run any code, even such as begins observations here.
        while !records.isEmpty || !collections.isEmpty { endAllObservations() }
    }

    /// The number of observations that the receiver keeps alive.
    ///
    /// - Complexity: O(1), or O(n) for n collections that are observed.
    public var observationCount: Int { collections.reduce(records.count) { $0 + $1.occupiedCount } }

    /// Ends all observations. Such as begin when what is left of them is let go of stay.
    ///
    /// - Complexity: O(n) for n observations.
    func endAllObservations() {
        var ended = EndedObservations()
        while let collection = collections.popLast() { collection.end(into: &ended) }
        ended.reserveCapacity(forBlocks: records.count)
        // No other code runs before all are unlinked, so that none begins or ends meanwhile.
        for index in 0..<records.count {
            let record = records[index]
            record.messenger._withUnsafeGuaranteedRef { $0.end(slot: Int(record.slot), into: &ended) }
        }
        records.removeAll()
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

// MARK: - Collections

extension Receiver {
    @usableFromInline
    func remember(_ collection: AnyCollectionObservation) {
        collections.append(collection)
    }

    func forget(_ collection: AnyCollectionObservation) {
        guard let index = collections.firstIndex(where: { $0 === collection }) else { return }
        // It dies when the array is no longer being changed, since its closure may let go of anything.
        let forgotten = collections.remove(at: index)
        withExtendedLifetime(forgotten) {}
    }
}
