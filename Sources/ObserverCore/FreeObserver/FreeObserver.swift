/// An observer without any other purpose: hold it for as long as its observations shall last.
public final class FreeObserver: Observer {
    /// Keeps the observations alive.
    public let receiver = Receiver()

    /// Creates an observer without observations.
    public init() {}
}

/// The observations of one messenger that nobody in particular makes. They live as long as the messenger.
///
/// They are kept by what is observed and not by a global observer, because an object of one isolation domain must not
/// be reached from another.
final class FreeObservations {
    let receiver = Receiver()
}

extension AnyMessenger {
    final var receiverOfFreeObservations: Receiver {
        let observations = extrasForUse.freeObservations ?? FreeObservations()
        extrasForUse.freeObservations = observations
        return observations.receiver
    }
}
