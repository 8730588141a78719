import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct AdHocTransformTests {
    let observer = track(FreeObserver())

    @Test func aChainGoesThroughAllItsTransforms() {
        let number = track(Var(42))
        var received: [Int] = []
        observer.observe(number).new().map {
            "\($0)"
        }.filter {
            $0.count > 1
        }.map {
            Int($0)
        }.unwrap(-1) {
            received.append($0)
        }
        number <- 7
        number <- 10
        number <- 11
        #expect(received == [10, 11])
        #expect(number.observationCount == 1)
    }

    @Test func receiveEndsAChainWhoseLastTransformTakesAClosure() {
        let number = track(Var(42))
        var received: [Int] = []
        observer.observe(number).map { $0.new }.receive { received.append($0) }
        number <- 10
        #expect(received == [10])
    }

    @Test func aChainThatIsNotEndedObservesNothing() {
        let number = track(Var(42))
        _ = observer.observe(number).new().map { $0 + 1 }
        #expect(number.observationCount == 0)
    }

    @Test func everyTransformHasAnEndingFormWithAndWithoutAuthor() {
        let optional = track(Messenger<Int?>())
        let updates = track(Var(0))
        var log: [String] = []
        func note(_ what: String, _ message: Any, _ author: AnyAuthor? = nil) {
            log.append("\(what) \(message)" + (author === observer ? " by observer" : ""))
        }
        observer.observe(optional).map({ $0 ?? 0 }) { note("map", $0) }
        observer.observe(optional).map({ $0 ?? 0 }) { note("map", $0, $1) }
        observer.observe(optional).filter({ $0 != nil }) { note("filter", $0 as Any) }
        observer.observe(optional).filter({ $0 != nil }) { note("filter", $0 as Any, $1) }
        observer.observe(optional).unwrap { note("unwrap", $0) }
        observer.observe(optional).unwrap { note("unwrap", $0, $1) }
        observer.observe(optional).unwrap(9) { note("default", $0) }
        observer.observe(optional).unwrap(9) { note("default", $0, $1) }
        observer.observe(optional).select(1) { note("select", 1) }
        observer.observe(optional).select(1) { (author: AnyAuthor) in note("select", 1, author) }
        observer.observe(optional).filterAuthor({ $0 === observer }) { note("author", $0 as Any) }
        observer.observe(optional).filterAuthor({ $0 === observer }) { note("author", $0 as Any, $1) }
        observer.observe(updates).new { note("new", $0) }
        observer.observe(updates).new { note("new", $0, $1) }
        optional.send(1, from: observer)
        #expect(
            log == [
                "map 1", "map 1 by observer", "filter Optional(1)", "filter Optional(1) by observer", "unwrap 1",
                "unwrap 1 by observer", "default 1", "default 1 by observer", "select 1", "select 1 by observer",
                "author Optional(1)", "author Optional(1) by observer",
            ])
        log = []
        optional.send(nil)
        #expect(log == ["map 0", "map 0", "default 9", "default 9"])
        log = []
        updates.set(5, as: observer)
        #expect(log == ["new 5", "new 5 by observer"])
    }

    @Test func closuresNeedNoParameterWhereMessagesHaveNoContent() {
        let bell = Messenger<Void>()
        let text = Messenger<String>()
        let selection = text.select("bell")
        var log: [String] = []
        observer.observe(bell).filter({ true }) { log.append("filter") }
        observer.observe(bell).notFrom(observer) { log.append("not from") }
        observer.observe(bell).from(bell) { log.append("from") }
        observer.observe(bell).map({ 1 }) { log.append("map \($0)") }
        observe(bell) { log.append("free") }
        bell.observed { log.append("observed") }
        observeOnce(bell) { log.append("once") }
        bell.send()
        #expect(log == ["filter", "not from", "from", "map 1", "free", "observed", "once"])
        log = []
        observer.observe(text).map({ _ in }) { log.append("nothing") }
        observer.observe(text).select("bell").notFrom(observer) { log.append("chain") }
        text.observed().select("bell") { log.append("free") }
        observer.observe(selection) { log.append("selection") }
        selection.observedOnce { log.append("once") }
        for word in ["bell", "book"] { text.send(word) }
        #expect(log == ["selection", "once", "nothing", "chain", "free", "nothing"])
    }

    @Test func authorsAreToldApartAndHeldWeakly() {
        let text = track(Messenger<String>())
        var stranger: FreeObserver? = track(FreeObserver())
        weak let weakStranger = stranger
        var heard: [String] = []
        if let stranger {
            observer.observe(text).from(stranger) { heard.append("from: \($0)") }
            observer.observe(text).notFrom(stranger) { heard.append("not from: \($0)") }
        }
        text.send("a", from: stranger)
        text.send("b")
        stranger = nil
        #expect(weakStranger == nil)
        text.send("c", from: observer)
        #expect(heard == ["from: a", "not from: b", "not from: c"])
    }

    @Test func aTransformKeepsNothingAliveOnceItsObserverIsGone() {
        expectNoLeaks { tracker in
            let number = track(Var(1))
            var shortLived: FreeObserver? = track(FreeObserver())
            let object = tracker.makeObject()
            shortLived?.observe(number).new().filter { _ in object.name == "object" }.receive { _ in }
            shortLived = nil
            number <- 2
            #expect(number.observationCount == 0)
        }
    }

    @Test func aTransformMaySuppressOptionalsOfOptionals() {
        let messenger = track(Messenger<Int??>())
        var received: [Int?] = []
        observer.observe(messenger).unwrap { received.append($0) }
        messenger.send(nil)
        messenger.send(.some(nil))
        messenger.send(3)
        #expect(received == [nil, 3])
    }
}
