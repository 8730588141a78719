/// Keeps the observations of an ``Observer`` alive: when the receiver dies, they end.
///
/// An observer creates one and holds on to it; there is nothing else to do with it.
///
/// - Complexity: The death of a receiver is O(n) for its n observations.
public class Receiver {
    /// See ``AnyMessenger/block`` for the attribute.
    @exclusivity(unchecked)
    @usableFromInline
    final var records = ObservationRecords()

    /// The groups; few have any.
    @exclusivity(unchecked)
    private final var groups: ReceiverGroups?

    /// Creates a receiver without observations.
    public init() {
        ClosureLayout.check()
    }

    deinit {
        // Letting go of a handler may run any code, even such as begins observations here.
        while !records.isEmpty || groups != nil { endAllObservations() }
    }

    /// The receiver of the observer: this one, unless it is a part of another.
    var whole: Receiver { self }

    /// The number of observations that the receiver keeps alive.
    ///
    /// - Complexity: O(1), or O(n) for n observations of collections and of caches that are observed together.
    public final var observationCount: Int {
        guard let groups else { return records.count }
        let count = groups.collections.reduce(records.count + (groups.soles?.count ?? 0)) { $0 + $1.occupiedCount }
        return groups.parts.reduce(count) { $0 + $1.observationCount }
    }

    /// The number of records and parts, which a search has to look at.
    final var ownObservationCount: Int { records.count + (groups?.parts.count ?? 0) }

    /// Tests if there are observations of a messenger, other than as one of a collection.
    ///
    /// - Complexity: O(n) for n observations by this receiver.
    final func hasObservations(of messenger: AnyMessenger) -> Bool {
        (0..<records.count).contains { records[$0].isOf(messenger) }
            || groups?.parts.contains { $0.hasObservations(of: messenger) } ?? false
    }

    /// Ends all observations. Such as begin when what is left of them is let go of stay.
    ///
    /// - Complexity: O(n) for n observations.
    final func endAllObservations() {
        var ended = EndedObservations()
        endAllObservations(into: &ended)
        ended.letGo()
    }

    private final func endAllObservations(into ended: inout EndedObservations) {
        let ending = groups
        groups = nil
        if let ending {
            for part in ending.parts { part.endAllObservations(into: &ended) }
            for collection in ending.collections { collection.end(into: &ended) }
        }
        endRecords(into: &ended)
        ending?.soles?.endAll(into: &ended)
    }

    /// No other code runs before all are unlinked, so that none begins or ends meanwhile.
    private final func endRecords(into ended: inout EndedObservations) {
        var (index, haveClosures) = (0, false)
        while index < records.count {
            let record = records[index]
            let isParked = record.messenger._withUnsafeGuaranteedRef { $0.block == nil }
            if isParked {
                let run = records.indicesOfOneMessenger(from: index)
                haveClosures = endParked(run, of: record.messenger, into: &ended) || haveClosures
                index = run.upperBound
            } else {
                end(record, at: index, into: &ended)
                index += 1
            }
        }
        if haveClosures { ended.add(records.takeClosures()) } else { records.removeAll() }
    }

    private final func end(_ record: ObservationRecord, at index: Int, into ended: inout EndedObservations) {
        record.messenger._withUnsafeGuaranteedRef { $0.end(slot: Int(record.slot), into: &ended) }
        records.leave(ParkedReceiver(), at: index)
    }

    /// Ends observations that are parked in one place.
    ///
    /// - Returns: True if there are closures where their records were.
    private final func endParked(
        _ run: Range<Int>, of place: Unmanaged<AnyMessenger>, into ended: inout EndedObservations
    ) -> Bool {
        guard records.hasMemoryForSeveral else {
            var only = ParkedReceiver(context: UInt(records[0].slot))
            let receiving = withUnsafeMutablePointer(to: &only) { pointer in
                place._withUnsafeGuaranteedRef { $0.takeParked(UnsafeMutableBufferPointer(start: pointer, count: 1)) }
            }
            if receiving == nil {
                ended.add(only.take())
            } else {
                endReceiving(at: 0, slot: only.context, of: place, into: &ended)
            }
            return false
        }
        let receivers = records.leaveSlots(run)
        if let receiving = place._withUnsafeGuaranteedRef({ $0.takeParked(receivers) }) {
            endReceiving(at: run.lowerBound + receiving, slot: receivers[receiving].context, of: place, into: &ended)
        }
        return true
    }

    /// Ends an observation that is just receiving, and for that not parked any more.
    private final func endReceiving(
        at index: Int, slot: UInt, of place: Unmanaged<AnyMessenger>, into ended: inout EndedObservations
    ) {
        place._withUnsafeGuaranteedRef { _ = $0.unparked(at: Int(slot)) }
        end(records[index], at: index, into: &ended)
    }

    /// Ends all observations of a messenger.
    ///
    /// - Complexity: O(n) for n observations by this receiver.
    final func endObservations(of messenger: AnyMessenger) {
        var ended = EndedObservations()
        endObservations(of: messenger, into: &ended)
        ended.letGo()
    }

    private final func endObservations(of messenger: AnyMessenger, into ended: inout EndedObservations) {
        for index in (0..<records.count).reversed() where records[index].isOf(messenger) {
            let slot = Int(records[index].slot)
            records.remove(at: index)
            messenger.end(slot: slot, into: &ended)
        }
        guard let groups else { return }
        for part in groups.parts { part.endObservations(of: messenger, into: &ended) }
        groups.parts.removeAll { $0.observationCount == 0 }
        removeGroupsIfEmpty()
    }
}

// MARK: - Groups

/// Observations that a receiver keeps alive other than by a record. See ``AnyMessenger/block`` for the attribute.
private final class ReceiverGroups {
    var collections: ContiguousArray<AnyCollectionObservation> = []
    var parts: ContiguousArray<ReceiverPart> = []

    private(set) var soles: SoleObservations?

    /// The same, for each observation that begins: counting a reference would cost more than adding it.
    @exclusivity(unchecked)
    private(set) var uncountedSoles: Unmanaged<SoleObservations>?

    /// Makes room for sole observations, which there is none for yet.
    func beginSoleObservations() -> SoleObservations {
        let new = SoleObservations()
        soles = new
        uncountedSoles = .passUnretained(new)
        return new
    }
}

extension Receiver {
    /// Observations of collections.
    final var collections: ContiguousArray<AnyCollectionObservation> { groups?.collections ?? [] }

    /// See ``ReceiverPart``.
    final var parts: ContiguousArray<ReceiverPart> { groups?.parts ?? [] }

    /// See ``SoleObservation``.
    final var soleObservations: SoleObservations? { groups?.soles }

    /// Adds the only observation of a messenger if there are many others.
    @inline(__always)
    final func addSoleObservation(_ kind: ObservationLink.Kind, of messenger: AnyMessenger) -> ObservationBlock? {
        if let soles = groups?.uncountedSoles {
            return soles._withUnsafeGuaranteedRef { $0.add(kind, of: messenger, by: self) }
        }
        guard records.count >= SoleObservations.minimumOfOthers else { return nil }
        return addFirstSoleObservation(kind, of: messenger)
    }

    @inline(never)
    private final func addFirstSoleObservation(
        _ kind: ObservationLink.Kind, of messenger: AnyMessenger
    ) -> ObservationBlock {
        return groupsForUse.beginSoleObservations().add(kind, of: messenger, by: self)
    }

    private final var groupsForUse: ReceiverGroups {
        let groups = groups ?? ReceiverGroups()
        self.groups = groups
        return groups
    }

    private final func removeGroupsIfEmpty() {
        guard let groups, groups.collections.isEmpty, groups.parts.isEmpty, groups.soles == nil else { return }
        self.groups = nil
    }

    @usableFromInline
    final func remember(_ collection: AnyCollectionObservation) {
        groupsForUse.collections.append(collection)
    }

    final func remember(_ part: ReceiverPart) {
        groupsForUse.parts.append(part)
    }

    final func forget(_ collection: AnyCollectionObservation) {
        guard let groups, let index = groups.collections.firstIndex(where: { $0 === collection }) else { return }
        // It dies when the array is no longer being changed, since its closure may let go of anything.
        let forgotten = groups.collections.remove(at: index)
        removeGroupsIfEmpty()
        withExtendedLifetime(forgotten) {}
    }

    final func forget(_ part: ReceiverPart) {
        guard let groups, let index = groups.parts.firstIndex(where: { $0 === part }) else { return }
        groups.parts.remove(at: index)
        removeGroupsIfEmpty()
    }
}
