import TestSupport
import Testing

@testable import ObserverCore

/// Objects of an observed collection have a seat instead of a block of their own, until they need more than that.
@Suite(.tracksLifetimes) struct CollectionSeatTests {
    @Test func aVariableTakesTwentyFourBytes() {
        #expect(MemoryLayout<ObservationSeat>.stride == 24)
        let variables = (0..<1000).map { track(Var($0)) }
        let observer = TestObserver()
        observer.observe(all: variables) { _, _ in }
        #expect(observer.receiver.observationReport.byteCount == 24 * 1000)
        #expect(variables.allSatisfy { $0.block?.state.isSeat == true && $0.observationReport.byteCount == 0 })
        #expect(observer.receiver.observationCount == 1000)
        #expect(variables.allSatisfy { observer.isObserving($0) && !TestObserver().isObserving($0) })
    }

    @Test func anotherObservationHearsAfterTheCollection() {
        let (variable, observer, other) = (track(Var(0)), TestObserver(), TestObserver())
        let log = Log<String>()
        observer.observe(all: [variable]) { log("all \($0) \($1.new)") }
        other.observe(variable) { log("one \($0.new)") }
        variable.value = 1
        other.stopObserving()
        variable.value = 2
        #expect(log.entries == ["all 0 1", "one 1", "all 0 2"])
        #expect(variable.block?.state.isSeat == false)
    }

    @Test func whoDoesNotObserveCannotMakeAVariableLeaveItsSeat() {
        let (variable, observer) = (track(Var(0)), TestObserver())
        observer.observe(all: [variable]) { _, _ in }
        TestObserver().stopObserving(variable)
        #expect(variable.block?.state.isSeat == true)
        observer.stopObserving(variable)
        #expect(variable.block == nil && observer.receiver.observationCount == 0)
    }

    @Test func messagesThatWaitKeepTheSeat() {
        let (variable, observer) = (track(Var(0)), TestObserver())
        let log = Log<Int>()
        observer.observe(all: [Var(-1), variable]) { [unowned variable] position, update in
            #expect(position == 1)
            log(update.new)
            if update.new < 1000 { variable.value += 1 }
        }
        variable.value = 1
        #expect(log.entries == Array(1...1000))
        #expect(variable.block?.state.isSeat == true)
        #expect(variable.observationCount == 1)
    }

    @Test func theClosureMayEndItsObservationAndLetGoOfItself() {
        let tracker = LifetimeTracker()
        let variables = (0..<3).map { track(Var($0)) }
        var observer: TestObserver? = TestObserver()
        let log = Log<Int>()
        observer?.observe(all: variables) { [token = tracker.makeObject()] position, _ in
            log(position)
            observer = nil
            variables[2].value += 1
            #expect(tracker.livingCount == 1)
            _ = token
        }
        variables[1].value += 1
        #expect(log.entries == [1])
        #expect(tracker.livingCount == 0)
        #expect(variables.allSatisfy { $0.block == nil })
    }

    @Test func seatsLastUntilTheirDeliveryIsOver() {
        let variable = track(Var(0))
        var observer: TestObserver? = TestObserver()
        let other = TestObserver()
        let log = Log<String>()
        weak var collection: AnyCollectionObservation?
        observer?.observe(all: [variable]) { [unowned variable] _, update in
            observer = nil
            #expect(collection != nil)
            other.observe(variable) { log("other \($0.new)") }
            variable.value = 2
            log("all \(update.new)")
        }
        collection = observer?.receiver.collections.first
        variable.value = 1
        #expect(log.entries == ["all 1", "other 2"])
        #expect(collection == nil)
    }

    @Test func aCollectionInWhichNobodyKeepsASeatIsForgotten() {
        let (variable, observer) = (track(Var(0)), TestObserver())
        observer.observe(all: [variable, variable]) { _, _ in }
        #expect(observer.receiver.collections.isEmpty)
        #expect(observer.receiver.observationCount == 2)
    }

    /// What is told of the first observation of one object ends those that have begun so far.
    @Test func anObservationMayEndWhileItBegins() {
        final class Window: MessengerWindow {
            let observer: TestObserver
            init(_ observer: TestObserver) { self.observer = observer }
            func firstObservationBegan() { observer.stopObserving() }
            func lastObservationEnded() {}
            func messengerDied() {}
        }
        let observer = TestObserver()
        let messengers = (0..<5).map { _ in track(Messenger<Int>()) }
        let log = Log<Int>()
        messengers[2].attach(Window(observer))
        observer.observe(all: messengers) { position, _ in log(position) }
        for messenger in messengers { messenger.send(1) }
        #expect(log.entries == [3, 4])
        expectIntactLinks(messengers, [observer.receiver])
    }

    @Test func theLastVariableToDieLetsGoOfTheClosure() {
        let tracker = LifetimeTracker()
        var variables = (0..<3).map { track(Var($0)) }
        let observer = TestObserver()
        observer.observe(all: variables) { [token = tracker.makeObject()] _, _ in _ = token }
        variables.removeLast(2)
        #expect(tracker.livingCount == 1 && observer.receiver.observationCount == 1)
        variables = []
        #expect(tracker.livingCount == 0 && observer.receiver.collections.isEmpty)
    }

    /// What the closure kept alive ends observations of the same observer while it dies.
    @Test func theClosureMayLetGoOfAnything() {
        let observer = TestObserver()
        let tracker = LifetimeTracker()
        let other = track(Var(0))
        var variables = [track(Var(1))]
        observer.observe(all: [other]) { _, _ in }
        observer.observe(all: variables) { [token = tracker.makeObject { observer.stopObserving() }] _, _ in _ = token }
        variables = []
        #expect(tracker.livingCount == 0)
        #expect(observer.receiver.observationCount == 0 && other.block == nil)
    }

    @Test func aCollectionMayHaveMoreElementsThanItSays() {
        struct Liar: Collection {
            let variables: [Var<Int>]
            var startIndex: Int { 0 }
            var endIndex: Int { variables.count }
            var count: Int { 1 }
            func index(after index: Int) -> Int { index + 1 }
            subscript(index: Int) -> Var<Int> { variables[index] }
        }
        let (variables, observer) = ((0..<10).map { track(Var($0)) }, TestObserver())
        var positions: [Int] = []
        observer.observe(all: Liar(variables: variables)) { position, _ in positions.append(position) }
        for variable in variables { variable.value += 1 }
        #expect(positions == Array(0..<10))
    }
}
