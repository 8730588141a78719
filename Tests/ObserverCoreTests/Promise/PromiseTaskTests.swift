import ObserverCore
import TestSupport
import Testing

private struct Trouble: Error {}

private final class Box {
    private let lifetime = trackedObject("box")
    var number = 0
}

@concurrent
private func compute(_ number: Int) async -> Int {
    await Task.yield()
    return number
}

private actor Counter {
    var count = 0
    let box = Box()

    func countInPromise() async -> Int {
        let promise = Promise {
            self.count += 1
            self.box.number += await compute(1)
            self.preconditionIsolated()
            self.count += 1
            return self.count
        }
        var received = 0
        promise.whenFulfilled { received = $0 }
        #expect(received == 0)
        let value = await promise.value
        #expect(received == value)
        return value + box.number
    }
}

@MainActor
@Suite("A promise made from an asynchronous closure", .tracksLifetimes, .timeLimit(.minutes(10)))
struct PromiseTaskTests {
    @Test("is fulfilled with what the closure returns")
    func value() async {
        let promise = track(Promise { await compute(42) })
        guard case .unfulfilled = promise.state else {
            Issue.record("fulfilled before the task had a chance")
            return
        }
        #expect(await promise.value == 42)
    }

    @Test("runs the closure and passes the value on where it was made, on the main actor")
    func isolation() async {
        let box = Box()
        var received: [Int] = []
        let promise = Promise<Box> {
            MainActor.preconditionIsolated()
            box.number += await compute(1)
            MainActor.preconditionIsolated()
            return box
        }
        promise.whenFulfilled {
            MainActor.preconditionIsolated()
            received.append($0.number)
        }
        box.number += 10
        #expect(await promise.value === box)
        #expect(received == [11])
    }

    @Test("runs the closure on the actor that made it")
    func onActor() async {
        #expect(await Counter().countInPromise() == 3)
    }

    @Test("fails with what the closure throws")
    func throwing() async throws {
        func risky(_ number: Int) async throws -> Int {
            guard number > 0 else { throw Trouble() }
            return await compute(number)
        }
        let good = track(Promise { try await risky(1) })
        let bad = track(Promise { try await risky(0) })
        var errors = 0
        bad.whenFailed { _ in errors += 1 }
        #expect(try await good.get() == 1)
        await #expect(throws: Trouble.self) { try await bad.get() }
        #expect(errors == 1)
    }

    @Test("works without anybody holding it, and is gone afterwards")
    func lifetime() async {
        weak var promise: Promise<Int>?
        let mapped: Promise<Int>
        do {
            let made = track(Promise { await compute(1) })
            promise = made
            mapped = made.map { $0 + 1 }
        }
        #expect(promise != nil)
        #expect(await mapped.value == 2)
        for _ in 0..<100 where promise != nil { await Task.yield() }
        #expect(promise == nil)
    }

    @Test("is fulfilled although the task that made it has been cancelled")
    func cancellation() async {
        let task = Task {
            let promise = track(Promise { Task.isCancelled })
            return await promise.value
        }
        task.cancel()
        #expect(await task.value == false)
    }
}
