import TestSupport
import Testing

@testable import ObserverCore

/// Letting go of a closure may run any code, namely in the `deinit` of what it captured.
@Suite(.tracksLifetimes) struct HandlerReleaseTests {
    private let messenger = track(Messenger<Int>())
    private let observer = TestObserver()
    private let other = TestObserver()
    private let log = Log<String>()
    private let tracker = LifetimeTracker()

    private func whenReleased(_ action: @escaping () -> Void) -> (Int) -> Void {
        let token = tracker.makeObject(whenDying: action)
        return { _ in _ = token }
    }

    @Test func releaseThatSendsReachesThoseThatAreLeft() {
        other.observe(messenger) { [log] in log("other\($0)") }
        observer.observe(messenger, receive: whenReleased { [unowned messenger] in messenger.send(1) })
        observer.stopObserving(messenger)
        #expect(log.entries == ["other1"])
    }

    @Test func releaseAfterADeliveryThatSendsStartsANewOne() {
        observer.observe(messenger, receive: whenReleased { [unowned messenger] in messenger.send(2) })
        other.observe(messenger) { [log, observer, unowned messenger] in
            observer.stopObserving(messenger)
            log("other\($0)")
        }
        messenger.send(1)
        #expect(log.entries == ["other1", "other2"])
        expectIntactLinks([messenger], [observer.receiver, other.receiver])
    }

    @Test func observationsThatBeginInAReleaseSurviveWhatEndedTheFormer() {
        let endings: [(String, () -> Void)] = [
            ("stopObserving(object)", { [observer, messenger] in observer.stopObserving(messenger) }),
            ("stopObserving()", { [observer] in observer.stopObserving() }),
            ("stopBeingObserved()", { [messenger] in messenger.stopBeingObserved() }),
            ("stopBeingObserved(by:)", { [observer, messenger] in messenger.stopBeingObserved(by: observer) }),
        ]
        for (name, end) in endings {
            for _ in 1...3 {
                let again = whenReleased { [log, observer, unowned messenger] in
                    observer.observe(messenger) { log("\(name)\($0)") }
                }
                observer.observe(messenger, receive: again)
            }
            end()
            expectIntactLinks([messenger], [observer.receiver])
            messenger.send(1)
            #expect(log.entries == ["\(name)1", "\(name)1", "\(name)1"])
            log.entries = []
            messenger.stopBeingObserved()
        }
    }

    @Test func releaseThatEndsTheOtherObservations() {
        for _ in 1...10 {
            observer.observe(messenger, receive: whenReleased { [unowned messenger] in messenger.stopBeingObserved() })
            other.observe(messenger, receive: whenReleased { [observer] in observer.stopObserving() })
        }
        observer.stopObserving(messenger)
        #expect(messenger.block == nil)
        #expect(observer.receiver.observationCount == 0 && other.receiver.observationCount == 0)
        #expect(tracker.livingCount == 0)
    }

    @Test func releaseThatKillsTheMessenger() {
        var mortal: Messenger<Int>? = track(Messenger())
        weak let witness = mortal
        if let mortal {
            other.observe(mortal) { _ in }
            observer.observe(messenger) { _ in }
        }
        if let messenger = mortal { observer.observe(messenger, receive: whenReleased { mortal = nil }) }
        observer.stopObserving()
        #expect(witness == nil)
        #expect(other.receiver.observationCount == 0)
    }

    @Test func releaseThatKillsTheMessengerWhenTheObserverDies() {
        var mortal: Messenger<Int>? = track(Messenger())
        var dying: TestObserver? = TestObserver()
        weak let witness = mortal
        if let messenger = mortal, let observer = dying {
            // The release of either comes while the other is still to be dealt with.
            observer.observe(messenger, receive: whenReleased { mortal = nil })
            observer.observe(messenger, receive: whenReleased { mortal = nil })
            other.observe(messenger) { _ in }
        }
        dying = nil
        #expect(witness == nil)
        #expect(other.receiver.observationCount == 0)
    }

    @Test func releaseThatKillsTheObserverWhenTheMessengerDies() {
        var mortal: Messenger<Int>? = track(Messenger())
        var dying: TestObserver? = TestObserver()
        weak let witness = dying
        if let mortal, let observer = dying {
            observer.observe(mortal, receive: whenReleased { dying = nil })
            observer.observe(messenger) { _ in }
            observer.observe(mortal, receive: whenReleased { dying = nil })
            other.observe(messenger) { [log] in log("other\($0)") }
        }
        mortal = nil
        #expect(witness == nil)
        messenger.send(1)
        #expect(log.entries == ["other1"])
        expectIntactLinks([messenger], [other.receiver])
    }

    @Test func chainsOfMessengersThatDieWithTheClosuresOfOthers() {
        expectNoLeaks { tracker in
            var first: Messenger<Int>? = track(Messenger())
            if var last = first {
                for _ in 1...100 {
                    let next = track(Messenger<Int>())
                    observer.observe(last) { [next, token = tracker.makeObject()] in
                        next.send($0)
                        _ = token
                    }
                    last = next
                }
                observer.observe(last) { [log] in log("last\($0)") }
            }
            first?.send(1)
            #expect(log.entries == ["last1"])
            first = nil
            #expect(observer.receiver.observationCount == 0)
        }
    }

    /// Reaches a receiver without retaining it, as code may that runs while the receiver dies.
    private final class Poltergeist: Observer {
        unowned(unsafe) let receiver: Receiver
        init(_ receiver: Receiver) { self.receiver = receiver }
    }

    @Test func observationsThatBeginAtADyingReceiverEnd() {
        let receiver = Unmanaged.passRetained(Receiver())
        do {
            let poltergeist = Poltergeist(receiver.takeUnretainedValue())
            let haunt = whenReleased { [log, unowned messenger] in
                for _ in 1...3 { poltergeist.observe(messenger) { _ in log("haunted") } }
            }
            poltergeist.observe(messenger, receive: haunt)
            other.observe(messenger) { [log] _ in log("other") }
        }
        receiver.release()
        messenger.send(1)
        #expect(log.entries == ["other"])
        expectIntactLinks([messenger], [other.receiver])
    }

    @Test func observersMayObserveInTheirDeinit() {
        var dying: TestObserver?
        dying = TestObserver { [log, messenger] in
            log("dies")
            #expect(messenger.observationCount == 1)
        }
        dying?.observe(messenger) { _ in }
        dying = nil
        #expect(log.entries == ["dies"])
        #expect(messenger.block == nil)
    }
}
