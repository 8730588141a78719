import LightweightObservable
import TestSupport
import Testing

/// Subscribers that assign and subscribe while they are called.
@Suite(.tracksLifetimes) struct ReentrancyTests {
    private let number = track(Variable(0))
    private let log = Log<String>()

    @Test func eachSubscriberSeesEveryChangeInOrderWithItsOwnOldValue() {
        var disposeBag = DisposeBag()
        number.subscribe { [log] new, old in log("first \(old ?? -1) \(new)") }.disposed(by: &disposeBag)
        number.subscribe { [number] new, _ in
            if (1...2).contains(new) { number.value = new + 1 }
        }.disposed(by: &disposeBag)
        number.subscribe { [log] new, old in log("last \(old ?? -1) \(new)") }.disposed(by: &disposeBag)
        log.entries = []
        number.value = 1
        #expect(
            log.entries == ["first 0 1", "last 0 1", "first 1 2", "last 1 2", "first 2 3", "last 2 3"])
    }

    @Test func anAssignedValueCanBeReadAtOnce() {
        var disposeBag = DisposeBag()
        number.subscribe { [number, log] new, _ in
            if new == 1 { number.value = 2 }
            log("\(new) \(number.value)")
        }.disposed(by: &disposeBag)
        number.value = 1
        #expect(log.entries == ["0 0", "1 2", "2 2"])
    }

    @Test func whatTheFirstCallAssignsComesAfterIt() {
        var disposeBag = DisposeBag()
        number.subscribe { [log] new, old in log("earlier \(old ?? -1) \(new)") }.disposed(by: &disposeBag)
        log.entries = []
        number.subscribe { [number, log] new, old in
            if new < 2 { number.value = new + 1 }
            log("\(old ?? -1) \(new)")
        }.disposed(by: &disposeBag)
        #expect(log.entries == ["earlier 0 1", "-1 0", "earlier 1 2", "0 1", "1 2"])
        number.value = 5
        #expect(log.entries.suffix(2) == ["earlier 2 5", "2 5"])
    }

    @Test func aFirstCallThatAssignsTwiceIsToldOfBoth() {
        var disposeBag = DisposeBag()
        number.subscribe { [number, log] new, old in
            if old == nil {
                number.value = 1
                number.value = 2
            }
            log("\(old ?? -1) \(new)")
        }.disposed(by: &disposeBag)
        #expect(log.entries == ["-1 0", "0 1", "1 2"])
    }

    /// The changes that the value includes with which a subscription begins are not told once more.
    @Test func aSubscriptionBegunInACallKnowsTheChangesBefore() {
        var disposeBag = DisposeBag()
        var inner: Disposable?
        number.subscribe { [number, log] new, _ in
            guard new == 1 else { return }
            number.value = 2
            number.value = 3
            inner = number.subscribe { new, old in log("\(old ?? -1) \(new)") }
            number.value = 4
        }.disposed(by: &disposeBag)
        number.value = 1
        #expect(log.entries == ["-1 3", "3 4"])
        number.value = 5
        #expect(log.entries == ["-1 3", "3 4", "4 5"])
        withExtendedLifetime(inner) {}
    }

    @Test func theVariableMayDieInACall() {
        var mortal: Variable<Int>? = track(Variable(0))
        weak let weakMortal = mortal
        let disposable = mortal?.subscribe { [log] new, _ in
            if new == 1 { mortal = nil }
            log("\(new)")
        }
        mortal?.value = 1
        #expect(weakMortal == nil)
        #expect(log.entries == ["0", "1"])
        withExtendedLifetime(disposable) {}
    }

    @Test func aVariableThatDiesInTheFirstCallIsDoneWithAllChanges() {
        var mortal: Variable<Int>? = track(Variable(0))
        let disposable = mortal?.subscribe { [log] new, old in
            mortal?.value = 1
            mortal = nil
            log("\(old ?? -1) \(new)")
        }
        #expect(log.entries == ["-1 0", "0 1"])
        withExtendedLifetime(disposable) {}
    }

    /// Neither the stack nor the time for one change may grow with the number of those before.
    @Test(arguments: [true, false])
    func aHundredThousandAssignmentsFromInside(beginsInTheFirstCall: Bool) {
        let last = 100_000
        var isBegun = beginsInTheFirstCall
        var count = 0
        let disposable = number.subscribe { [number] new, old in
            count += 1
            if isBegun, new < last { number.value = new + 1 }
        }
        isBegun = true
        if !beginsInTheFirstCall { number.value = 1 }
        #expect(number.value == last)
        #expect(count == last + 1)
        withExtendedLifetime(disposable) {}
    }
}
