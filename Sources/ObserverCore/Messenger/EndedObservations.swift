/// The remains of observations that ended.
///
/// Letting go of it may run any code: that of objects which only a handler kept alive, and that of windows. So whoever
/// ends observations collects here what is left, completes the bookkeeping, and lets go of it last.
struct EndedObservations: ~Copyable {
    /// The first handler's closure lies in here, since most often there is no other, which spares an allocation.
    private var firstClosure: (() -> Void)?

    /// The blocks are linked with each other.
    private var firstBlock: ObservationBlock?
    private var lastBlock: ObservationBlock?

    private var others: Others?

    private final class Others {
        var handlers: ContiguousArray<ErasedHandler> = []
        var collections: ContiguousArray<AnyCollectionObservation> = []
        var soleObservations: ContiguousArray<SoleObservations> = []
        var leftClosures: ContiguousArray<LeftClosures> = []
        var windowedMessengers: ContiguousArray<AnyMessenger> = []
    }

    init() {}

    private var othersForUse: Others {
        mutating get {
            if let others { return others }
            let new = Others()
            others = new
            return new
        }
    }

    /// Adds the handler of an observation.
    @inline(__always)
    mutating func add(_ handler: ErasedHandler) {
        if firstClosure == nil {
            firstClosure = handler.closure
        } else {
            othersForUse.handlers.append(handler)
        }
    }

    /// Adds a block all of whose observations ended, with the handlers that are left in it.
    mutating func add(_ block: ObservationBlock) {
        block.nextEnded = nil
        if let lastBlock { lastBlock.nextEnded = block } else { firstBlock = block }
        lastBlock = block
    }

    /// Adds the observation of a collection, with its closure.
    mutating func add(_ collection: AnyCollectionObservation) {
        othersForUse.collections.append(collection)
    }

    /// Adds observations that are the only ones of their messengers, with their closures.
    mutating func add(_ observations: SoleObservations) {
        othersForUse.soleObservations.append(observations)
    }

    /// Adds the closures of observations that were parked.
    mutating func add(_ closures: LeftClosures) {
        othersForUse.leftClosures.append(closures)
    }

    /// Adds a messenger that nobody observes any more, whose window, if it has one, is to be told.
    mutating func addWindow(of messenger: AnyMessenger) {
        if messenger.extras?.window != nil { othersForUse.windowedMessengers.append(messenger) }
    }

    consuming func letGo() {
        if let others {
            for messenger in others.windowedMessengers { messenger.tellWindowOfEnd() }
        }
        var nextBlock = firstBlock
        while let block = nextBlock {
            nextBlock = block.nextEnded
            block.destroy()
        }
        guard let others else { return }
        for observations in others.soleObservations { observations.letGo() }
        for closures in others.leftClosures { closures.letGo() }
    }
}
