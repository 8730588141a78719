import ObserverCore

/// Is told when a messenger begins and ceases to be observed, such as to keep what sends its messages alive meanwhile.
final class ObservationWindow: MessengerWindow {
    private let began: () -> Void
    private let ended: () -> Void

    init(began: @escaping () -> Void, ended: @escaping () -> Void = {}) {
        self.began = began
        self.ended = ended
    }

    func firstObservationBegan() { began() }
    func lastObservationEnded() { ended() }
    func messengerDied() {}
}
