/// Lives in the handler of an observation and tells when the messenger has let go of it: that is how a subscription
/// learns of the messenger's death.
final class EndOfObservation {
    private let whenEnded: () -> Void

    init(whenEnded: @escaping () -> Void) {
        self.whenEnded = whenEnded
    }

    deinit {
        whenEnded()
    }
}
