import LightweightObservable
import TestSupport
import Testing

/// How subscriptions end, and what is left of them: nothing.
@Suite(.tracksLifetimes) struct DisposableTests {
    private let number = track(Variable(0))
    private let log = Log<Int>()

    // MARK: Disposables by themselves

    @Test func aDisposableCallsItsClosureWhenItDiesAndNotBefore() {
        var callCount = 0
        let dispose: Disposable.Dispose = { callCount += 1 }
        var disposable: Disposable? = Disposable(dispose)
        #expect(disposable != nil)
        #expect(callCount == 0)
        disposable = nil
        #expect(callCount == 1)
    }

    @Test func aBagIsAnArrayOfDisposables() {
        var disposeBag = DisposeBag()
        let first = Disposable {}
        let second = Disposable {}
        first.disposed(by: &disposeBag)
        second.disposed(by: &disposeBag)
        #expect(disposeBag.count == 2)
        #expect(disposeBag.first === first)
        #expect(disposeBag.last === second)
    }

    // MARK: Ending

    @Test func aSubscriptionEndsWithItsDisposable() {
        expectNoLeaks { tracker in
            var disposable: Disposable? = number.subscribe { [log, token = tracker.makeObject()] new, _ in
                _ = token
                log(new)
            }
            number.value = 1
            #expect(disposable != nil)
            disposable = nil
            #expect(tracker.livingCount == 0)
            number.value = 2
            #expect(log.entries == [0, 1])
        }
    }

    @Test func subscriptionsEndWhenTheirBagIsEmptied() {
        expectNoLeaks { tracker in
            var disposeBag = DisposeBag()
            for _ in 1...3 {
                number.subscribe { [log, token = tracker.makeObject()] new, _ in
                    _ = token
                    log(new)
                }.disposed(by: &disposeBag)
            }
            number.value = 1
            disposeBag = []
            #expect(tracker.livingCount == 0)
            number.value = 2
            #expect(log.entries == [0, 0, 0, 1, 1, 1])
        }
    }

    @Test func aSubscriptionWhoseDisposableNobodyHoldsEndsAtOnce() {
        _ = number.subscribe { [log] new, _ in log(new) }
        number.value = 1
        #expect(log.entries == [0])
    }

    // MARK: Lifetimes

    @Test func whenAVariableDiesTheClosuresDieAlthoughDisposablesLive() {
        expectNoLeaks { tracker in
            var mortal: Variable<Int>? = track(Variable(0))
            weak let weakMortal = mortal
            var disposeBag = DisposeBag()
            mortal?.subscribe { [token = tracker.makeObject()] _, _ in _ = token }.disposed(by: &disposeBag)
            mortal?.subscribe(
                filter: { [token = tracker.makeObject()] _, _ in token.name.isEmpty },
                observer: { [token = tracker.makeObject()] _, _ in _ = token }
            ).disposed(by: &disposeBag)
            #expect(tracker.livingCount == 3)
            mortal = nil
            #expect(weakMortal == nil, "subscriptions do not keep a variable alive")
            #expect(tracker.livingCount == 0)
            disposeBag = []
        }
    }

    @Test func anObservableKeepsItsVariableAlive() {
        var variable: Variable<Int>? = track(Variable(1))
        weak let weakVariable = variable
        var observable: Observable<Int>? = variable?.asObservable
        variable = nil
        #expect(weakVariable != nil)
        #expect(observable?.value == 1)
        observable = nil
        #expect(weakVariable == nil)
    }

    @Test func aVariableLetsGoOfOldValues() {
        let tracker = LifetimeTracker()
        let variable = track(Variable<TrackedObject?>(tracker.makeObject("first")))
        var disposeBag = DisposeBag()
        variable.subscribe { _, _ in }.disposed(by: &disposeBag)
        variable.value = tracker.makeObject("second")
        #expect(tracker.livingNames == ["second"])
        variable.value = nil
        #expect(tracker.livingNames == [])
    }

    // MARK: Ending during a call

    @Test func aSubscriptionThatEndsInItsOwnClosureGetsNothingMore() {
        expectNoLeaks { tracker in
            var disposable: Disposable?
            disposable = number.subscribe { [log, number, token = tracker.makeObject()] new, _ in
                guard new > 0 else { return }
                number.value = new + 1
                disposable = nil
                log(new)
                _ = token
            }
            #expect(disposable != nil)
            number.value = 1
            #expect(log.entries == [1])
            #expect(number.value == 2)
        }
    }

    @Test func aSubscriptionThatAnotherOneEndsDoesNotGetTheCurrentChange() {
        var second: Disposable?
        let first = number.subscribe { new, _ in
            if new == 2 { second = nil }
        }
        second = number.subscribe { [log] new, _ in log(new) }
        let third = number.subscribe { [log] new, _ in log(10 * new) }
        number.value = 1
        #expect(second != nil)
        number.value = 2
        #expect(log.entries == [0, 0, 1, 10, 20])
        withExtendedLifetime((first, third)) {}
    }
}
