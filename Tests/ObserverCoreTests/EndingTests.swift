import TestSupport
import Testing

@testable import ObserverCore

/// The ways to end observations, outside of deliveries and within.
@Suite(.tracksLifetimes) struct EndingTests {
    private let messenger = track(Messenger<Int>())
    private let station = Station()
    private let first = TestObserver()
    private let second = TestObserver()
    private let third = TestObserver()
    private let log = Log<String>()

    @Test func stopObservingAnObjectEndsAllObservationsOfItAndNoOther() {
        for _ in 1...2 {
            first.observe(messenger) { [log] _ in log("first") }
            first.observe(station) { [log] _ in log("station") }
            second.observe(messenger) { [log] _ in log("second") }
        }
        first.stopObserving(messenger)
        messenger.send(1)
        station.send("")
        #expect(log.entries == ["second", "second", "station", "station"])
    }

    @Test func stopObservingNothingDoesNothing() {
        first.observe(messenger) { _ in }
        first.stopObserving(nil as Messenger<Int>?)
        first.stopObserving(station)
        second.stopObserving(messenger)
        #expect(messenger.observationCount == 1)
    }

    @Test func stopObservingEndsAllObservationsByAnObserver() {
        first.observe(messenger) { [log] _ in log("first") }
        first.observe(station) { [log] _ in log("station") }
        second.observe(messenger) { [log] _ in log("second") }
        first.stopObserving()
        messenger.send(1)
        station.send("")
        #expect(log.entries == ["second"])
        #expect(first.receiver.observationCount == 0)
    }

    @Test func stopBeingObservedByOneLeavesTheOthers() {
        first.observe(station) { [log] _ in log("first") }
        second.observe(station) { [log] _ in log("second") }
        first.observe(station) { [log] _ in log("first") }
        station.stopBeingObserved(by: first)
        station.send("")
        #expect(log.entries == ["second"])
    }

    @Test func stopBeingObservedEndsAllObservationsOfAnObject() {
        for observer in [first, second, third] {
            observer.observe(station) { [log] _ in log("station") }
            observer.observe(messenger) { [log] _ in log("messenger") }
        }
        station.stopBeingObserved()
        station.send("")
        messenger.send(1)
        #expect(log.entries == ["messenger", "messenger", "messenger"])
        #expect(station.messenger.block == nil)
        expectIntactLinks([messenger], [first.receiver, second.receiver, third.receiver])
    }

    @Test func whoEndsItselfInItsClosureGetsNothingMore() {
        first.observe(messenger) { [log, first, unowned messenger] in
            log("first\($0)")
            first.stopObserving(messenger)
            messenger.send(2)
        }
        second.observe(messenger) { [log] in log("second\($0)") }
        messenger.send(1)
        messenger.send(3)
        #expect(log.entries == ["first1", "second1", "second2", "second3"])
    }

    @Test func whoIsEndedByAnEarlierObserverDoesNotGetTheCurrentMessage() {
        first.observe(messenger) { [log, second, unowned messenger] in
            log("first\($0)")
            second.stopObserving(messenger)
        }
        second.observe(messenger) { [log] in log("second\($0)") }
        third.observe(messenger) { [log] in log("third\($0)") }
        messenger.send(1)
        #expect(log.entries == ["first1", "third1"])
    }

    @Test func whoIsEndedByALaterObserverHasGotTheCurrentMessage() {
        first.observe(messenger) { [log] in log("first\($0)") }
        second.observe(messenger) { [log, first, unowned messenger] in
            log("second\($0)")
            if $0 == 1 { messenger.send(2) }
            messenger.stopBeingObserved(by: first)
        }
        messenger.send(1)
        #expect(log.entries == ["first1", "second1", "second2"])
    }

    @Test func stopObservingInAClosureSilencesTheOthersOfTheSameObserver() {
        for name in ["a", "b", "c"] {
            first.observe(messenger) { [log, first, unowned messenger] _ in
                log(name)
                if name == "b" { first.stopObserving(messenger) }
            }
            second.observe(messenger) { [log] _ in log("second") }
        }
        messenger.send(1)
        messenger.send(2)
        #expect(log.entries == ["a", "second", "b", "second", "second", "second", "second", "second"])
    }

    @Test func stopBeingObservedInAClosureSilencesEverybody() {
        first.observe(messenger) { [log, unowned messenger] in
            log("first\($0)")
            messenger.send(2)
            messenger.stopBeingObserved()
        }
        second.observe(messenger) { [log] in log("second\($0)") }
        messenger.send(1)
        #expect(log.entries == ["first1"])
        #expect(messenger.block == nil)
    }

    @Test func endingAndBeginningAgainInAClosureTakesPartFromTheNextMessage() {
        first.observe(messenger) { [log, second, unowned messenger] in
            log("first\($0)")
            guard $0 == 1 else { return }
            second.stopObserving(messenger)
            second.observe(messenger) { log("new\($0)") }
        }
        second.observe(messenger) { [log] in log("old\($0)") }
        third.observe(messenger) { [log] in log("third\($0)") }
        messenger.send(1)
        messenger.send(2)
        #expect(log.entries == ["first1", "third1", "first2", "third2", "new2"])
        expectIntactLinks([messenger], [first.receiver, second.receiver, third.receiver])
    }
}
