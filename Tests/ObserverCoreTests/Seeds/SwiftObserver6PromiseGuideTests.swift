import ObserverCore
import TestSupport
import Testing

/// The ways to use promises that the guide shows, with what it says of each.
@Suite("The guide to promises", .tracksLifetimes)
struct PromiseGuideTests {
    private let errands = Errands()

    private func fetchNumber() -> Promise<Int> { errands.fetch(7) }
    private func fetchText(for number: Int) -> Promise<String> { errands.fetch("No. \(number)") }

    @Test("Receive it once: the promise is held by nobody but the callback that fulfils it")
    func receiveOnce() {
        func identifier() -> Promise<Int> {
            Promise { promise in
                errands.later { promise.fulfill(5) }
            }
        }
        var received: [Int] = []
        identifier().whenFulfilled { identifier in received.append(identifier) }
        errands.runAll()
        #expect(received == [5])
    }

    @Test("Receive it again: before and long after the value has come")
    func receiveAgain() {
        let number = fetchNumber()
        var received: [String] = []
        number.whenFulfilled { received.append("early \($0)") }
        errands.runAll()
        number.whenFulfilled { received.append("late \($0)") }
        #expect(received == ["early 7", "late 7"])
    }

    @Test("Compose in sequence: the second promise depends on the value of the first")
    func sequence() {
        var received: [String] = []
        promise {
            fetchNumber()
        }.then {
            fetchText(for: $0)
        }.whenFulfilled {
            received.append($0)
        }
        errands.runAll()
        #expect(received == [])
        errands.runAll()
        #expect(received == ["No. 7"])
    }

    @Test("Compose concurrently: one round of callbacks is enough for both values")
    func concurrency() {
        var number: Int?
        var text: String?
        promise {
            fetchNumber()
        }.and {
            fetchText(for: 1)
        }.whenFulfilled {
            number = $0.0
            text = $0.1
        }
        errands.runAll()
        #expect(number == 7)
        #expect(text == "No. 1")
    }

    @Test("Map the value: whenFulfilled returns the promise, so that the chain goes on")
    func mapping() {
        var received: [String] = []
        promise {
            fetchNumber()
        }.whenFulfilled {
            received.append("number \($0)")
        }.map {
            "\($0)!"
        }.whenFulfilled {
            received.append("text \($0)")
        }
        errands.runAll()
        #expect(received == ["number 7", "text 7!"])
    }

    private struct NoSuchName: Error {}

    private func fetchResult(_ number: Int) -> ResultPromise<Int> {
        Promise { promise in
            errands.later {
                let result: Result<Int, any Error> = number > 0 ? .success(number) : .failure(NoSuchName())
                promise.fulfill(result)
            }
        }
    }

    @Test("Promise a result: handling success requires handling failure", arguments: [(1, "got 1"), (-1, "failed")])
    func result(number: Int, expected: String) {
        var received: [String] = []
        fetchResult(number).whenSucceeded { number in
            received.append("got \(number)")
        } failed: { error in
            received.append(error is NoSuchName ? "failed" : "unexpected")
        }
        errands.runAll()
        #expect(received == [expected])
    }

    @Test("Compose results: each step cares for success alone", arguments: [(2, 4), (0, nil)])
    func composedResults(number: Int, expected: Int?) {
        var failures = 0
        var received: [Result<Int, any Error>] = []
        let final: ResultPromise<Int> = promise {
            fetchResult(1)
        }.whenFailed { _ in
            failures += 1
        }.onSuccess { _ in
            fetchResult(3)
        }.mapSuccess {
            guard number > 0 else { throw NoSuchName() }
            return $0 + 1
        }
        final.whenFulfilled { received.append($0) }
        errands.runAll()
        errands.runAll()
        #expect(failures == 0)
        #expect(received.map { try? $0.get() } == [expected])
    }
}
