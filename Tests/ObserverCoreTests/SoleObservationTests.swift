import TestSupport
import Testing

@testable import ObserverCore

/// The only observation of an object lies with its observer if that observes many.
@Suite(.tracksLifetimes) struct SoleObservationTests {
    private let log = Log<String>()

    /// Ten more than what a receiver keeps by records, so that the last of them are sole observations.
    private let variables = (0..<SoleObservations.minimumOfOthers + 10).map { track(Var($0)) }

    private func observer(whenDying: @escaping () -> Void = {}) -> TestObserver {
        let observer = TestObserver(whenDying: whenDying)
        for (index, variable) in variables.enumerated() {
            observer.observe(variable) { [log] in log("\(index): \($0.new)") }
        }
        return observer
    }

    private func isSole(_ variable: Var<Int>) -> Bool { variable.block?.state.isSole == true }

    @Test("the only observations of many objects lie with the observer, apart from the first few")
    func soleObservations() {
        let observer = observer()
        #expect(variables.map(isSole) == Array(repeating: false, count: 8) + Array(repeating: true, count: 10))
        #expect(observer.receiver.observationCount == 18)
        #expect(variables.allSatisfy { observer.isObserving($0) && !TestObserver().isObserving($0) })
        expectIntactLinks(variables, [observer.receiver])
        for variable in variables { variable.value = -1 }
        #expect(log.entries == (0..<18).map { "\($0): -1" })
        observer.stopObserving()
        for variable in variables { variable.value = -2 }
        #expect(log.entries.count == 18 && variables.allSatisfy { $0.block == nil })
        #expect(observer.receiver.observationCount == 0)
    }

    @Test("a sole observation takes 48 bytes and a share of 40, and no record")
    func memory() {
        #expect(SoleObservation.byteCount == 48)
        let observer = TestObserver()
        let others = (0..<SoleObservations.minimumOfOthers).map { track(Var($0)) }
        for variable in others { observer.observe(variable) { _ in } }
        let bytes = observer.receiver.observationReport.byteCount
        let many = (0..<124).map { track(Var($0)) }
        for variable in many { observer.observe(variable) { _ in } }
        // Slabs for 4, 4, 8, 16, 32 and 64 of them, which are 128 places.
        #expect(observer.receiver.observationReport.byteCount - bytes == 128 * 48 + 6 * 40)
        #expect(many.allSatisfy { $0.observationReport.byteCount == 0 })
        #expect(observer.receiver.observationReport.observationCount == 132)
    }

    @Test("places of observations that ended are used again, and slabs are freed with their last observation")
    func reuse() {
        let observer = observer()
        let bytes = observer.receiver.observationReport.byteCount
        for round in 0..<100 {
            let index = 8 + round * 7 % 10
            observer.stopObserving(variables[index])
            #expect(!observer.isObserving(variables[index]) && variables[index].block == nil)
            observer.observe(variables[index]) { [log] in log("again: \($0.new)") }
            #expect(isSole(variables[index]))
            expectIntactLinks(variables, [observer.receiver])
        }
        #expect(observer.receiver.observationReport.byteCount <= bytes)
        for variable in variables.dropFirst(8) { observer.stopObserving(variable) }
        #expect(observer.receiver.soleObservations?.byteCount == 0)
        #expect(observer.receiver.observationCount == 8)
    }

    @Test("a second observation moves the first into a block of the object, also during a delivery")
    func leaving() {
        let observer = observer()
        let second = TestObserver()
        second.observe(variables[9]) { [log] in log("second: \($0.new)") }
        second.observe(variables[12]) { [log, variables] in
            log("second: \($0.new)")
            second.observe(variables[11]) { log("third: \($0.new)") }
            variables[12].value = 5
        }
        observer.observe(variables[10]) { [log, variables] update in
            guard update.new == 1 else { return }
            for index in 13...17 { second.observe(variables[index]) { log("late: \($0.new)") } }
        }
        #expect(![9, 10, 12].contains { isSole(variables[$0]) } && isSole(variables[11]))
        for index in [9, 10, 12, 11, 17] { variables[index].value = 1 }
        #expect(
            log.entries == [
                "9: 1", "second: 1", "10: 1", "12: 1", "second: 1", "12: 5", "second: 5", "11: 1", "third: 1",
                "third: 1", "17: 1", "late: 1",
            ])
        expectIntactLinks(variables, [observer.receiver, second.receiver])
        second.stopObserving()
        expectIntactLinks(variables, [observer.receiver])
        #expect(observer.receiver.observationCount == 19)
    }

    @Test("an observer that begins, ends and begins again in its own closure keeps what it began last")
    func beginningAgainInTheClosure() {
        let observer = observer()
        let variable = track(Var(0))
        observer.observe(variable) { [log, unowned observer, unowned variable] update in
            log("first: \(update.new)")
            observer.stopObserving(variable)
            variable.value = 2
            observer.observe(variable) { log("last: \($0.new)") }
        }
        #expect(isSole(variable))
        variable.value = 1
        variable.value = 3
        #expect(log.entries == ["first: 1", "last: 2", "last: 3"])
        #expect(observer.receiver.observationCount == 19)
        expectIntactLinks(variables + [variable], [observer.receiver])
    }

    @Test("an observer that dies in its own closure leaves the memory to the delivery")
    func deathInTheClosure() {
        expectNoLeaks { tracker in
            var mortal: TestObserver? = observer()
            let token = tracker.makeObject("alive")
            let variable = track(Var(0))
            mortal?.observe(variable) { [log] update in
                mortal = nil
                log("\(token.name) \(update.new)")
            }
            #expect(isSole(variable))
            variable.value = 1
            variable.value = 2
            #expect(log.entries == ["alive 1"])
            #expect((variables + [variable]).allSatisfy { $0.block == nil })
        }
    }

    @Test("closures that die with their observer may begin and end anything, other sole observations too")
    func codeThatRunsInTheDeath() {
        expectNoLeaks { tracker in
            let heir = observer()
            var mortal: TestObserver? = TestObserver()
            let others = (0..<100).map { track(Var($0)) }
            for (index, variable) in others.enumerated() {
                let will = TestObserver { [variables, others] in
                    heir.stopObserving(variables[8 + index % 10])
                    heir.observe(others[(index + 50) % 100]) { _ in }
                }
                mortal?.observe(variable) { [will, token = tracker.makeObject()] _ in _ = (will, token) }
            }
            #expect(others.dropFirst(8).allSatisfy(isSole))
            mortal = nil
            #expect(tracker.livingCount == 0)
            #expect(others.allSatisfy { heir.isObserving($0) })
            #expect(heir.receiver.observationCount == 108)
            expectIntactLinks(variables + others, [heir.receiver])
        }
    }

    @Test("objects that die leave their observer, and it can outlive all of them")
    func deathOfTheObserved() {
        expectNoLeaks { tracker in
            let observer = observer()
            var mortals = (0..<50).map { track(Var($0)) }
            for variable in mortals {
                observer.observe(variable) { [token = tracker.makeObject()] _ in _ = token }
            }
            mortals.removeAll { $0.value % 3 == 0 }
            #expect(observer.receiver.observationCount == 18 + 33 && tracker.livingCount == 33)
            expectIntactLinks(variables + mortals, [observer.receiver])
            mortals = []
            #expect(observer.receiver.observationCount == 18 && tracker.livingCount == 0)
        }
    }

    @Test("a sole observation may want the author")
    func author() {
        let observer = observer()
        let variable = track(Var(0))
        observer.observe(variable) { [log, unowned observer] update, author in
            log("\(update.new) \(author === observer)")
        }
        #expect(isSole(variable))
        variable.set(1, as: observer)
        variable.value = 2
        #expect(log.entries == ["1 true", "2 false"])
    }

    @Test("windows are told in the order in which their observations began")
    func windows() {
        let messengers = (0..<200).map { _ in track(Messenger<Int>()) }
        for (index, messenger) in messengers.enumerated() { messenger.attach(LoggingWindow(index: index, log: log)) }
        let observer = TestObserver()
        for messenger in messengers { observer.observe(messenger) { _ in } }
        observer.stopObserving()
        #expect(log.entries == (0..<200).map { "began \($0)" } + (0..<200).map { "ended \($0)" })
    }
}

private final class LoggingWindow: MessengerWindow {
    private let index: Int
    private let log: Log<String>

    init(index: Int, log: Log<String>) {
        self.index = index
        self.log = log
    }

    func firstObservationBegan() { log("began \(index)") }
    func lastObservationEnded() { log("ended \(index)") }
    func messengerDied() {}
}
