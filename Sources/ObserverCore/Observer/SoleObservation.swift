/// The only observation of a messenger, where it lies with an observer of many: an ``ObservationBlock`` of one slot,
/// whose state says so, and the messenger, which takes the place of a record.
///
/// A messenger that gets another observation leaves it for a block of its own; see ``AnyMessenger/leaveSoleObservation()``.
struct SoleObservation {
    let block: ObservationBlock

    /// The size in memory.
    static var byteCount: Int { ObservationBlock.byteCount(forCapacity: 1) + MemoryLayout<UInt>.stride }

    /// The observed messenger, which is alive, or `nil` if the observation has ended or the messenger has left it.
    var messenger: Unmanaged<AnyMessenger>? {
        get { messengerPlace.pointee }
        nonmutating set { messengerPlace.pointee = newValue }
    }

    private var messengerPlace: UnsafeMutablePointer<Unmanaged<AnyMessenger>?> {
        // Not behind the links, whose place a block computes from its count: a free place has none.
        (UnsafeMutableRawPointer(block.header) + ObservationBlock.byteCount(forCapacity: 1))
            .assumingMemoryBound(to: Unmanaged<AnyMessenger>?.self)
    }

    /// Creates the observation in uninitialised memory, apart from its handler and its link.
    init(at memory: UnsafeMutableRawPointer, of messenger: AnyMessenger) {
        block = ObservationBlock(header: memory.bindMemory(to: ObservationBlock.Header.self, capacity: 1))
        block.header.initialize(to: ObservationBlock.Header(count: 1, state: .sole))
        messengerPlace.initialize(to: .passUnretained(messenger))
    }

    /// The observation that a block is.
    init(_ block: ObservationBlock) {
        self.block = block
    }

    /// The position in its slab, which is in the link where others have the index of their record.
    private var position: Int { Int(block.links.pointee.record) }

    private var slab: SoleObservationSlab { SoleObservationSlab(containing: block, at: position) }

    /// Takes note that the messenger does not have this observation any more. Its memory stays until it is freed.
    func vacate() {
        guard messenger != nil else { return }
        messenger = nil
        slab.owner?._withUnsafeGuaranteedRef { $0.count -= 1 }
    }

    /// Frees the memory, which nobody looks at any more, and from which the handler is gone.
    func deallocate() {
        vacate()
        slab.free(position)
    }
}

/// The observations of one receiver that are the only ones of their messengers, contiguous in memory apart from the first
/// few: a receiver of many allocates and frees no memory for each of them, and finds them one after the other when it dies.
final class SoleObservations {
    /// The slabs, those with free places after the others. Where none is freed singly they lie in the order in which they
    /// were made, and so do the observations.
    ///
    /// See ``AnyMessenger/block`` for the attribute.
    @exclusivity(unchecked)
    var slabs = SoleObservationSlab.List()

    /// The number of observations that have not ended.
    @exclusivity(unchecked)
    var count = 0

    /// A receiver with fewer other observations than this does without.
    static var minimumOfOthers: Int { 8 }

    deinit {
        // What is left is still looked at by deliveries, and freed after them.
        slabs.forEach { $0.owner = nil }
    }

    /// Adds an observation of a messenger that has none, whose handler the caller initialises.
    func add(_ kind: ObservationLink.Kind, of messenger: AnyMessenger, by receiver: Receiver) -> ObservationBlock {
        let slab = slabWithFreePlace()
        let position = slab.takePlace()
        let block = SoleObservation(at: slab.place(position), of: messenger).block
        block.links.initialize(to: ObservationLink(kind: kind, receiver: receiver, record: position))
        count += 1
        return block
    }

    private func slabWithFreePlace() -> SoleObservationSlab {
        if let last = slabs.last, last.hasFreePlace { return last }
        let new = SoleObservationSlab(capacity: min(64, max(4, count)), owner: self)
        slabs.append(new)
        return new
    }

    /// Ends all, apart from those of messengers that are just delivering without letting go of handlers.
    func endAll(into ended: inout EndedObservations) {
        slabs.forEach { slab in
            slab.forEachMessenger { observation, messenger in
                guard !observation.block.state.isDelivering else { return messenger.end(slot: 0, into: &ended) }
                messenger.block = nil
                ended.addWindow(of: messenger)
            }
        }
        ended.add(self)
    }

    /// Lets go of the handlers of all that have been ended, which may run any code.
    func letGo() {
        while let slab = slabs.first {
            slabs.remove(slab)
            slab.owner = nil
            slab.letGo()
        }
        count = 0
    }

    /// The memory that they take.
    var byteCount: Int {
        var bytes = 0
        slabs.forEach { bytes += $0.byteCount }
        return bytes
    }

    /// The observed messengers.
    var messengers: [AnyMessenger] {
        var messengers: [AnyMessenger] = []
        slabs.forEach { $0.forEachMessenger { _, messenger in messengers.append(messenger) } }
        return messengers
    }
}
