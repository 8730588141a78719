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

    /// So many that the memory of their records is asked for in large pages, into which they are moved.
    @Test func threeHundredThousandByOneObserver() {
        let messenger = track(Messenger<Int>())
        let observer = TestObserver()
        let records = { (0..<observer.receiver.records.count).map { observer.receiver.records[$0] } }
        var received = 0
        for number in 0..<300_000 { observer.observe(messenger) { received += $0 * (number & 1) } }
        #expect(records().enumerated().allSatisfy { $1.isOf(messenger) && Int($1.slot) == $0 })
        messenger.send(2)
        #expect(received == 300_000)
        observer.stopObserving()
        #expect(observer.receiver.observationCount == 0)
        #expect(messenger.block == nil)
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
    @Test func observationsThatEndInADeliveryMakeRoomAfterIt() {
        let (messenger, observer) = (track(Messenger<Int>()), TestObserver())
        let others = (0..<100).map { _ in TestObserver() }
        observer.observe(messenger) { _ in for other in others { other.stopObserving() } }
        for other in others { other.observe(messenger) { _ in } }
        messenger.send(1)
        #expect(messenger.block?.count == 1)
        expectIntactLinks([messenger], [observer.receiver])
    }

    @Test func aNewObservationTakesTheRoomOfEndedOnes() {
        let messenger = track(Messenger<Int>())
        let observers = (0..<5).map { _ in TestObserver() }
        let log = Log<Int>()
        for index in 0..<4 { observers[index].observe(messenger) { _ in log(index) } }
        observers[0].stopObserving()
        observers[2].stopObserving()
        #expect(messenger.block?.count == 4)
        observers[4].observe(messenger) { _ in log(4) }
        #expect(messenger.block?.count == 3)
        messenger.send(1)
        #expect(log.entries == [1, 3, 4])
        expectIntactLinks([messenger], observers.map(\.receiver))
    }

    @Test func whatWasReplacedInADeliveryIsFreedAfterIt() {
        let (messenger, observer) = (track(Messenger<Int>()), TestObserver())
        observer.observe(messenger) { [unowned messenger] message in
            guard message == 1 else { return }
            for _ in 0..<10 { observer.observe(messenger) { _ in } }
            #expect(messenger.extras?.retiredBlocks.isEmpty == false)
        }
        messenger.send(1)
        #expect(messenger.extras?.retiredBlocks.isEmpty == true)
        observer.stopObserving()
    }

    @Test func anObserverThatObservesNothingHoldsNoMemory() {
        let (messenger, observer) = (track(Messenger<Int>()), TestObserver())
        for _ in 0..<10 { observer.observe(messenger) { _ in } }
        observer.stopObserving(messenger)
        #expect(observer.receiver.observationReport.byteCount == 0)
        for _ in 0..<10 { observer.observe(messenger) { _ in } }
        observer.stopObserving()
        #expect(observer.receiver.observationReport.byteCount == 0)
    }

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
