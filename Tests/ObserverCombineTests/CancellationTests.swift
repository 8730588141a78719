import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// What is left of a subscription that is cancelled: nothing.
@Suite(.tracksLifetimes) struct CancellationTests {
    private let messenger = track(Messenger<Int>())
    private let log = Log<String>()

    @Test func nothingComesAfterCancellation() {
        expectNoLeaks { tracker in
            let cancellable = messenger.publisher().sink { [log] _ in
                log("finished")
            } receiveValue: { [log, token = tracker.makeObject()] in
                _ = token
                log("\($0)")
            }
            messenger.send(1)
            cancellable.cancel()
            #expect(messenger.observationCount == 0)
            messenger.send(2)
            #expect(log.entries == ["1"])
        }
    }

    @Test func lettingGoOfTheCancellableCancels() {
        expectNoLeaks { tracker in
            var cancellable: AnyCancellable? = messenger.publisher().sink { [log, token = tracker.makeObject()] in
                _ = token
                log("\($0)")
            }
            messenger.send(1)
            #expect(cancellable != nil)
            cancellable = nil
            #expect(tracker.livingCount == 0)
            messenger.send(2)
            #expect(log.entries == ["1"])
        }
    }

    @Test func cancellingTwiceIsCancelling() {
        let subscriber = TestSubscriber<Int>(demanding: .unlimited)
        messenger.publisher().subscribe(subscriber)
        let subscription = subscriber.subscription
        subscription?.cancel()
        subscription?.cancel()
        subscription?.request(.unlimited)
        messenger.send(1)
        #expect(subscriber.inputs == [])
        #expect(subscriber.completionCount == 0)
    }

    @Test func cancellingFromInside() {
        expectNoLeaks { tracker in
            var cancellable: AnyCancellable?
            cancellable = messenger.publisher().sink { [log, messenger, token = tracker.makeObject()] message in
                _ = token
                log("\(message)")
                messenger.send(message + 1)
                if message == 2 { cancellable = nil }
            }
            #expect(cancellable != nil)
            messenger.send(1)
            #expect(log.entries == ["1", "2"])
            #expect(messenger.observationCount == 0)
        }
    }

    @Test func messagesThatACancellationDropsMaySendInTheirDeinit() {
        let outbox = Outbox()
        var receivedCount = 0
        var cancellable: AnyCancellable?
        let subscriber = TestSubscriber<Outbox.LastAct?>(whenReceiving: { [outbox] _ in
            receivedCount += 1
            outbox.send(Outbox.LastAct { outbox.send(nil) })
            cancellable?.cancel()
            return .none
        })
        outbox.publisher().subscribe(subscriber)
        cancellable = AnyCancellable { [weak subscriber] in subscriber?.cancel() }
        subscriber.demand(.unlimited)
        #expect(receivedCount == 1)
        #expect(outbox.messenger.observationCount == 0)
        cancellable = nil
    }

    @Test func oneCancelledByAnotherInADeliveryGetsNothingMore() {
        var second: AnyCancellable?
        let first = messenger.publisher().sink { [log] in
            log("first \($0)")
            second?.cancel()
        }
        second = messenger.publisher().sink { [log] in log("second \($0)") }
        let third = messenger.publisher().sink { [log] in log("third \($0)") }
        messenger.send(1)
        #expect(log.entries == ["first 1", "third 1"])
        first.cancel()
        third.cancel()
    }

    /// Where a subscriber cancels during its very first message, no delivery is going on that would keep the handler.
    @Test func cancellingInTheFirstMessageOfACache() {
        expectNoLeaks { tracker in
            let number = track(Var(0))
            let token = tracker.makeObject()
            let subscriber = CancellingSubscriber(whenReceiving: {
                _ = token
                number.value += 1
            })
            number.publisher().subscribe(subscriber)
            #expect(subscriber.inputs == [Update(0, 0)])
            #expect(number.observationCount == 0)
            #expect(number.value == 1)
        }
    }

    @Test func cancellingBeforeAnyDemand() {
        let number = track(Var(0))
        let subscriber = TestSubscriber<Update<Int>>()
        number.publisher().subscribe(subscriber)
        let subscription = subscriber.subscription
        subscriber.cancel()
        subscription?.request(.unlimited)
        number.value = 1
        #expect(subscriber.inputs == [])
    }
}

/// Changes what it observes in its first message, then cancels, still in that message.
private final class CancellingSubscriber: Subscriber {
    private var subscription: (any Subscription)?
    private(set) var inputs: [Update<Int>] = []
    private let whenReceiving: () -> Void

    init(whenReceiving: @escaping () -> Void) {
        self.whenReceiving = whenReceiving
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    func receive(_ input: Update<Int>) -> Subscribers.Demand {
        inputs.append(input)
        whenReceiving()
        subscription?.cancel()
        subscription = nil
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}

/// A cache of messages that send others when they die.
private final class Outbox: ObservableCache {
    final class LastAct {
        private let whenDying: () -> Void

        init(whenDying: @escaping () -> Void) {
            self.whenDying = whenDying
        }

        deinit {
            whenDying()
        }
    }

    let messenger = track(Messenger<LastAct?>())
    let latestMessage: LastAct? = nil
}
