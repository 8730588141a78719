import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// What becomes of messages for which a subscriber has no demand.
@Suite(.tracksLifetimes) struct DemandTests {
    private let messenger = track(Messenger<Int>())
    private let number = track(Var(0))

    // MARK: Objects that remember nothing

    @Test func messagesWithoutDemandAreLost() {
        let subscriber = TestSubscriber<Int>()
        messenger.publisher().subscribe(subscriber)
        messenger.send(1)
        subscriber.demand(.max(2))
        #expect(subscriber.inputs == [])
        for number in 2...4 { messenger.send(number) }
        #expect(subscriber.inputs == [2, 3])
        subscriber.demand(.max(1))
        messenger.send(5)
        messenger.send(6)
        #expect(subscriber.inputs == [2, 3, 5])
        subscriber.cancel()
    }

    @Test func demandsAddUp() {
        let subscriber = TestSubscriber<Int>(demanding: .max(1))
        messenger.publisher().subscribe(subscriber)
        subscriber.demand(.max(2))
        for number in 1...5 { messenger.send(number) }
        #expect(subscriber.inputs == [1, 2, 3])
        subscriber.cancel()
    }

    @Test func whatASubscriberReturnsAddsToItsDemand() {
        let subscriber = TestSubscriber<Int>(demanding: .max(1)) { $0 < 3 ? .max(1) : .none }
        messenger.publisher().subscribe(subscriber)
        for number in 1...5 { messenger.send(number) }
        #expect(subscriber.inputs == [1, 2, 3])
        subscriber.cancel()
    }

    @Test func onesDemandIsNotTheOthers() {
        let modest = TestSubscriber<Int>(demanding: .max(1))
        let greedy = TestSubscriber<Int>(demanding: .unlimited)
        messenger.publisher().subscribe(modest)
        messenger.publisher().subscribe(greedy)
        for number in 1...3 { messenger.send(number) }
        #expect(modest.inputs == [1])
        #expect(greedy.inputs == [1, 2, 3])
        modest.cancel()
        greedy.cancel()
    }

    // MARK: Caches

    @Test func theLatestMessageComesWithTheFirstDemand() {
        let subscriber = TestSubscriber<Update<Int>>()
        number.publisher().subscribe(subscriber)
        #expect(subscriber.inputs == [])
        number.value = 1
        number.value = 2
        subscriber.demand(.max(1))
        #expect(subscriber.inputs == [Update(2, 2)])
        subscriber.demand(.max(1))
        #expect(subscriber.inputs == [Update(2, 2)], "nothing was missed meanwhile")
        number.value = 3
        #expect(subscriber.inputs == [Update(2, 2), Update(2, 3)])
        subscriber.cancel()
    }

    @Test func whatWasMissedComesOnceAsTheLatestMessage() {
        let subscriber = TestSubscriber<Update<Int>>(demanding: .max(1))
        number.publisher().subscribe(subscriber)
        for value in 1...3 { number.value = value }
        #expect(subscriber.inputs == [Update(0, 0)])
        subscriber.demand(.max(5))
        #expect(subscriber.inputs == [Update(0, 0), Update(3, 3)])
        number.value = 4
        #expect(subscriber.inputs == [Update(0, 0), Update(3, 3), Update(3, 4)])
        subscriber.cancel()
    }

    @Test func theLatestMessageCountsAgainstTheDemand() {
        let subscriber = TestSubscriber<Update<Int>>(demanding: .max(2))
        number.publisher().subscribe(subscriber)
        for value in 1...3 { number.value = value }
        #expect(subscriber.inputs == [Update(0, 0), Update(0, 1)])
        subscriber.cancel()
    }

    /// The subscriber demands from inside `receive`, in both of the ways in which it can.
    @Test func demandFromInsideIsServedAfterwards() {
        let subscriber = TestSubscriber<Update<Int>>()
        let log = Log<Int>()
        var isReceiving = false
        let nested = TestSubscriber<Update<Int>>(demanding: .max(1)) { update in
            #expect(!isReceiving)
            isReceiving = true
            subscriber.demand(.max(1))
            log(update.new)
            isReceiving = false
            return update.new < 2 ? .max(1) : .none
        }
        number.publisher().subscribe(subscriber)
        number.publisher().subscribe(nested)
        for value in 1...3 { number.value = value }
        #expect(log.entries == [0, 1, 2])
        #expect(subscriber.inputs.map(\.new) == [0, 1, 2])
        subscriber.cancel()
        nested.cancel()
    }

    @Test func noDemandIsNoDemand() {
        let subscriber = TestSubscriber<Update<Int>>()
        number.publisher().subscribe(subscriber)
        subscriber.demand(.none)
        number.value = 1
        #expect(subscriber.inputs == [])
        subscriber.cancel()
    }
}
