import LightweightObservable
import TestSupport
import Testing

/// Setting a variable and subscribing to it.
@Suite(.tracksLifetimes) struct VariableTests {
    @Test func aVariableHasTheValueItWasGivenLast() {
        let text = track(Variable(""))
        #expect(text.value == "")
        text.value = "4:20 PM"
        #expect(text.value == "4:20 PM")
        text.value += "!"
        #expect(text.value == "4:20 PM!")
    }

    @Test func aSubscriberGetsTheCurrentValueAtOnceAndWithoutAnOldOne() {
        let number = track(Variable(7))
        let log = Log<[Int?]>()
        let disposable = number.subscribe { new, old in log([new, old]) }
        #expect(log.entries == [[7, nil]])
        withExtendedLifetime(disposable) {}
    }

    @Test func aSubscriberGetsEveryChangeWithTheOldValue() {
        let number = track(Variable(0))
        let log = Log<[Int?]>()
        var disposeBag = DisposeBag()
        number.subscribe { new, old in log([new, old]) }.disposed(by: &disposeBag)
        for value in 1...3 { number.value = value }
        #expect(log.entries == [[0, nil], [1, 0], [2, 1], [3, 2]])
    }

    @Test func everyAssignmentCountsAlsoOfAnEqualValue() {
        let number = track(Variable(1))
        let log = Log<[Int?]>()
        var disposeBag = DisposeBag()
        number.subscribe { new, old in log([new, old]) }.disposed(by: &disposeBag)
        number.value = 1
        number.value = 1
        #expect(log.entries == [[1, nil], [1, 1], [1, 1]])
    }

    @Test func valuesNeedNotBeEquatable() {
        struct Command {
            let run: () -> Int
        }
        let command = track(Variable(Command { 1 }))
        let log = Log<Int>()
        var disposeBag = DisposeBag()
        command.subscribe { new, old in log(new.run() - (old?.run() ?? 0)) }.disposed(by: &disposeBag)
        command.value = Command { 3 }
        #expect(log.entries == [1, 2])
    }

    @Test func aVariableOfAnOptionalTellsNilFromNoOldValue() {
        let number: Variable<Int?> = track(Variable(nil))
        let log = Log<String>()
        var disposeBag = DisposeBag()
        number.subscribe { new, old in log("\(text(of: old)) -> \(text(of: new))") }.disposed(by: &disposeBag)
        number.value = 1
        number.value = nil
        #expect(log.entries == ["none -> nil", "nil -> 1", "1 -> nil"])

        func text(of old: Int??) -> String {
            guard let old else { return "none" }
            return old.map { "\($0)" } ?? "nil"
        }
    }

    @Test func subscribersAreCalledInTheOrderInWhichTheySubscribed() {
        let number = track(Variable(0))
        let log = Log<Int>()
        var disposeBag = DisposeBag()
        for index in 0..<100 {
            number.subscribe { new, _ in
                if new == 1 { log(index) }
            }.disposed(by: &disposeBag)
        }
        number.value = 1
        #expect(log.entries == Array(0..<100))
    }

    // MARK: As an observable

    @Test func anObservableIsTheVariableWithoutItsSetter() {
        let number = track(Variable(1))
        let observable: Observable<Int> = number.asObservable
        let log = Log<[Int?]>()
        var disposeBag = DisposeBag()
        observable.subscribe { new, old in log([new, old]) }.disposed(by: &disposeBag)
        number.value = 2
        #expect(observable.value == 2)
        #expect(log.entries == [[1, nil], [2, 1]])
        #expect(observable === number)
    }
}
