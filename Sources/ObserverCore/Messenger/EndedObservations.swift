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

    /// Messengers that have a window and that nobody observed any more when they came here.
    var windowedMessengers: ContiguousArray<AnyMessenger> = []

    consuming func letGo() {
        for messenger in windowedMessengers { messenger.tellWindowOfEnd() }
        for block in blocks { block.destroy() }
    }
}
