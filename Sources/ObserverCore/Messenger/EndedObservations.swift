/// What is left of observations that ended.
///
/// Letting go of it may run any code: that of objects which only a handler kept alive, and that of windows. So whoever
/// ends observations collects here what is left, completes the bookkeeping, and lets go of it last.
struct EndedObservations: ~Copyable {
    /// The first of each kind lies in here, since most often there is no other, which spares an allocation.
    private var firstHandler: ErasedHandler?
    private var firstBlock: ObservationBlock?

    private var otherHandlers: ContiguousArray<ErasedHandler> = []
    private var otherBlocks: ContiguousArray<ObservationBlock> = []

    private var collections: ContiguousArray<AnyCollectionObservation> = []
    private var soleObservations: ContiguousArray<SoleObservations> = []
    private var windowedMessengers: ContiguousArray<AnyMessenger> = []

    init() {}

    /// Prepares for many blocks.
    mutating func reserveCapacity(forBlocks count: Int) {
        if count > 1 { otherBlocks.reserveCapacity(count - 1) }
    }

    /// Adds the handler of an observation.
    mutating func add(_ handler: ErasedHandler) {
        if firstHandler == nil {
            firstHandler = handler
        } else {
            otherHandlers.append(handler)
        }
    }

    /// Adds a block all of whose observations ended, with the handlers that are left in it.
    mutating func add(_ block: ObservationBlock) {
        if firstBlock == nil {
            firstBlock = block
        } else {
            otherBlocks.append(block)
        }
    }

    /// Adds the observation of a collection, with its closure.
    mutating func add(_ collection: AnyCollectionObservation) {
        collections.append(collection)
    }

    /// Adds observations that are the only ones of their messengers, with their closures.
    mutating func add(_ observations: SoleObservations) {
        soleObservations.append(observations)
    }

    /// Adds a messenger that nobody observes any more, whose window, if it has one, is to be told.
    mutating func addWindow(of messenger: AnyMessenger) {
        if messenger.extras?.window != nil { windowedMessengers.append(messenger) }
    }

    consuming func letGo() {
        for messenger in windowedMessengers { messenger.tellWindowOfEnd() }
        firstBlock?.destroy()
        for block in otherBlocks { block.destroy() }
        for observations in soleObservations { observations.letGo() }
    }
}
