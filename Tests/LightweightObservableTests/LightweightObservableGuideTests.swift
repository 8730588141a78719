import LightweightObservable
import TestSupport
import Testing

/// The examples of the guide to LightweightObservable 1, as far as no other suite runs them, and that of the module's
/// own documentation.
@Suite(.tracksLifetimes) struct LightweightObservableGuideTests {
    // swift-format-ignore
    /// A model shows a value that only it can set, and a view ends its subscription by dying.
    @Test func aViewShowsTheValueOfAModel() {
        final class Clock {
            var time: Observable<String> { timeSubject.asObservable }
            private let timeSubject = Variable("")

            func tick(_ time: String) { timeSubject.value = time }
        }

        final class Display {
            private(set) var text: String?
            private var disposeBag = DisposeBag()

            init(of clock: Clock) {
                clock.time.subscribeDistinct { [weak self] newTime, oldTime in
                    self?.text = newTime
                }.disposed(by: &disposeBag)
            }
        }

        let clock = track(Clock())
        var display: Display? = track(Display(of: clock))
        weak let weakDisplay = display
        #expect(display?.text == "")
        clock.tick("12:00")
        #expect(display?.text == "12:00")
        #expect(clock.time.value == "12:00")
        display = nil
        #expect(weakDisplay == nil)
    }

    /// A service that lives on must not keep what subscribers captured.
    @Test func aSubscriptionEndsWithTheObjectThatOwnsItsBag() {
        final class Reader {
            var disposeBag = DisposeBag()
        }
        expectNoLeaks { tracker in
            let service = track(Variable(0))
            let log = Log<Int>()
            var reader: Reader? = track(Reader())
            if let reader {
                service.subscribe { [token = tracker.makeObject("closure")] new, _ in
                    _ = token
                    log(new)
                }.disposed(by: &reader.disposeBag)
            }
            service.value = 1
            reader = nil
            #expect(tracker.livingCount == 0)
            service.value = 2
            #expect(log.entries == [0, 1])
        }
    }

    @Test func aBagHoldsSubscriptionsToDifferentObservables() {
        let time = track(Variable("12:00"))
        let date = track(Variable(1))
        let log = Log<String>()
        var disposeBag = DisposeBag()
        time.asObservable.subscribe { newTime, oldTime in
            log("\(oldTime ?? "none") \(newTime)")
        }.disposed(by: &disposeBag)
        date.asObservable.subscribe { newDate, oldDate in
            log("\(oldDate ?? 0) \(newDate)")
        }.disposed(by: &disposeBag)
        time.value = "12:01"
        date.value = 2
        #expect(log.entries == ["none 12:00", "0 1", "12:00 12:01", "1 2"])
        #expect(disposeBag.count == 2)
    }
}

/// What the documentation says of code that is not run.
@Suite struct LightweightObservableArticleTests {
    @Test func theExampleIsTheOneThatIsRunHere() throws {
        try expectSwiftExamples(of: "Sources/LightweightObservable/LightweightObservable.docc/LightweightObservable.md")
    }

    @Test func anObservableCanBeNeitherMadeNorSet() throws {
        let output = try Compiler.diagnose(
            """
            @MainActor func make() { _ = Observable(1) }
            @MainActor func set() { Variable(1).asObservable.value = 2 }
            @MainActor func watch() { _ = Variable(1).asObservable.subscribe { new, old in print(new, old as Any) } }
            @MainActor func forget() { Variable(1).subscribe { new, old in print(new, old as Any) } }
            """, importing: "LightweightObservable")
        #expect(output.contains("error: 'Observable<T>' initializer is inaccessible"))
        #expect(output.contains("error: cannot assign to property: 'value' is a get-only property"))
        #expect(!output.contains("code.swift:4:"))
        #expect(output.contains("warning: result of call to 'subscribe' is unused"))
    }
}
