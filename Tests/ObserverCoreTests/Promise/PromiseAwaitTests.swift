import ObserverCore
import TestSupport
import Testing

/// Lets all tasks of the main actor that can run do so.
@MainActor
private func letOthersRun() async {
    for _ in 0..<100 { await Task.yield() }
}

private final class Box {
    private let lifetime = trackedObject("box")
    var number = 0
}

private struct Trouble: Error {}

@MainActor
@Suite("Awaiting a promise", .tracksLifetimes, .timeLimit(.minutes(10)))
struct PromiseAwaitTests {
    @Test("returns the value of a fulfilled promise")
    func fulfilledBefore() async {
        let promise = track(Promise.fulfilled(42))
        #expect(await promise.value == 42)
    }

    @Test("waits for the value, in as many tasks as there are")
    func waiting() async {
        let promise = track(Promise<Int>())
        var received: [String] = []
        let tasks = (0..<3).map { index in
            Task { received.append("\(index): \(await promise.value)") }
        }
        await letOthersRun()
        #expect(received == [])
        promise.fulfill(1)
        #expect(received == [])
        for task in tasks { await task.value }
        #expect(received.sorted() == ["0: 1", "1: 1", "2: 1"])
    }

    @Test("hands over an object that is not Sendable")
    func nonSendable() async {
        let box = Box()
        let promise = track(Promise<Box>())
        let task = Task { await promise.value.number += 1 }
        await letOthersRun()
        promise.fulfill(box)
        await task.value
        box.number += 1
        #expect(box.number == 2)
    }

    @Test("works through a chain whose links nobody holds")
    func chain() async {
        let first = track(Promise<Int>())
        let task = Task { await first.map { $0 + 1 }.then { .fulfilled("\($0)") }.value }
        await letOthersRun()
        first.fulfill(1)
        #expect(await task.value == "2")
    }

    @Test("goes on after cancellation, as there is no other value to return")
    func cancelledValue() async {
        let promise = track(Promise<Int>())
        let task = Task { await promise.value }
        await letOthersRun()
        task.cancel()
        await letOthersRun()
        promise.fulfill(1)
        #expect(await task.value == 1)
    }

    @Test("returns or throws what a promise that can fail comes to")
    func results() async throws {
        #expect(try await ResultPromise<Int>.fulfilled(1).get() == 1)
        await #expect(throws: Trouble.self) { try await ResultPromise<Int>.fulfilled(Trouble()).get() }
        let promise = track(ResultPromise<Int>())
        let task = Task { try await promise.get() }
        await letOthersRun()
        promise.fulfill(2)
        #expect(try await task.value == 2)
    }

    @Test("for a result ends with the cancellation of the task, and can begin again")
    func cancelledResult() async throws {
        let promise = track(ResultPromise<Int>())
        let task = Task { try await promise.get() }
        let other = Task { try await promise.get() }
        await letOthersRun()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        promise.fulfill(3)
        #expect(try await other.value == 3)
        #expect(try await promise.get() == 3)
    }

    @Test("a result that is there is returned even in a cancelled task")
    func cancelledBefore() async throws {
        let task = Task { try await track(ResultPromise<Int>.fulfilled(4)).get() }
        task.cancel()
        #expect(try await task.value == 4)
    }

    @Test("holds the promise no longer than it takes")
    func lifetime() async {
        weak var promise: Promise<Int>?
        do {
            let held = track(Promise<Int>())
            promise = held
            let task = Task { await held.value }
            await letOthersRun()
            held.fulfill(1)
            _ = await task.value
        }
        await letOthersRun()
        #expect(promise == nil)
    }
}
