import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// Who keeps whom alive, and what happens when somebody dies.
@Suite(.tracksLifetimes) struct LifetimeTests {
    private let log = Log<String>()

    @Test func aSubscriptionDoesNotKeepTheObjectAlive() {
        var number: Var<Int>? = track(Var(1))
        weak let weakNumber = number
        let cancellable = number?.publisher().sink { _ in }
        #expect(weakNumber != nil)
        number = nil
        #expect(weakNumber == nil)
        cancellable?.cancel()
    }

    @Test func aPublisherKeepsTheObjectAlive() {
        var publisher: PublisherOnObservableCache<Var<Int>>?
        weak var weakNumber: Var<Int>?
        do {
            let number = track(Var(1))
            weakNumber = number
            publisher = number.publisher()
        }
        let cancellable = publisher?.sink { [log] in log("\($0.new)") }
        weakNumber?.value = 2
        #expect(log.entries == ["1", "2"])
        publisher = nil
        #expect(weakNumber == nil)
        cancellable?.cancel()
    }

    @Test func thePublisherFinishesWhenTheObjectDies() {
        expectNoLeaks { tracker in
            var station: Station? = Station()
            let cancellable = station?.publisher().sink { [log, token = tracker.makeObject()] _ in
                _ = token
                log("finished")
            } receiveValue: { [log, token = tracker.makeObject()] in
                _ = token
                log($0)
            }
            station?.send("last words")
            station = nil
            #expect(log.entries == ["last words", "finished"])
            #expect(tracker.livingCount == 0, "the closures die with the object, although the cancellable lives")
            cancellable?.cancel()
            #expect(log.entries == ["last words", "finished"])
        }
    }

    @Test func finishingNeedsNoDemand() {
        var number: Var<Int>? = track(Var(1))
        let subscriber = TestSubscriber<Update<Int>>()
        number?.publisher().subscribe(subscriber)
        number = nil
        #expect(subscriber.completionCount == 1)
        subscriber.demand(.unlimited)
        #expect(subscriber.inputs == [])
        subscriber.cancel()
        #expect(subscriber.completionCount == 1)
    }

    @Test func thePublisherFinishesWhenTheObjectStopsBeingObserved() {
        let station = Station()
        let cancellable = station.publisher().sink { [log] _ in
            log("finished")
        } receiveValue: { [log] in
            log($0)
        }
        station.stopBeingObserved()
        station.send("unheard")
        #expect(log.entries == ["finished"])
        let other = station.publisher().sink { [log] in log($0) }
        station.send("heard")
        #expect(log.entries == ["finished", "heard"])
        cancellable.cancel()
        other.cancel()
    }

    @Test func anObjectThatDiesInItsOwnMessageFinishesAfterIt() {
        var station: Station? = Station()
        let messenger = station?.messenger
        weak let weakStation = station
        let cancellable = station?.publisher().sink { [log] _ in
            log("finished")
        } receiveValue: { [log] in
            station = nil
            log($0)
        }
        station?.send("last words")
        #expect(weakStation == nil)
        #expect(log.entries == ["last words"], "the messenger still lives")
        messenger?.send("from beyond")
        #expect(log.entries == ["last words", "from beyond"])
        cancellable?.cancel()
    }

    /// The object dies while its latest message is being given, and with a change on its way.
    @Test func aVariableThatDiesInItsLatestMessageFinishesAfterAllMessages() {
        var number: Var<Int>? = track(Var(1))
        weak let weakNumber = number
        let subscriber = TestSubscriber<Update<Int>> { [log] update in
            number?.value = 2
            number = nil
            #expect(weakNumber == nil)
            log("\(update.old) \(update.new)")
            return .none
        } whenFinished: { [log] in
            log("finished")
        }
        number?.publisher().subscribe(subscriber)
        subscriber.demand(.max(2))
        #expect(log.entries == ["1 1", "1 2", "finished"])
        subscriber.cancel()
    }

    @Test func aVariableThatStopsBeingObservedInItsFirstMessageFinishesAfterIt() {
        let number = track(Var(1))
        let cancellable = number.publisher().sink { [log] _ in
            log("finished")
        } receiveValue: { [log, number] update in
            number.stopBeingObserved()
            number.value = 2
            log("\(update.old) \(update.new)")
        }
        #expect(log.entries == ["1 1", "finished"])
        cancellable.cancel()
    }

    @Test func finishingFindsTheDyingObjectGone() {
        var number: Var<Int>? = track(Var(1))
        weak let weakNumber = number
        var wasGone: Bool?
        let cancellable = number?.publisher().sink { _ in
            wasGone = weakNumber == nil
        } receiveValue: { _ in
        }
        number = nil
        #expect(wasGone == true)
        cancellable?.cancel()
    }

    @Test func theObjectKeepsASubscriptionAliveForWhomDoesNotHoldIt() {
        expectNoLeaks { tracker in
            var messenger: Messenger<Int>? = track(Messenger())
            let subscriber = ForgetfulSubscriber(token: tracker.makeObject())
            messenger?.publisher().subscribe(subscriber)
            messenger?.send(1)
            messenger?.send(2)
            #expect(subscriber.inputs == [1, 2])
            messenger = nil
        }
    }

    @Test func aSubscriberThatHoldsItsSubscriptionDiesWithTheObject() {
        expectNoLeaks { tracker in
            var messenger: Messenger<Int>? = track(Messenger())
            do {
                let token = tracker.makeObject()
                let subscriber = TestSubscriber<Int>(demanding: .unlimited) { _ in
                    _ = token
                    return .none
                }
                messenger?.publisher().subscribe(subscriber)
            }
            messenger?.send(1)
            #expect(tracker.livingCount == 1)
            messenger = nil
            // The subscriber and the subscription held each other.
            #expect(tracker.livingCount == 0)
        }
    }

    @Test func zippedPublishersFinishWithTheFirstObjectThatDies() {
        var station: Station? = Station()
        let number = track(Var(0))
        let cancellable = station?.publisher().zip(number.publisher()).sink { [log] _ in
            log("finished")
        } receiveValue: { [log] in
            log("\($0) \($1.new)")
        }
        station?.send("a")
        station = nil
        #expect(log.entries == ["a 0", "finished"])
        #expect(number.observationCount == 0)
        cancellable?.cancel()
    }
}

/// Demands everything and does not hold on to its subscription.
private final class ForgetfulSubscriber: Subscriber {
    private(set) var inputs: [Int] = []
    private let token: TrackedObject

    init(token: TrackedObject) {
        self.token = token
    }

    func receive(subscription: any Subscription) {
        subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        inputs.append(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
