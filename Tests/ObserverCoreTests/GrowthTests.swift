import TestSupport
import Testing

@testable import ObserverCore

/// Many observations, which come and go.
@Suite(.tracksLifetimes) struct GrowthTests {
    @Test func tenThousandBeginAndEndInRandomOrder() {
        var random = SeededGenerator(seed: 1)
        let messenger = track(Messenger<Int>())
        let observers = (0..<100).map { _ in TestObserver() }
        let log = Log<Int>()
        var expected: [(number: Int, observer: Int)] = []
        for number in 0..<20_000 {
            let observer = random.below(100)
            // The number of observations first rises and then falls.
            if random.below(20_000) > number {
                observers[observer].observe(messenger) { _ in log(number) }
                expected.append((number, observer))
            } else if random.below(4) == 0 {
                observers[observer].stopObserving(messenger)
                expected.removeAll { $0.observer == observer }
            }
            guard number % 1000 == 0 else { continue }
            log.entries = []
            messenger.send(number)
            #expect(log.entries == expected.map(\.number))
            expectIntactLinks([messenger], observers.map(\.receiver))
        }
        for observer in observers.shuffled(using: &random) { observer.stopObserving(messenger) }
        #expect(messenger.block == nil)
    }

    @Test func oneObserverOfManyMessengers() {
        var random = SeededGenerator(seed: 2)
        let observer = TestObserver()
        var messengers = (0..<10_000).map { _ in track(Messenger<Int>()) }
        var received = 0
        for messenger in messengers { observer.observe(messenger) { received += $0 } }
        messengers.shuffle(using: &random)
        for messenger in messengers.prefix(3000) { messenger.stopBeingObserved() }
        messengers.removeLast(3000)
        expectIntactLinks(messengers, [observer.receiver])
        for messenger in messengers { messenger.send(1) }
        #expect(received == 4000)
    }

    @Test func endedObservationsAreNeverTheMajority() {
        var random = SeededGenerator(seed: 3)
        let messenger = track(Messenger<Int>())
        var observers = (0..<1000).map { _ in TestObserver() }
        for observer in observers { observer.observe(messenger) { _ in } }
        while !observers.isEmpty {
            observers.remove(at: random.below(observers.count))
            #expect((messenger.block?.count ?? 0) <= 2 * observers.count)
        }
        #expect(messenger.block == nil)
    }

    /// Without clearing up in between, each message would take longer than the one before.
    @Test func waitingMessagesDoNotPileUpEndedObservations() {
        let messenger = track(Messenger<Int>())
        let observer = TestObserver()
        let tracker = LifetimeTracker()
        var greatestCount = 0
        var mostLiving = 0
        var finalNumber = 0
        func observeOnce() {
            observer.observe(messenger) { [unowned messenger, unowned observer, token = tracker.makeObject()] in
                _ = token
                finalNumber = $0
                observer.stopObserving(messenger)
                greatestCount = max(greatestCount, messenger.block?.count ?? 0)
                mostLiving = max(mostLiving, tracker.livingCount)
                guard $0 < 10_000 else { return }
                observeOnce()
                messenger.send($0 + 1)
            }
        }
        observeOnce()
        messenger.send(1)
        #expect(finalNumber == 10_000)
        #expect(greatestCount < 8)
        #expect(mostLiving < 8)
        #expect(messenger.block == nil)
    }

    @Test func waitingMessagesSurviveThatAllObservationsEnd() {
        let messenger = track(Messenger<Int>())
        let (first, second) = (TestObserver(), TestObserver())
        let tracker = LifetimeTracker()
        let log = Log<String>()
        func observeAgain() { second.observe(messenger) { log("second\($0)") } }
        let token = { tracker.makeObject(whenDying: observeAgain) }
        first.observe(messenger) { [unowned messenger, token = token()] in
            _ = token
            log("first\($0)")
            messenger.send(2)
            messenger.send(3)
            messenger.stopBeingObserved()
        }
        messenger.send(1)
        // The closure dies between the messages, and its death begins an observation.
        #expect(log.entries == ["first1", "second2", "second3"])
        expectIntactLinks([messenger], [first.receiver, second.receiver])
    }
}
