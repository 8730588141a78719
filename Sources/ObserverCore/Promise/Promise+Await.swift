extension Promise {
    /// The value, for which the task waits where it is not there yet.
    ///
    ///     let identifier = await identifier().value
    ///
    /// The task stays in the isolation domain of the promise and its caller, so that neither the promise nor the value
    /// has to be `Sendable`. Tasks wait in one line with the closures that were passed to ``whenFulfilled(_:)``: each
    /// is scheduled to go on when it is its turn.
    ///
    /// Like `Task.value`, this goes on waiting when the waiting task is cancelled, because there is no value to return.
    /// It waits forever for a promise which nobody fulfils, for the waiting task keeps the promise alive. Where that
    /// may happen, promise a result and use ``get()``, which can be cancelled.
    ///
    /// - Complexity: O(1) amortised, apart from waiting.
    nonisolated(nonsending) public var value: Value {
        get async {
            while true {
                if case .fulfilled(let value) = state { return value }
                // The value is not handed over through the continuation, for which it had to leave the domain.
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    whenFulfilled { _ in continuation.resume() }
                }
            }
        }
    }

    /// The value of a promise that can fail, for which the task waits where it is not there yet.
    ///
    ///     let identifier = try await identifier().get()
    ///
    /// The task stays in the isolation domain of the promise and its caller; see ``value``.
    ///
    /// - Throws: The error with which the promise is fulfilled, or `CancellationError` if the waiting task is cancelled
    ///   before the promise is fulfilled. Then the promise can be waited for again; what remains of the first waiting, no
    ///   more than a closure, dies when the promise is fulfilled or dies.
    /// - Complexity: O(1) amortised, apart from waiting.
    nonisolated(nonsending) public func get<Success, Failure: Error>() async throws -> Success
    where Value == Result<Success, Failure> {
        while true {
            if case .fulfilled(let result) = state { return try result.get() }
            try Task.checkCancellation()
            // A stream of nothing is a signal that the fulfilment gives from here, cancellation from any thread.
            let (signal, continuation) = AsyncStream<Never>.makeStream()
            whenFulfilled { _ in continuation.finish() }
            for await _ in signal {}
        }
    }
}
