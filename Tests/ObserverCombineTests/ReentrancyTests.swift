import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// Subscribers that send, subscribe and cancel while they are called.
@Suite(.tracksLifetimes) struct ReentrancyTests {
    private let number = track(Var(0))
    private let log = Log<String>()

    @Test func allReceiveAChangeBeforeTheNextOneThatASubscriberMakes() {
        let first = number.publisher().dropFirst().sink { [number, log] update in
            if update.new == 1 { number.value = 2 }
            log("first \(update.old) \(update.new)")
        }
        let second = number.publisher().dropFirst().sink { [log] in log("second \($0.old) \($0.new)") }
        number.value = 1
        #expect(log.entries == ["first 0 1", "second 0 1", "first 1 2", "second 1 2"])
        first.cancel()
        second.cancel()
    }

    @Test func aChangeThatTheFirstMessageCausesComesAfterIt() {
        let cancellable = number.publisher().sink { [number, log] update in
            if update.new < 3 { number.value += 1 }
            log("\(update.old) \(update.new)")
        }
        #expect(log.entries == ["0 0", "0 1", "1 2", "2 3"])
        cancellable.cancel()
    }

    @Test func changesThatTheFirstMessageCausesKeepTheirOrder() {
        let cancellable = number.publisher().sink { [number, log] update in
            if update.new == 0 {
                for value in 1...3 { number.value = value }
            }
            log("\(update.old) \(update.new)")
        }
        #expect(log.entries == ["0 0", "0 1", "1 2", "2 3"])
        cancellable.cancel()
    }

    @Test func aChangeThatTheFirstMessageCausesCountsAgainstTheDemand() {
        let subscriber = TestSubscriber<Update<Int>>(demanding: .max(2)) { [number] update in
            if update.new < 3 { number.value += 1 }
            return .none
        }
        number.publisher().subscribe(subscriber)
        #expect(subscriber.inputs == [Update(0, 0), Update(0, 1)])
        #expect(number.value == 2)
        subscriber.demand(.max(1))
        #expect(subscriber.inputs == [Update(0, 0), Update(0, 1), Update(2, 2)], "the change from 1 to 2 was missed")
        subscriber.cancel()
    }

    @Test func aSubscriptionBegunInADeliveryGetsTheNextMessage() {
        let messenger = track(Messenger<Int>())
        let publisher = messenger.publisher()
        var inner: AnyCancellable?
        let outer = publisher.sink { [log] message in
            log("outer \(message)")
            if inner == nil { inner = publisher.sink { log("inner \($0)") } }
        }
        messenger.send(1)
        #expect(log.entries == ["outer 1"])
        messenger.send(2)
        #expect(log.entries == ["outer 1", "outer 2", "inner 2"])
        outer.cancel()
        inner?.cancel()
    }

    @Test func aSubscriptionToACacheBegunInADeliveryGetsTheLatestMessageAtOnce() {
        var inner: AnyCancellable?
        let outer = number.publisher().dropFirst().sink { [number, log] update in
            log("outer \(update.new)")
            if inner == nil { inner = number.publisher().sink { log("inner \($0.old) \($0.new)") } }
        }
        number.value = 1
        #expect(log.entries == ["outer 1", "inner 1 1"])
        number.value = 2
        #expect(log.entries == ["outer 1", "inner 1 1", "outer 2", "inner 1 2"])
        outer.cancel()
        inner?.cancel()
    }

    /// Neither the stack nor the time for one message may grow with the number of those before.
    @Test func aHundredThousandChangesFromInside() {
        let last = 100_000
        var count = 0
        let cancellable = number.publisher().sink { [number] update in
            count += 1
            if update.new < last { number.value += 1 }
        }
        #expect(number.value == last)
        #expect(count == last + 1)
        cancellable.cancel()
    }
}
