import TestSupport
import Testing

@testable import ObserverCore

/// What is left when an observer or an observed object dies: nothing.
@Suite(.tracksLifetimes) struct DeathTests {
    private let messenger = track(Messenger<Int>())
    private let log = Log<String>()

    @Test func whenAnObserverDiesItsClosuresDie() {
        expectNoLeaks { tracker in
            var observer: TestObserver? = TestObserver()
            for _ in 1...3 {
                observer?.observe(messenger) { [token = tracker.makeObject()] _ in _ = token }
            }
            #expect(tracker.livingCount == 3)
            observer = nil
            #expect(tracker.livingCount == 0)
            #expect(messenger.block == nil)
        }
    }

    @Test func whenAnObservedObjectDiesTheClosuresDie() {
        expectNoLeaks { tracker in
            let observer = TestObserver()
            var mortal: Messenger<Int>? = track(Messenger())
            for _ in 1...3 {
                if let mortal { observer.observe(mortal) { [token = tracker.makeObject()] _ in _ = token } }
                observer.observe(messenger) { _ in }
            }
            #expect(tracker.livingCount == 3)
            mortal = nil
            #expect(tracker.livingCount == 0)
            #expect(observer.receiver.observationCount == 3)
        }
    }

    /// The receiver has records of another messenger between those of the dying one, and each that it forgets moves
    /// the last, which may be one of the dying messenger, too.
    @Test(arguments: 0..<64)
    func aDyingMessengerLeavesTheObservationsOfOthersIntact(pattern: Int) {
        let observer = TestObserver()
        var mortal: Messenger<Int>? = track(Messenger())
        for bit in 0..<6 {
            if pattern >> bit & 1 == 1 {
                observer.observe(messenger) { [log] _ in log("survivor") }
            } else if let mortal {
                observer.observe(mortal) { _ in }
            }
        }
        mortal = nil
        expectIntactLinks([messenger], [observer.receiver])
        messenger.send(1)
        #expect(log.entries.count == pattern.nonzeroBitCount)
    }

    @Test func anObserverThatDiesInItsOwnClosureGetsNothingMore() {
        expectNoLeaks { tracker in
            var mortal: TestObserver? = TestObserver()
            let token = tracker.makeObject("log")
            for name in ["a", "b"] {
                mortal?.observe(messenger) { [log, unowned messenger] in
                    messenger.send(2)
                    mortal = nil
                    log("\(token.name) \(name)\($0)")
                }
            }
            messenger.send(1)
            #expect(log.entries == ["log a1"])
            #expect(messenger.block == nil)
        }
    }

    @Test func anObserverThatDiesInTheClosureOfAnEarlierOneGetsNothing() {
        let earlier = TestObserver()
        var mortal: TestObserver? = TestObserver()
        earlier.observe(messenger) { [log] _ in
            mortal = nil
            log("earlier")
        }
        mortal?.observe(messenger) { [log] _ in log("mortal") }
        let later = TestObserver()
        later.observe(messenger) { [log] _ in log("later") }
        messenger.send(1)
        #expect(log.entries == ["earlier", "later"])
        expectIntactLinks([messenger], [earlier.receiver, later.receiver])
    }

    @Test func aMessengerThatIsReleasedInAClosureFinishesItsDelivery() {
        expectNoLeaks { tracker in
            let (first, second) = (TestObserver(), TestObserver())
            var mortal: Messenger<Int>? = track(Messenger())
            if let mortal {
                first.observe(mortal) { [log, token = tracker.makeObject()] in
                    log("first\($0) \(token.name)")
                }
            }
            if let messenger = mortal {
                first.observe(messenger) { [unowned messenger] in
                    mortal = nil
                    if $0 == 1 { messenger.send(2) }
                }
                second.observe(messenger) { [log] in log("second\($0)") }
            }
            mortal?.send(1)
            #expect(log.entries == ["first1 object", "second1", "first2 object", "second2"])
            #expect(first.receiver.observationCount == 0)
            #expect(second.receiver.observationCount == 0)
        }
    }

    @Test func closuresThatEndInADeliveryDieWhenItIsOver() {
        expectNoLeaks { tracker in
            let (first, second) = (TestObserver(), TestObserver())
            first.observe(messenger) { [log, token = tracker.makeObject(), first, unowned messenger] _ in
                first.stopObserving(messenger)
                log("\(tracker.livingCount) \(token.name)")
            }
            second.observe(messenger) { _ in }
            messenger.send(1)
            #expect(log.entries == ["1 object"])
            #expect(tracker.livingCount == 0)
            expectIntactLinks([messenger], [first.receiver, second.receiver])
        }
    }

    @Test func waitingMessagesAndAuthorsAreLetGoOf() {
        expectNoLeaks { tracker in
            let objects = track(Messenger<TrackedObject>())
            let observer = TestObserver()
            var sentCount = 0
            observer.observe(objects) { [unowned objects] _ in
                guard sentCount < 5 else { return }
                sentCount += 1
                objects.send(tracker.makeObject("message"), from: tracker.makeObject("author"))
            }
            objects.send(tracker.makeObject("message"))
            #expect(tracker.madeCount == 11)
            #expect(tracker.livingCount == 0)
        }
    }
}
