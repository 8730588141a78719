import ObserverCore
import TestSupport
import Testing

@Suite("A promise", .tracksLifetimes)
struct PromiseTests {
    @Test("passes the value on when it is fulfilled, not before")
    func fulfillLater() {
        let promise = track(Promise<Int>())
        var received: [Int] = []
        promise.whenFulfilled { received.append($0) }
        #expect(received == [])
        promise.fulfill(42)
        #expect(received == [42])
    }

    @Test("passes the value on at once where it is fulfilled already")
    func fulfilledBefore() {
        let promise = track(Promise.fulfilled(42))
        var received: [Int] = []
        promise.whenFulfilled { received.append($0) }
        promise.whenFulfilled { received.append($0 + 1) }
        #expect(received == [42, 43])
    }

    @Test("can be fulfilled by the closure it is made with")
    func fulfillAtOnce() {
        var received: Int?
        track(Promise<Int> { promise in promise.fulfill(7) }).whenFulfilled { received = $0 }
        #expect(received == 7)
    }

    @Test("tells its state")
    func state() {
        let promise = track(Promise<String> { _ in })
        guard case .unfulfilled = promise.state else {
            Issue.record("fulfilled by nobody")
            return
        }
        promise.fulfill("done")
        guard case .fulfilled("done") = promise.state else {
            Issue.record("unexpected state \(promise.state)")
            return
        }
    }

    @Test("keeps its first value")
    func secondFulfilment() {
        let promise = track(Promise<Int>())
        var received: [Int] = []
        promise.whenFulfilled { received.append($0) }
        promise.fulfill(1)
        promise.fulfill(2)
        promise.whenFulfilled { received.append($0) }
        #expect(received == [1, 1])
    }

    @Test("calls its closures in the order in which they were added", arguments: [2, 3, 100])
    func order(count: Int) {
        let promise = track(Promise<Void>())
        var received: [Int] = []
        for index in 0..<count { promise.whenFulfilled { received.append(index) } }
        promise.fulfill(())
        #expect(received == Array(0..<count))
    }

    @Test("is what waiting for it returns")
    func chaining() {
        let promise = track(Promise<Int>())
        var received: [String] = []
        let same =
            promise
            .whenFulfilled { received.append("first \($0)") }
            .whenFulfilled { received.append("second \($0)") }
        #expect(same === promise)
        promise.fulfill(1)
        #expect(received == ["first 1", "second 1"])
    }

    @Test("can be fulfilled by a closure that waits for another one")
    func fulfillAsCallback() {
        let source = track(Promise<Int>())
        let target = track(Promise<Int>())
        source.whenFulfilled(target.fulfill(_:))
        source.fulfill(5)
        var received: Int?
        target.whenFulfilled { received = $0 }
        #expect(received == 5)
    }

    @Test("may promise nothing but that something happens")
    func void() {
        let promise = track(Promise<Void>())
        var count = 0
        promise.whenFulfilled { count += 1 }
        promise.fulfill(())
        #expect(count == 1)
    }
}
