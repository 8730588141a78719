import ObserverCore
import TestSupport
import Testing

/// Who gets a message first, and which message comes first.
@Suite(.tracksLifetimes) struct OrderTests {
    private let messenger = track(Messenger<Int>())
    private let log = Log<String>()

    private func observers(_ names: String...) -> [TestObserver] {
        names.map { name in
            let observer = TestObserver()
            observer.observe(messenger) { [log] in log("\(name)\($0)") }
            return observer
        }
    }

    @Test func observersReceiveInTheOrderInWhichTheyBegan() {
        let observers = observers("a", "b", "c", "d", "e")
        messenger.send(1)
        messenger.send(2)
        #expect(log.entries == ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"])
        #expect(observers.allSatisfy { $0.isObserving(messenger) })
    }

    @Test func endsInTheMiddleKeepTheOrderOfTheOthers() {
        let observers = observers("a", "b", "c", "d", "e")
        observers[1].stopObserving(messenger)
        messenger.send(1)
        #expect(log.entries == ["a1", "c1", "d1", "e1"])
        withExtendedLifetime(observers) {}
    }

    @Test func whoEndsAndBeginsAgainIsLast() {
        let observers = observers("a", "b", "c")
        observers[0].stopObserving(messenger)
        observers[0].observe(messenger) { [log] in log("a\($0)") }
        messenger.send(1)
        #expect(log.entries == ["b1", "c1", "a1"])
        withExtendedLifetime(observers) {}
    }

    @Test func compactionKeepsTheOrder() {
        let log = Log<Int>()
        let observers = (0..<1000).map { number in
            let observer = TestObserver()
            observer.observe(messenger) { _ in log(number) }
            return observer
        }
        for (number, observer) in observers.enumerated() where number % 7 != 3 {
            observer.stopObserving(messenger)
        }
        messenger.send(1)
        #expect(log.entries == (0..<1000).filter { $0 % 7 == 3 })
        expectIntactLinks([messenger], observers.map(\.receiver))
    }

    @Test func severalObservationsByOneObserverKeepTheirPlaces() {
        let (first, second) = (TestObserver(), TestObserver())
        first.observe(messenger) { [log] _ in log("first") }
        second.observe(messenger) { [log] _ in log("second") }
        first.observe(messenger) { [log] _, _ in log("first again") }
        messenger.send(1)
        #expect(log.entries == ["first", "second", "first again"])
    }

    @Test func aMessageThatIsSentDuringADeliveryWaits() {
        let (first, second) = (TestObserver(), TestObserver())
        first.observe(messenger) { [log, unowned messenger] number in
            log("first\(number)")
            if number < 10 {
                messenger.send(number * 10)
                messenger.send(number * 10 + 1)
            }
            log("sent")
        }
        second.observe(messenger) { [log] in log("second\($0)") }
        messenger.send(1)
        messenger.send(2)
        #expect(
            log.entries == [
                "first1", "sent", "second1", "first10", "sent", "second10", "first11", "sent", "second11",
                "first2", "sent", "second2", "first20", "sent", "second20", "first21", "sent", "second21",
            ])
    }

    @Test func messagesFromSeveralObserversArriveAsTheyWereSent() {
        let log = Log<Int>()
        let observers = (1...3).map { _ in TestObserver() }
        for (place, observer) in observers.enumerated() {
            observer.observe(messenger) { [unowned messenger] number in
                if place == 2 { log(number) }
                if number < 100 { messenger.send(number * 10 + place) }
            }
        }
        messenger.send(1)
        #expect(log.entries == [1, 10, 11, 12, 100, 101, 102, 110, 111, 112, 120, 121, 122])
        withExtendedLifetime(observers) {}
    }

    @Test func aHundredThousandWaitingMessagesNeedNoStack() {
        let observer = TestObserver()
        var received = 0
        var depth = 0
        var greatestDepth = 0
        observer.observe(messenger) { [unowned messenger] number in
            depth += 1
            greatestDepth = max(greatestDepth, depth)
            received += 1
            if number < 100_000 { messenger.send(number + 1) }
            depth -= 1
        }
        messenger.send(1)
        #expect(received == 100_000)
        #expect(greatestDepth == 1)
    }

    @Test func aHundredThousandMessagesCanWaitAtOnce() {
        let observer = TestObserver()
        let log = Log<Int>()
        observer.observe(messenger) { [unowned messenger] number in
            log(number)
            if number == 0 { for next in 1...100_000 { messenger.send(next) } }
        }
        messenger.send(0)
        #expect(log.entries == Array(0...100_000))
    }

    @Test func messagesOfOtherMessengersDoNotWait() {
        let other = track(Messenger<Int>())
        let (first, second) = (TestObserver(), TestObserver())
        first.observe(messenger) { [log, other] in
            other.send($0)
            log("first")
        }
        second.observe(messenger) { [log] _ in log("second") }
        second.observe(other) { [log] _ in log("other") }
        messenger.send(1)
        #expect(log.entries == ["other", "first", "second"])
    }
}
