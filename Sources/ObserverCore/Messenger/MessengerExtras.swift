/// The parts that few messengers need: a messenger without any of them is as small as can be.
///
/// See ``AnyMessenger/block`` for the attribute of what is looked at when observations begin and end.
@usableFromInline
final class MessengerExtras {
    /// Blocks that were replaced by larger ones during the delivery that is going on.
    @exclusivity(unchecked)
    var retiredBlocks: [ObservationBlock] = []

    /// Observations of collections whose seats the messenger left during the delivery that is going on.
    @exclusivity(unchecked)
    var retiredCollections: [AnyCollectionObservation] = []

    /// The messages that wait, a ``MessageQueue`` of the messenger's own message type.
    @exclusivity(unchecked)
    @usableFromInline
    var queue: AnyObject?

    /// The update that a variable owes at the end of a batch, a ``VariableBatch`` of its own type.
    @exclusivity(unchecked)
    @usableFromInline
    var batch: AnyObject?

    /// The observations that nobody in particular makes.
    @exclusivity(unchecked)
    var freeObservations: FreeObservations?

    /// Remembers messages, a ``MessageMemory`` of the messenger's own message type.
    @exclusivity(unchecked)
    @usableFromInline
    var memory: AnyObject?

    /// The place of which the messenger, a variable, is a window. Looked at with each value.
    @exclusivity(unchecked)
    @usableFromInline
    var window: (any MessengerWindow)?

    /// True if a value that is set or asked for has another way to go than into or out of the variable.
    @inlinable
    var redirectsValue: Bool { window != nil || batch != nil }

    /// True if nothing is lost but the window if these die.
    var isParkable: Bool {
        batch == nil && freeObservations == nil && memory == nil && retiredBlocks.isEmpty && retiredCollections.isEmpty
    }

    /// True if the window has been told of a first observation and not yet of the last.
    @exclusivity(unchecked)
    var isWindowObserved = false

    /// Takes note that an observation has begun.
    ///
    /// - Returns: The window, if it is to be told.
    func noteBeginning() -> (any MessengerWindow)? {
        guard let window, !isWindowObserved else { return nil }
        isWindowObserved = true
        return window
    }
}

/// Is told when a messenger begins and ceases to be observed, by turns.
@usableFromInline
package protocol MessengerWindow: AnyObject {
    func firstObservationBegan()
    func lastObservationEnded()
    func messengerDied()
}

extension AnyMessenger {
    /// Has somebody told when this messenger, which nobody observes yet, begins and ceases to be observed. The messenger
    /// keeps it alive.
    package final func attach(_ window: any MessengerWindow) {
        extrasForUse.window = window
    }

    /// Tells the window, if there is one, that the first observation has begun, unless there were others, or the end of
    /// others has not been told yet.
    @inlinable
    final func observationBegan() {
        guard extras != nil else { return }
        tellWindowOfBeginning()
    }

    @usableFromInline
    final func tellWindowOfBeginning() {
        // Nothing but the window is held meanwhile: counting references costs more than the rest.
        extras?.noteBeginning()?.firstObservationBegan()
    }

    /// Tells the window that the last observation has ended, unless others have begun since.
    final func tellWindowOfEnd() {
        guard block == nil, let extras, let window = extras.window, extras.isWindowObserved else { return }
        extras.isWindowObserved = false
        window.lastObservationEnded()
    }
}
