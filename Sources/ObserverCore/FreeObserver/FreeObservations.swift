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
