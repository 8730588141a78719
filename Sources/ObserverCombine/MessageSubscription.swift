import ObserverCore

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// The observation of an object on behalf of one subscriber.
///
/// The object's messenger holds the handler, the handler an ``EndOfObservation``, and that the subscription. So the
/// subscription lives until it is cancelled or the messenger dies, also if the subscriber does not hold on to it.
final class MessageSubscription<Downstream: Subscriber>: ObserverCore.Observer where Downstream.Failure == Never {
    typealias Message = Downstream.Input

    let receiver = Receiver()

    /// Who gets the messages, or `nil` after the end.
    private var downstream: Downstream?

    private var demand = Subscribers.Demand.none

    /// Pulls the object's latest message, if it has one and is alive.
    private var latestMessage: (() -> Message?)?

    /// True if the latest message is to follow as soon as there is demand.
    private var owesLatestMessage: Bool

    /// True while the subscriber is being given messages. Those that come meanwhile wait, because no subscriber need expect one
    /// before it has returned from the one before.
    private var isPassing = false
    private var waitingMessages: [Message] = []

    /// True if the observation has ended while the subscriber was being given messages.
    private var isToFinish = false

    init(_ downstream: Downstream, latestMessage: (() -> Message?)? = nil) {
        self.downstream = downstream
        self.latestMessage = latestMessage
        owesLatestMessage = latestMessage != nil
    }

    /// The observation begins before the subscriber knows, so that nothing is lost that the subscriber's first demand
    /// makes the object send.
    func begin<O: ObserverCore.ObservableObject>(on object: O) where O.Message == Message {
        // The handler alone may hold the end.
        observe(object) { [end = EndOfObservation { self.observationEnded() }] message in
            withExtendedLifetime(end) { self.pass(message) }
        }
        downstream?.receive(subscription: self)
    }
}

// MARK: - Messages

extension MessageSubscription {
    private func pass(_ message: Message) {
        guard !isPassing else { return waitingMessages.append(message) }
        isPassing = true
        give(message)
        finishPassing()
    }

    private func give(_ message: Message) {
        guard let downstream else { return }
        guard demand > 0 else {
            owesLatestMessage = latestMessage != nil
            return
        }
        demand -= 1
        let additionalDemand = downstream.receive(message)
        demand += additionalDemand
    }

    private func giveLatestMessageIfOwed() {
        guard owesLatestMessage, demand > 0 else { return }
        owesLatestMessage = false
        guard let message = latestMessage?() else { return }
        give(message)
    }

    private func finishPassing() {
        giveLatestMessageIfOwed()
        while !waitingMessages.isEmpty {
            let messages = waitingMessages
            waitingMessages = []
            for message in messages { give(message) }
            giveLatestMessageIfOwed()
        }
        isPassing = false
        if isToFinish { finish() }
    }
}

// MARK: - Demand and cancellation

extension MessageSubscription: Subscription {
    func request(_ additionalDemand: Subscribers.Demand) {
        guard downstream != nil else { return }
        demand += additionalDemand
        // While the subscriber is being given a message, nothing is owed: what comes meanwhile waits.
        guard owesLatestMessage else { return }
        isPassing = true
        finishPassing()
    }

    func cancel() {
        // Letting go of the subscriber may run any code. All must be in order by then.
        let downstream = release()
        stopObserving()
        withExtendedLifetime(downstream) {}
    }
}

// MARK: - Ending

extension MessageSubscription {
    /// The messenger has let go of the handler: it died, or somebody ended the observation.
    private func observationEnded() {
        if isPassing {
            isToFinish = true
        } else {
            finish()
        }
    }

    private func finish() {
        release()?.receive(completion: .finished)
    }

    private func release() -> Downstream? {
        latestMessage = nil
        owesLatestMessage = false
        // Letting go of messages may run any code, too, and does when nobody is left to get what that sends.
        let messages = waitingMessages
        waitingMessages = []
        defer { withExtendedLifetime(messages) {} }
        return downstream.take()
    }
}
