import TestSupport
import Testing

@testable import ObserverCore

/// What beginning an observation does, also in the middle of a delivery, and what it does not do.
@Suite(.tracksLifetimes) struct BeginningTests {
    private let messenger = track(Messenger<Int>())
    private let observer = TestObserver()
    private let other = TestObserver()
    private let log = Log<String>()

    @Test func beginningSendsNothing() {
        let variable = track(Var(42))
        observer.observe(messenger) { [log] in log("\($0)") }
        observer.observe(variable) { [log] in log("\($0)") }
        #expect(log.entries.isEmpty)
    }

    @Test func observingDoesNotKeepTheObservedObjectAlive() {
        weak var messenger: Messenger<Int>?
        do {
            let mortal = track(Messenger<Int>())
            messenger = mortal
            observer.observe(mortal) { _ in }
        }
        #expect(messenger == nil)
        #expect(observer.receiver.observationCount == 0)
    }

    @Test func whoBeganDuringADeliveryGetsTheNextMessageAndNotTheCurrent() {
        observer.observe(messenger) { [log, other, unowned messenger] in
            log("outer\($0)")
            guard $0 == 1 else { return }
            other.observe(messenger) { log("inner\($0)") }
        }
        messenger.send(1)
        #expect(log.entries == ["outer1"])
        messenger.send(2)
        #expect(log.entries == ["outer1", "outer2", "inner2"])
    }

    @Test func whoBeganDuringADeliveryGetsMessagesThatWait() {
        observer.observe(messenger) { [log, other, unowned messenger] in
            log("outer\($0)")
            guard $0 == 1 else { return }
            messenger.send(2)
            other.observe(messenger) { log("inner\($0)") }
        }
        messenger.send(1)
        #expect(log.entries == ["outer1", "outer2", "inner2"])
    }

    @Test func manyObservationsCanBeginInAClosure() {
        let numbers = Log<Int>()
        observer.observe(messenger) { [other, unowned messenger] message in
            guard message == 1 else { return numbers(-1) }
            for number in 0..<1000 { other.observe(messenger) { _ in numbers(number) } }
            numbers(-2)
        }
        let last = TestObserver()
        last.observe(messenger) { _ in numbers(-3) }
        messenger.send(1)
        #expect(numbers.entries == [-2, -3])
        expectIntactLinks([messenger], [observer.receiver, other.receiver, last.receiver])
        messenger.send(2)
        #expect(numbers.entries == [-2, -3, -1, -3] + Array(0..<1000))
    }

    @Test func aClosureStaysAliveWhileItBeginsOthersAndEndsItself() {
        expectNoLeaks { tracker in
            observer.observe(messenger) {
                [log, observer, other, unowned messenger, token = tracker.makeObject("closure")] _ in
                observer.stopObserving(messenger)
                for _ in 0..<100 { other.observe(messenger) { _ in } }
                log("\(token.name) \(tracker.livingCount)")
            }
            messenger.send(1)
            #expect(log.entries == ["closure 1"])
            #expect(messenger.observationCount == 100)
        }
    }

    @Test func isObservingTellsWhetherThereIsAnObservation() {
        let unobserved = track(Messenger<Int>())
        #expect(!observer.isObserving(messenger))
        observer.observe(messenger) { _ in }
        observer.observe(messenger) { _ in }
        #expect(observer.isObserving(messenger))
        #expect(!other.isObserving(messenger))
        #expect(!observer.isObserving(unobserved))
        observer.stopObserving(messenger)
        #expect(!observer.isObserving(messenger))
    }

    @Test func isObservingIsRightWhicheverSideHasFewerObservations() {
        let others = (0..<20).map { _ in track(Messenger<Int>()) }
        for messenger in others { observer.observe(messenger) { _ in } }
        other.observe(messenger) { _ in }
        #expect(!observer.isObserving(messenger))
        observer.observe(messenger) { _ in }
        #expect(observer.isObserving(messenger))
        observer.stopObserving(messenger)
        #expect(!observer.isObserving(messenger))
        #expect(other.isObserving(messenger))
        #expect(others.allSatisfy { observer.isObserving($0) })
    }

    @Test func messagesWithoutContentNeedNoParameter() {
        let bell = track(Messenger<Void>())
        observer.observe(bell) { [log] in log("rung") }
        bell.send()
        #expect(log.entries == ["rung"])
    }
}
