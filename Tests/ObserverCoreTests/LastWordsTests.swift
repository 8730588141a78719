import ObserverCore
import TestSupport
import Testing

/// Messages that are sent by those who are dying.
@Suite(.tracksLifetimes) struct LastWordsTests {
    private let log = Log<String>()
    private let observers = (0..<3).map { _ in TestObserver() }

    @Test func whatAnObjectSendsInItsDeinitReachesAllItsObserversInOrder() {
        var station: Station? = Station()
        station?.lastWords = "farewell"
        for (place, observer) in observers.enumerated() {
            guard let station else { return }
            observer.observe(station) { [log] in log("\(place) \($0)") }
        }
        station = nil
        #expect(log.entries == ["0 farewell", "1 farewell", "2 farewell"])
        #expect(observers.allSatisfy { $0.receiver.observationReport.observationCount == 0 })
    }

    @Test func observersMayEndAndBeginWhileTheyHearLastWords() {
        let other = track(Messenger<String>())
        var station: Station? = Station()
        station?.lastWords = "farewell"
        for (place, observer) in observers.enumerated() {
            guard let station else { return }
            observer.observe(station) { [log, observers, unowned other] in
                log("\(place) \($0)")
                observers[1].stopObserving()
                observers[place].observe(other) { log("other \(place) \($0)") }
            }
        }
        station = nil
        other.send("message")
        #expect(log.entries == ["0 farewell", "2 farewell", "other 0 message", "other 2 message"])
    }

    @Test func whatAnObserverSendsInItsDeinitDuringADeliveryWaitsForItsEnd() {
        let messenger = track(Messenger<String>())
        var dying: TestObserver? = TestObserver { [unowned messenger] in messenger.send("farewell") }
        observers[0].observe(messenger) { [log] in
            log("0 \($0)")
            dying = nil
        }
        dying?.observe(messenger) { [log] in log("dying \($0)") }
        observers[2].observe(messenger) { [log] in log("2 \($0)") }
        messenger.send("message")
        #expect(log.entries == ["0 message", "2 message", "0 farewell", "2 farewell"])
    }

    /// Outside of a delivery the message goes out at once, while the observer is still one.
    @Test func whatAnObserverSendsInItsDeinitReachesItself() {
        let messenger = track(Messenger<String>())
        var dying: TestObserver? = TestObserver { [unowned messenger] in messenger.send("farewell") }
        observers[0].observe(messenger) { [log] in log("0 \($0)") }
        dying?.observe(messenger) { [log] in log("dying \($0)") }
        observers[2].observe(messenger) { [log] in log("2 \($0)") }
        dying = nil
        messenger.send("message")
        #expect(log.entries == ["0 farewell", "dying farewell", "2 farewell", "0 message", "2 message"])
    }

    /// The object that is released is the one whose message is being delivered.
    @Test func whatAnObjectSendsThatItsOwnObserverReleasesReachesEverybodyThatIsLeft() {
        var station: Station? = Station()
        station?.lastWords = "farewell"
        for (place, observer) in observers.enumerated() {
            guard let station else { return }
            observer.observe(station) { [log, observers] in
                log("\(place) \($0)")
                observers[2].stopObserving()
            }
        }
        if let released = station {
            observers[0].observe(released) { _ in station = nil }
        }
        station?.send("message")
        #expect(log.entries == ["0 message", "1 message", "0 farewell", "1 farewell"])
        #expect(observers.allSatisfy { $0.receiver.observationReport.observationCount == 0 })
    }
}
