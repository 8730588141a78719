/// What is left of observations that ended.
///
/// Letting go of it may run any code: that of objects which only a handler kept alive, and that of windows. So whoever
/// ends observations collects here what is left, completes the bookkeeping, and lets go of it last.
struct EndedObservations: ~Copyable {
    var handlers: ContiguousArray<ErasedHandler> = []

    /// Blocks all of whose observations ended, with the handlers that were left.
    var blocks: ContiguousArray<ObservationBlock> = []

    /// Observations of collections, with their closures.
    var collections: ContiguousArray<AnyCollectionObservation> = []

    /// The windows of messengers that nobody observes any more.
    var windows: [(window: any MessengerWindow, messenger: AnyMessenger)] = []

    consuming func letGo() {
        for (window, messenger) in windows where messenger.block == nil { window.lastObservationEnded() }
        for block in blocks { block.destroy() }
    }
}
