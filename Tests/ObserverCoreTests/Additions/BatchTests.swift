import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct BatchTests {
    let observer = track(FreeObserver())

    @Test func eachVariableSendsOneUpdateAtTheEnd() {
        let width = track(Var(1))
        let name = track(Var("a"))
        var received: [String] = []
        observer.observe(width) { received.append("\($0.old) \($0.new)") }
        observer.observe(name) { received.append("\($0.old) \($0.new)") }
        let result = batch(width, name) {
            width.value = 2
            name.value = "b"
            width.value = 3
            #expect(width.value == 3)
            #expect(received.isEmpty)
            return "result"
        }
        #expect(result == "result")
        #expect(received == ["1 3", "a b"])
        width.value = 4
        #expect(received.last == "3 4")
    }

    @Test func aValueThatComesBackSendsNothing() {
        let number = track(Var(1))
        var count = 0
        observer.observe(number) { _ in count += 1 }
        batch(number) {
            number.value = 2
            number.value = 1
        }
        #expect(count == 0)
    }

    @Test func whoSetsTheValueThatIsThereChangesNothing() {
        let (number, first, second) = (track(Var(1)), track(FreeObserver()), track(FreeObserver()))
        var isFirst: [Bool] = []
        observer.observe(number) { [unowned first] _, author in isFirst.append(author === first) }
        batch(number) {
            number.set(2, as: first)
            number.set(2, as: second)
        }
        #expect(isFirst == [true])
    }

    @Test func theOutermostBatchSendsWithTheLastAuthor() {
        let number = track(Var(1))
        var received: [(Update<Int>, AnyAuthor)] = []
        observer.observe(number) { received.append(($0, $1)) }
        batch(number) {
            batch([number]) { number.value = 2 }
            #expect(received.isEmpty)
            number.set(3, as: observer)
        }
        #expect(received.count == 1)
        #expect(received.first?.0 == Update(1, 3))
        #expect(holds(received.first?.1 === observer))
    }

    @Test func updatesAreSentEvenIfTheChangesThrow() {
        struct Failure: Error {}
        let number = track(Var(1))
        var received: [Int] = []
        observer.observe(number) { received.append($0.new) }
        #expect(throws: Failure.self) {
            try batch(number) {
                number.value = 2
                throw Failure()
            }
        }
        #expect(received == [2])
    }

    @Test func aBatchDuringADeliverySendsAfterIt() {
        let number = track(Var(1))
        var received: [String] = []
        observer.observe(number) { update in
            if update.new == 2 {
                batch(number) {
                    number.value = 3
                    number.value = 4
                }
            }
        }
        observer.observe(number) { received.append("\($0.old) \($0.new)") }
        number.value = 2
        #expect(received == ["1 2", "2 4"])
    }

    /// A dying object cannot be brought back to life to be named as an author.
    @Test func whoSetsAVariableWhileDyingIsNotKept() {
        final class Heir {
            let number: Var<Int>
            init(_ number: Var<Int>) { self.number = number }
            deinit { number.set(3, as: self) }
        }
        let number = track(Var(1))
        var received: [String] = []
        observer.observe(number) { update, author in received.append("\(update.new) \(author === number)") }
        batch(number) { _ = Heir(number) }
        #expect(received == ["3 true"])
    }
}
