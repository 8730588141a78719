import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct VariableTests {
    private let number = track(Var(42))
    private let observer = TestObserver()
    private let updates = Log<Update<Int>>()

    private func observeNumber() {
        observer.observe(number) { [updates] in updates($0) }
    }

    @Test func anUpdateIsSentExactlyWhenTheValueChanges() {
        observeNumber()
        number.value = 42
        #expect(updates.entries.isEmpty)
        number.value = 43
        number.value = 43
        number.value = 42
        #expect(updates.entries == [Update(42, 43), Update(43, 42)])
        #expect(number.value == 42)
    }

    @Test func aValueIsSetWithoutObservers() {
        number.value = 1
        observeNumber()
        number.value = 2
        #expect(updates.entries == [Update(1, 2)])
    }

    @Test func mutatingInPlaceSendsOneUpdate() {
        observeNumber()
        number.value += 1
        #expect(updates.entries == [Update(42, 43)])
    }

    @Test func sendSendsThePresentValueTwice() {
        observeNumber()
        number.value = 7
        number.send()
        #expect(updates.entries == [Update(42, 7), Update(7, 7)])
        #expect(number.latestMessage == Update(7, 7))
        #expect(updates.entries.map(\.isChange) == [true, false])
    }

    @Test func theArrowSetsTheValue() {
        observeNumber()
        let none: Var<Int>? = nil
        number <- 1
        none <- 2
        #expect(updates.entries == [Update(42, 1)])
    }

    @Test func variablesOfOptionalsStartAtNil() {
        let text = track(Var<String?>())
        #expect(text.value == nil)
        text <- "text"
        #expect(text.value == "text")
        text <- nil
        #expect(text.value == nil)
        #expect(Update<Int?>() == Update(nil, nil))
    }

    @Test func variablesAreComparedByValue() {
        #expect(Var(1) == Var(1))
        #expect(Var(1) != Var(2))
        #expect(Var(1) < Var(2))
        #expect(!(Var(2) < Var(2)))
        #expect([Var(3), Var(1), Var(2)].sorted().map(\.value) == [1, 2, 3])
    }

    @Test func updatesAreComparedByBothValues() {
        #expect(Update(1, 2) == Update(1, 2))
        #expect(Update(1, 2) != Update(1, 3))
        #expect(Update(1, 2) != Update(0, 2))
    }

    @Test func aValueIsSetAsSomebody() {
        let authors = Log<Bool>()
        observer.observe(number) { [observer] in authors($1 === observer) }
        number.set(1, as: observer)
        number.set(1, as: observer)
        number.value = 2
        #expect(authors.entries == [true, false])
    }

    @Test func theNewValueIsThereWhenItsUpdateArrives() {
        let values = Log<Int>()
        observer.observe(number) { [unowned number] _ in values(number.value) }
        number.value = 1
        #expect(values.entries == [1])
    }

    /// The first observer makes further changes, so that the value is ahead of what the second one is told.
    @Test func everyObserverSeesEveryChangeWithItsOwnOldAndNewValue() {
        let observers = (0..<3).map { _ in TestObserver() }
        let logs = observers.map { _ in Log<Update<Int>>() }
        for (observer, log) in zip(observers, logs) {
            observer.observe(number) { [unowned number] in
                log($0)
                if number.value < 47 { number.value += 1 }
                if $0.new == 44 {
                    number.value = 42
                    number.value = 42
                    number.value = 100
                }
            }
        }
        number.value = 43
        let chain = logs[0].entries
        #expect(chain.first == Update(42, 43))
        #expect(zip(chain, chain.dropFirst()).allSatisfy { $0.new == $1.old })
        #expect(chain.allSatisfy { $0.isChange })
        #expect(chain.last?.new == number.value)
        #expect(chain.contains(Update(42, 100)))
        #expect(logs[1].entries == chain)
        #expect(logs[2].entries == chain)
        withExtendedLifetime(observers) {}
    }

    @Test func anObserverThatSetsTheValueBackSendsBothChanges() {
        let second = TestObserver()
        let log = Log<Update<Int>>()
        observer.observe(number) { [unowned number] _ in number.value = 42 }
        second.observe(number) { log($0) }
        number.value = 1
        #expect(log.entries == [Update(42, 1), Update(1, 42)])
    }

    @Test func formerValuesAreLetGoOf() {
        struct Box: Equatable {
            let object: TrackedObject
            static func == (left: Box, right: Box) -> Bool { left.object === right.object }
        }
        expectNoLeaks { tracker in
            let variable = track(Var(Box(object: tracker.makeObject())))
            let reader = TestObserver()
            reader.observe(variable) { _ in }
            for _ in 1...3 { variable.value = Box(object: tracker.makeObject()) }
            #expect(tracker.livingCount == 1)
        }
    }
}
