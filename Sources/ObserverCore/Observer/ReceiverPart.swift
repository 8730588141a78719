/// A part of a receiver: it has observations that count as those of the whole, but can be ended by themselves.
///
/// The whole keeps its parts alive.
final class ReceiverPart: Receiver {
    /// Not there any more if it dies while this part is just being ended.
    private weak let owner: Receiver?

    /// Creates a part of a receiver.
    init(of whole: Receiver) {
        owner = whole
        super.init()
        whole.remember(self)
    }

    override var whole: Receiver { owner ?? self }

    /// Ends all observations of this part, which the whole forgets.
    func end() {
        owner?.forget(self)
        endAllObservations()
    }
}
