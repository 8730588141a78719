import TestSupport
import Testing

@testable import ObserverCore

/// Calls a closure when it dies, and so does in the middle of whatever lets go of it.
private final class LastAct {
    private let whenDying: () -> Void

    init(whenDying: @escaping () -> Void) {
        self.whenDying = whenDying
    }

    deinit {
        whenDying()
    }
}

/// What is let go of may use the very object that lets go of it.
@Suite(.tracksLifetimes) struct ReentrantReleaseTests {
    private let log = Log<String>()

    @Test func aRememberedMessageMaySendWhenItIsReplaced() {
        let messenger = track(Messenger<LastAct?>())
        let cache = track(messenger.cache())
        messenger.send(
            LastAct { [log, unowned messenger, unowned cache] in
                log("\(cache.latestMessage === nil)")
                messenger.send(nil)
            })
        messenger.send(LastAct { [log] in log("second") })
        #expect(log.entries == ["false", "second"])
        #expect(cache.latestMessage == nil)
    }

    @Test func aRememberedMessageMayUseItsMemoryWhenThatIsTurnedOff() {
        let messenger = track(Messenger<LastAct?>())
        let cache = track(messenger.cache())
        messenger.send(
            LastAct { [log, unowned cache] in
                log("\(cache.latestMessage === nil) \(cache.memory.isActive)")
                cache.latestMessage = nil
            })
        cache.memory.isActive = false
        #expect(log.entries == ["true false"])
    }

    @Test func aForgottenMessageMayLookForItself() {
        let messenger = track(Messenger<LastAct?>())
        let cache = track(messenger.cache())
        messenger.send(LastAct { [log, unowned cache] in log("\(cache.latestMessage === nil)") })
        cache.latestMessage = nil
        #expect(log.entries == ["true"])
    }

    @Test func anAuthorMaySetTheVariableWhenTheBatchLetsGoOfIt() {
        let variable = track(Var(0))
        batch(variable) {
            variable.set(1, as: LastAct { [unowned variable] in variable.value = 5 })
            variable.set(2, as: log)
        }
        #expect(variable.value == 5)
    }

    @Test func anOriginMayUseTheTransformWhenItIsReplaced() {
        let observer = TestObserver()
        let mapper = track(Messenger<Int>().map { "\($0)" })
        observer.observe(mapper) { [log] in log($0) }
        var act: LastAct? = LastAct { [unowned mapper] in mapper.origin.send(2) }
        mapper.origin.observed { [act] _ in _ = act }
        act = nil
        mapper.origin = Messenger()
        #expect(log.entries == ["2"])
    }

    @Test func aKeptMessageMayReplaceTheOriginOfItsStandIn() {
        let messengers = (0..<2).map { _ in track(Messenger<LastAct?>()) }
        let caches = messengers.map { track($0.cache()) }
        let weak = track(caches[0].weak())
        messengers[0].send(
            LastAct { [log, unowned weak] in
                weak.origin = caches[1]
                log("replaced")
            })
        messengers[0].send(nil)
        #expect(log.entries == ["replaced"])
        #expect(weak.origin === caches[1])
    }

    @Test func theSourceOfAWindowIsToldInTurnThoughAnotherWindowBeginsObservationsAtItsEnd() {
        final class Window: MessengerWindow {
            let began: () -> Void
            let ended: () -> Void
            init(began: @escaping () -> Void, ended: @escaping () -> Void) { (self.began, self.ended) = (began, ended) }
            func firstObservationBegan() { began() }
            func lastObservationEnded() { ended() }
            func messengerDied() {}
        }
        let (a, b) = (track(Messenger<Int>()), track(Messenger<Int>()))
        let (observer, other) = (TestObserver(), TestObserver())
        a.attach(
            Window(began: { [log] in log("+a") }) { [log, unowned b, unowned other] in
                log("-a")
                other.observe(b) { _ in }
            })
        b.attach(Window(began: { [log] in log("+b") }, ended: { [log] in log("-b") }))
        observer.observe(a) { _ in }
        observer.observe(b) { _ in }
        observer.stopObserving()
        log("stop")
        other.stopObserving()
        #expect(log.entries == ["+a", "+b", "-a", "stop", "-b"])
    }

    @Test func aTransformMayDieInAMessageThatItForwards() {
        let observer = TestObserver()
        let messenger = track(Messenger<Int>())
        var mapper: Mapper? = track(messenger.map { "\($0)" })
        var weak: Weak? = track(messenger.weak())
        observer.observe(mapper!) { [log] in
            mapper = nil; log($0)
        }
        observer.observe(weak!) { [log] in
            weak = nil; log("\($0)")
        }
        observer.observe(mapper!) { [log] in log("again \($0)") }
        observer.observe(weak!) { [log] in log("again \($0)") }
        messenger.send(1)
        messenger.send(2)
        #expect(log.entries == ["1", "again 1", "1", "again 1"])
        #expect(mapper == nil && weak == nil && messenger.block == nil)
    }

    @Test func theLastOfACollectionToDieMayTakeItsObserverAlong() {
        var observer: TestObserver? = TestObserver()
        var variables = [track(Var(0))]
        observer?.observe(all: variables) { [act = LastAct { observer = nil }] _, _ in _ = act }
        variables = []
        #expect(observer == nil)
    }

    @Test func aCollectionMayEndWhileSeveralOfItsSeatsDeliver() {
        let variables = (0..<4).map { track(Var($0)) }
        var observer: TestObserver? = TestObserver()
        let other = TestObserver()
        var act: LastAct? = LastAct { [log] in log("gone") }
        observer?.observe(all: variables) { [log, act] position, update in
            log("\(position) \(update.new)")
            if position < 2 { variables[position + 1].value += 10 } else { observer = nil }
            variables[position].value += 100
            _ = act
            if observer == nil { other.observe(all: variables) { [log] in log("other \($0) \($1.new)") } }
        }
        act = nil
        variables[0].value = 1
        // What was sent before the other began waits for it, too.
        #expect(log.entries.filter { $0 == "gone" }.count == 1)
        #expect(log.entries.prefix(3) == ["0 1", "1 11", "2 12"])
        #expect(other.receiver.observationCount == 12)
        other.stopObserving()
        expectIntactLinks(variables, [other.receiver])
        #expect(variables.allSatisfy { $0.block == nil })
    }

    @Test func anObjectMayBeInACollectionTwiceAndBeginThatAgainInItsClosure() {
        let variable = track(Var(0))
        let observer = TestObserver()
        var rounds = 0
        func observeAll() {
            observer.observe(all: [variable, variable]) { [log] position, update in
                log("\(position) \(update.new)")
                rounds += 1
                if rounds < 3 { observeAll() } else { observer.stopObserving() }
            }
        }
        observeAll()
        variable.value = 1
        #expect(log.entries == ["0 1", "1 1"])
        #expect(observer.receiver.observationCount == 6)
        variable.value = 2
        #expect(log.entries == ["0 1", "1 1", "0 2"])
        #expect(variable.block == nil)
        expectIntactLinks([variable], [observer.receiver])
    }

    @Test func variablesMayDieInTheMiddleOfTheirCollection() {
        var variables = (0..<5).map { track(Var($0)) }
        let (first, observer) = (variables[0], TestObserver())
        observer.observe(all: variables) { [log] position, _ in
            log("\(position)")
            variables = []
        }
        first.value = 1
        variables = [first]
        first.value = 2
        #expect(log.entries == ["0", "0"])
        #expect(observer.receiver.observationCount == 1)
    }

    @Test func aMessengerThatOnlyTheCallHoldsMayLoseItsHolder() {
        final class Holder { var messenger: Messenger<Int>? = track(Messenger()) }
        let (holder, observer) = (Holder(), TestObserver())
        for index in 0..<5 {
            observer.observe(holder.messenger!) { [log] message in
                holder.messenger?.send(7)
                holder.messenger = nil
                log("\(index) \(message)")
            }
        }
        holder.messenger?.send(1)
        #expect(log.entries == (0..<5).map { "\($0) 1" } + (0..<5).map { "\($0) 7" })
        #expect(observer.receiver.observationCount == 0)
    }

    /// What handlers held begins and ends observations while those of many objects are being ended.
    @Test func whatHandlersHeldMayUseTheReceiverThatLetsGoOfThem() {
        let observer = TestObserver()
        let messengers = (0..<20).map { _ in track(Messenger<Int>()) }
        for (index, messenger) in messengers.enumerated() {
            let act = LastAct { [unowned observer] in
                observer.stopObserving(messengers[(index * 7) % 20])
                observer.observe(messengers[(index * 3) % 20]) { _ in }
                observer.observe(all: messengers[0..<3]) { _, _ in }
            }
            observer.observe(messenger) { _ in _ = act }
        }
        observer.stopObserving()
        expectIntactLinks(messengers, [observer.receiver])
        observer.stopObserving()
        #expect(messengers.allSatisfy { $0.block == nil })
    }

    @Test func whatWaitingMessagesEndInTheirReleaseIsEnded() {
        let messenger = track(Messenger<LastAct?>())
        let observer = TestObserver()
        var sent = 0
        for _ in 0..<10 { observer.observe(messenger) { [log] _ in log("message") } }
        observer.observe(messenger) { [unowned messenger, unowned observer] _ in
            guard sent < 3 else { return }
            sent += 1
            messenger.send(
                LastAct {
                    observer.stopObserving()
                    for _ in 0..<40 { observer.observe(messenger) { _ in } }
                })
        }
        messenger.send(nil)
        #expect(log.entries.count == 20)
        #expect(observer.receiver.observationCount == 40)
        expectIntactLinks([messenger], [observer.receiver])
    }
}
