import TestSupport
import Testing

@testable import ObserverCore

/// Keeps values in an array and a variable for each, as long as that is observed.
private final class FakeSource: WindowSource {
    var values: [Int]
    let log = Log<String>()
    var observed: [Int: Var<Int>] = [:]
    var whenObservationsEnded: () -> Void = {}

    init(_ values: [Int]) { self.values = values }

    func value(at index: Int) -> Int { values[index] }

    func set(_ value: Int, at index: Int, as author: AnyAuthor?) {
        log("set \(index) to \(value) by \(author.map { "\(type(of: $0))" } ?? "nobody")")
        values[index] = value
    }

    func observationsBegan(at index: Int) {
        log("began \(index)")
        observed[index]?.notePublished(values[index])
    }

    func observationsEnded(at index: Int) {
        log("ended \(index)")
        observed[index] = nil
        whenObservationsEnded()
    }

    func variableDied(at index: Int) { log("died \(index)") }
}

/// Variables whose values lie elsewhere.
@Suite(.tracksLifetimes) struct WindowTests {
    private let source = FakeSource([10, 11, 12])
    private let observer = TestObserver()
    private let other = TestObserver()
    private let updates = Log<Update<Int>>()

    private func window(_ index: Int = 1) -> Var<Int> { track(Var(windowOn: source, at: index)) }

    @Test func theSourceIsAskedForTheValue() {
        let variable = window()
        source.values[1] = 5
        #expect(variable.value == 5)
        #expect(variable.latestMessage == Update(5, 5))
    }

    @Test func theSourceDecidesWhenAValueIsSet() {
        let variable = window()
        observer.observe(variable) { [updates] in updates($0) }
        variable.value = 7
        variable.set(8, as: observer)
        #expect(source.log.entries.dropFirst() == ["set 1 to 7 by nobody", "set 1 to 8 by TestObserver"])
        #expect(updates.entries.isEmpty)
        variable.publish(8, from: observer)
        #expect(updates.entries == [Update(11, 8)])
    }

    @Test func publishingSendsChangesFromWhatWasPublishedBefore() {
        let variable = window()
        observer.observe(variable) { [updates] in updates($0) }
        variable.publish(11, from: source)
        variable.publish(20, from: source)
        variable.publish(20, from: source)
        variable.notePublished(30)
        variable.publish(31, from: source)
        #expect(updates.entries == [Update(11, 20), Update(30, 31)])
    }

    @Test func whatIsPublishedInABatchIsSentOnce() {
        let (variable, number) = (window(), track(Var(1)))
        observer.observe(variable) { [updates] in updates($0) }
        observer.observe(number) { [updates] in updates($0) }
        batch(variable, number) {
            number.value = 2
            variable.publish(20, from: source)
            #expect(updates.entries == [Update(11, 20)])
        }
        #expect(updates.entries == [Update(11, 20), Update(1, 2)])
    }

    @Test func theSourceIsToldOfTheFirstAndOfTheLastObservation() {
        let variable = window()
        observer.observe(variable) { _ in }
        other.observe(variable) { _ in }
        observer.observe(variable) { _ in }
        observer.stopObserving(variable)
        #expect(source.log.entries == ["began 1"])
        other.stopObserving(variable)
        #expect(source.log.entries == ["began 1", "ended 1"])
        variable.stopBeingObserved()
        observer.stopObserving()
        #expect(source.log.entries.count == 2)
        observer.observe(variable) { _ in }
        #expect(source.log.entries == ["began 1", "ended 1", "began 1"])
    }

    @Test func whatItObservesFirstHasTheValueOfThatTime() {
        let variable = window()
        source.observed[1] = variable
        source.values[1] = 99
        observer.observe(variable) { [updates] in updates($0) }
        variable.publish(99, from: source)
        variable.publish(100, from: source)
        #expect(updates.entries == [Update(99, 100)])
    }

    @Test func endAndBeginInOneDeliveryAreNeitherTheLastNorTheFirst() {
        let variable = window()
        observer.observe(variable) { [observer, other, unowned variable] _ in
            observer.stopObserving(variable)
            other.observe(variable) { _ in }
        }
        variable.publish(1, from: source)
        #expect(source.log.entries == ["began 1"])
        other.stopObserving()
        #expect(source.log.entries == ["began 1", "ended 1"])
    }

    @Test func theLastEndInADeliveryIsToldOfAfterIt() {
        let variable = window()
        observer.observe(variable) { [observer, source, unowned variable] _ in
            observer.stopObserving(variable)
            source.log("still delivering")
        }
        variable.publish(1, from: source)
        #expect(source.log.entries == ["began 1", "still delivering", "ended 1"])
        observer.observe(variable) { _ in }
        #expect(source.log.entries.last == "began 1")
    }

    enum Ending: CaseIterable {
        case ofObject, ofObserver, byObserver, byAnybody, byDeath, inClosure
    }

    /// The source holds the only reference, which it releases when told that the observations have ended.
    @Test(arguments: Ending.allCases)
    func anOwnerMayReleaseTheVariableWhenItsObservationsEnd(ending: Ending) {
        var mortal: TestObserver? = TestObserver()
        weak var witness: Var<Int>?
        do {
            let variable = window()
            witness = variable
            source.observed[1] = variable
            mortal?.observe(variable) { [unowned variable] _ in
                if ending == .inClosure { variable.stopBeingObserved() }
            }
            mortal?.observe(variable) { _ in }
        }
        #expect(witness != nil)
        switch ending {
        case .ofObject: mortal?.stopObserving(witness)
        case .ofObserver: mortal?.stopObserving()
        case .byObserver: if let mortal { witness?.stopBeingObserved(by: mortal) }
        case .byAnybody: witness?.stopBeingObserved()
        case .byDeath: mortal = nil
        case .inClosure: witness?.publish(1, from: source)
        }
        #expect(witness == nil)
        #expect(source.log.entries == ["began 1", "ended 1", "died 1"])
    }

    @Test func aSourceMayEndOtherObservationsWhenItIsToldOfTheLast() {
        let (first, second) = (window(0), window(1))
        let messenger = track(Messenger<Int>())
        source.whenObservationsEnded = { [observer] in observer.stopObserving(messenger) }
        observer.observe(messenger) { _ in }
        observer.observe(first) { _ in }
        observer.observe(messenger) { _ in }
        observer.observe(second) { _ in }
        observer.stopObserving(second)
        #expect(!observer.isObserving(messenger))
        #expect(observer.isObserving(first))
        expectIntactLinks([messenger, first, second], [observer.receiver])
    }

    @Test func theSourceIsToldOfTheLastObservationWhenTheObserverHasForgottenAll() {
        let variable = window()
        let messenger = track(Messenger<Int>())
        source.whenObservationsEnded = { [observer] in observer.stopObserving(messenger) }
        observer.observe(messenger) { _ in }
        // So many that the observer looks through its records and not through the variable's observations.
        for _ in 1...2 { other.observe(variable) { _ in } }
        for _ in 1...2 { observer.observe(variable) { _ in } }
        other.stopObserving(variable)
        observer.stopObserving(variable)
        #expect(source.log.entries == ["began 1", "ended 1"])
        #expect(observer.receiver.observationCount == 0)
        #expect(messenger.block == nil)
    }

    @Test func theSourceIsToldWhenTheVariableDies() {
        var variable: Var<Int>? = window(2)
        if let variable { observer.observe(variable) { _ in } }
        variable = nil
        #expect(source.log.entries == ["began 2", "died 2"])
        #expect(observer.receiver.observationCount == 0)
    }
}
