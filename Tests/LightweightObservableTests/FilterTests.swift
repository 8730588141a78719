import LightweightObservable
import TestSupport
import Testing

/// Subscribers that are called for some changes only.
@Suite(.tracksLifetimes) struct FilterTests {
    private let number = track(Variable(0))
    private let log = Log<[Int?]>()

    @Test func aFilterDecidesOnEveryCallAlsoOnTheFirst() {
        var disposeBag = DisposeBag()
        let isOdd: Observable<Int>.Filter = { new, _ in !new.isMultiple(of: 2) }
        number.asObservable.subscribe(filter: isOdd, observer: { [log] new, old in log([new, old]) })
            .disposed(by: &disposeBag)
        for value in 1...5 { number.value = value }
        #expect(log.entries == [[1, 0], [3, 2], [5, 4]], "the old value is that before the change, filtered or not")
    }

    @Test func aFilterSeesTheOldValue() {
        var disposeBag = DisposeBag()
        number.subscribe { new, old in
            new > (old ?? -1)
        } observer: { [log] new, old in
            log([new, old])
        }.disposed(by: &disposeBag)
        for value in [2, 1, 1, 3] { number.value = value }
        #expect(log.entries == [[0, nil], [2, 0], [3, 1]])
    }

    @Test func valuesNeedNotBeEquatableToBeFiltered() {
        struct Reading {
            let celsius: Double
        }
        let reading = track(Variable(Reading(celsius: 20)))
        let log = Log<Double>()
        var disposeBag = DisposeBag()
        reading.subscribe(filter: { new, _ in new.celsius > 25 }, observer: { new, _ in log(new.celsius) })
            .disposed(by: &disposeBag)
        reading.value = Reading(celsius: 30)
        reading.value = Reading(celsius: 22)
        #expect(log.entries == [30])
    }

    @Test func distinctMeansDifferentFromTheValueBefore() {
        var disposeBag = DisposeBag()
        number.asObservable.subscribeDistinct { [log] new, old in log([new, old]) }.disposed(by: &disposeBag)
        for value in [0, 1, 1, 2, 2, 2, 1] { number.value = value }
        #expect(log.entries == [[0, nil], [1, 0], [2, 1], [1, 2]])
    }

    @Test func aDistinctSubscriberToNilIsCalledForItAtOnce() {
        let text: Variable<String?> = track(Variable(nil))
        let log = Log<String?>()
        var disposeBag = DisposeBag()
        text.subscribeDistinct { new, _ in log(new) }.disposed(by: &disposeBag)
        text.value = nil
        text.value = "a"
        #expect(log.entries == [nil, "a"])
    }

    // MARK: Filters of one's own

    @Test func aFilterOfOnesOwnIsAnExtension() {
        var disposeBag = DisposeBag()
        number.subscribeRising { [log] new, old in log([new, old]) }.disposed(by: &disposeBag)
        for value in [3, 2, 4] { number.value = value }
        #expect(log.entries == [[0, nil], [3, 0], [4, 2]])
    }

    @Test func anExtensionMayCallTheSubscriberItself() {
        let text = track(Variable("a"))
        let log = Log<String>()
        var disposeBag = DisposeBag()
        text.subscribeOnly(to: "b") { log("b") }.disposed(by: &disposeBag)
        for value in ["b", "c", "b"] { text.value = value }
        #expect(log.entries == ["b", "b"])
        #expect(text.asObservable.isAt("b"))
    }
}

/// Relies on nothing but what the module shows to everybody.
extension Observable where T: Comparable {
    fileprivate func subscribeRising(_ observer: @escaping Observer) -> Disposable {
        let isRising: Filter = { (new: NewValue, old: OldValue) in
            guard let old else { return true }
            return new > old
        }
        return subscribe(filter: isRising, observer: observer)
    }
}

extension Observable where T: Equatable {
    fileprivate func subscribeOnly(to value: T, _ action: @escaping () -> Void) -> Disposable {
        subscribe { new, _ in
            if new == value { action() }
        }
    }

    fileprivate func isAt(_ value: T) -> Bool {
        self.value == value
    }
}
