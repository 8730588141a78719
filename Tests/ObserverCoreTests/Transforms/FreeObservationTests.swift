import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct FreeObservationTests {
    @Test func anybodyCanObserveFreely() {
        let messenger = track(Messenger<Int>())
        var received: [String] = []
        #expect(!FreeObserver.shared.isObserving(messenger))
        observe(messenger) { received.append("a\($0)") }
        observe(messenger) { message, author in received.append("b\(message)\(author === messenger)") }
        observe(messenger).map { $0 * 2 }.receive { received.append("c\($0)") }
        messenger.observed { received.append("d\($0)") }
        messenger.observed().filter { $0 > 1 }.receive { received.append("e\($0)") }
        FreeObserver.shared.observe(messenger) { received.append("f\($0)") }
        #expect(FreeObserver.shared.isObserving(messenger))
        messenger.send(1)
        #expect(received == ["a1", "b1true", "c2", "d1", "f1"])
        FreeObserver.shared.stopObserving(messenger)
        messenger.send(2)
        #expect(received.count == 5)
        #expect(!FreeObserver.shared.isObserving(messenger))
    }

    @Test func freeObservationsDieWithWhatIsObserved() {
        expectNoLeaks { tracker in
            let object = tracker.makeObject()
            let messenger = track(Messenger<Void>())
            observe(messenger) { _ = object.name }
            messenger.send(())
        }
    }

    @Test func aOneTimeObservationHearsOneMessage() {
        let messenger = track(Messenger<Int>())
        var received: [Int] = []
        var observer: FreeObserver?
        observer = observeOnce(messenger) {
            #expect(observer?.isObserving(messenger) == false)
            received.append($0)
        }
        #expect(observer?.isObserving(messenger) == true)
        messenger.send(1)
        messenger.send(2)
        #expect(received == [1])
    }

    @Test func aOneTimeObserverLivesUntilTheMessageComes() {
        let messenger = track(Messenger<Void>())
        weak let observer = observeOnce(messenger) {}
        #expect(observer != nil)
        messenger.send(())
        #expect(observer == nil)
    }

    @Test func aOneTimeObserverDiesWithWhatItObserves() {
        var messenger: Messenger<Void>? = track(Messenger<Void>())
        weak let observer = messenger.map { $0.observedOnce {} }
        #expect(observer != nil)
        messenger = nil
        #expect(observer == nil)
    }

    @Test func aOneTimeObservationCanBeTransformed() {
        let messenger = track(Messenger<Int>())
        var received: [String] = []
        observeOnce(messenger).map { "\($0)" }.receive { received.append($0) }
        messenger.observedOnce { message, author in received.append("\(message) \(author === messenger)") }
        messenger.send(1)
        messenger.send(2)
        #expect(received == ["1", "1 true"])
    }
}
