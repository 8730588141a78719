import ObserverCore
import TestSupport
import Testing

private enum Trouble: Error, Equatable {
    case small, large
}

@Suite("A promise that can fail", .tracksLifetimes)
struct ResultPromiseTests {
    let errands = Errands()

    /// Writes down in words what comes out of a promise.
    private func outcome(of promise: ResultPromise<Int>) -> () -> [String] {
        var log: [String] = []
        promise.whenSucceeded {
            log.append("value \($0)")
        } failed: {
            log.append("error \($0)")
        }
        return { log }
    }

    @Test("is fulfilled with a result, a value or an error")
    func fulfilling() {
        let promises = (0..<4).map { _ in track(ResultPromise<Int>()) }
        let outcomes = promises.map { outcome(of: $0) }
        promises[0].fulfill(Result.success(1))
        promises[1].fulfill(2)
        promises[2].fulfill(Trouble.small)
        promises[3].fulfill(.failure(Trouble.large))
        #expect(outcomes.map { $0() } == [["value 1"], ["value 2"], ["error small"], ["error large"]])
    }

    @Test("can be made fulfilled, with a result, a value or an error")
    func fulfilled() {
        let promises: [ResultPromise<Int>] = [
            .fulfilled(.success(1)), .fulfilled(2), .fulfilled(Trouble.small),
        ]
        #expect(promises.map { outcome(of: $0)() } == [["value 1"], ["value 2"], ["error small"]])
    }

    @Test("may name its type of error")
    func typedFailure() {
        let promise = track(Promise<Result<Int, Trouble>>())
        var received: Trouble?
        promise.whenFailed { received = $0 }
        promise.fulfill(Trouble.large)
        #expect(received == .large)
    }

    @Test("hands what the success closure throws to the failure closure")
    func throwingHandler() {
        var log: [String] = []
        let promise = ResultPromise<Int>.fulfilled(1)
        promise.whenSucceeded { _ in
            throw Trouble.small
        } failed: {
            log.append("\($0)")
        }
        #expect(log == ["small"])
        #expect(outcome(of: promise)() == ["value 1"])
    }

    @Test("whenFailed hears of failures only, and returns the promise")
    func whenFailed() {
        var log: [String] = []
        let good = ResultPromise<Int>.fulfilled(1)
        let bad = ResultPromise<Int>.fulfilled(Trouble.large)
        #expect(good.whenFailed { log.append("good \($0)") } === good)
        #expect(bad.whenFailed { log.append("bad \($0)") } === bad)
        #expect(log == ["bad large"])
    }

    @Test("whenSucceeded returns the promise")
    func whenSucceededChains() {
        let promise = track(ResultPromise<Int>())
        #expect(
            promise.whenSucceeded { _ in
            } failed: { _ in
            } === promise)
    }

    @Test("mapSuccess maps values, passes errors on and turns what is thrown into an error")
    func mapSuccess() {
        func half(_ number: Int) throws -> Int {
            guard number.isMultiple(of: 2) else { throw Trouble.small }
            return number / 2
        }
        #expect(outcome(of: ResultPromise<Int>.fulfilled(4).mapSuccess(half))() == ["value 2"])
        #expect(outcome(of: ResultPromise<Int>.fulfilled(5).mapSuccess(half))() == ["error small"])
        #expect(outcome(of: ResultPromise<Int>.fulfilled(Trouble.large).mapSuccess(half))() == ["error large"])
    }

    @Test("onSuccess goes on with another promise, passes errors on and turns what is thrown into an error")
    func onSuccess() {
        var calls = 0
        func next(_ number: Int) throws -> ResultPromise<Int> {
            calls += 1
            guard number != 0 else { throw Trouble.small }
            return errands.fetch(number > 0 ? .success(number * 2) : .failure(Trouble.large))
        }
        let outcomes = [
            outcome(of: ResultPromise<Int>.fulfilled(4).onSuccess(next)),
            outcome(of: ResultPromise<Int>.fulfilled(-1).onSuccess(next)),
            outcome(of: ResultPromise<Int>.fulfilled(0).onSuccess(next)),
            outcome(of: ResultPromise<Int>.fulfilled(Trouble.large).onSuccess(next)),
        ]
        #expect(outcomes.map { $0() } == [[], [], ["error small"], ["error large"]])
        errands.runAll()
        #expect(outcomes.map { $0() } == [["value 8"], ["error large"], ["error small"], ["error large"]])
        #expect(calls == 3)
    }

    @Test("skips the rest of a chain after a failure in the middle of it")
    func failureInTheMiddle() {
        var log: [String] = []
        promise {
            errands.fetch(Result<Int, any Error>.success(1))
        }.whenFailed {
            log.append("first: \($0)")
        }.onSuccess { _ -> ResultPromise<Int> in
            throw Trouble.small
        }.whenFailed {
            log.append("second: \($0)")
        }.mapSuccess { (number: Int) -> Int in
            log.append("mapped")
            return number
        }.whenSucceeded {
            log.append("third: \($0)")
        } failed: {
            log.append("third: \($0)")
        }
        errands.runAll()
        #expect(log == ["second: small", "third: small"])
    }
}
