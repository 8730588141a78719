import ObserverCore
import TestSupport
import Testing

@Suite("While a promise passes its value on", .tracksLifetimes)
struct PromiseReentrancyTests {
    @Test("a new closure is called at once, before those that still wait")
    func waitingInside() {
        let promise = track(Promise<Int>())
        var received: [String] = []
        promise.whenFulfilled { value in
            received.append("a begins")
            promise.whenFulfilled { received.append("inner \($0)") }
            received.append("a ends \(value)")
        }
        promise.whenFulfilled { _ in received.append("b") }
        promise.fulfill(1)
        #expect(received == ["a begins", "inner 1", "a ends 1", "b"])
    }

    @Test("another promise can be fulfilled, and passes on its value before the first one goes on")
    func fulfillingAnother() {
        let first = track(Promise<Int>())
        let second = track(Promise<Int>())
        var received: [String] = []
        first.whenFulfilled { second.fulfill($0 + 1) }
        first.whenFulfilled { received.append("first \($0)") }
        second.whenFulfilled { received.append("second \($0)") }
        first.fulfill(1)
        #expect(received == ["second 2", "first 1"])
    }

    @Test("fulfilling it again does nothing")
    func fulfillingAgain() {
        let promise = track(Promise<Int>())
        var received: [Int] = []
        promise.whenFulfilled { value in
            received.append(value)
            promise.fulfill(value + 1)
        }
        promise.whenFulfilled { received.append($0) }
        promise.fulfill(1)
        #expect(received == [1, 1])
    }

    @Test("fulfilling the promise of a link before its turn makes the link do nothing")
    func overtakingALink() {
        let promise = track(Promise<Int>())
        var mapped: Promise<Int>?
        var received: [Int] = []
        promise.whenFulfilled { _ in mapped?.fulfill(-1) }
        mapped = promise.map { $0 * 10 }.whenFulfilled { received.append($0) }
        promise.fulfill(1)
        #expect(received == [-1])
    }

    @Test("two promises may wait for each other's closures")
    func mutual() {
        let first = track(Promise<Int>())
        let second = track(Promise<Int>())
        var received: [String] = []
        first.whenFulfilled { value in
            second.whenFulfilled { received.append("both \(value) \($0)") }
            second.fulfill(2)
        }
        second.whenFulfilled { value in
            first.whenFulfilled { received.append("back \($0) \(value)") }
        }
        first.fulfill(1)
        #expect(received == ["back 1 2", "both 1 2"])
    }
}
