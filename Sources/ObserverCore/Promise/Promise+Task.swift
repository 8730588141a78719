extension Promise {
    /// Promises the value that an asynchronous closure is going to return.
    ///
    ///     let population = Promise { await census.count() }
    ///     population.whenFulfilled { … }
    ///
    /// The closure runs in a new task, which belongs to the actor of the caller. So it may use whatever the caller may
    /// use, `Sendable` or not, and the promise is fulfilled where it was made. The task begins when the actor is free,
    /// so not before the caller returns or awaits something.
    ///
    /// A caller that belongs to no actor has no place where the task could fulfil the promise without a data race:
    /// there this initialiser does not compile. Await the closure's work directly instead.
    ///
    /// The task keeps the promise alive and runs to its end, whether or not anybody waits. Nothing cancels it, neither
    /// the death of those who wait nor the cancellation of the task that made the promise.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller. Leave this to the default.
    ///   - operation: Is called once and returns the value.
    public convenience init(
        isolation: isolated any Actor = #isolation,
        _ operation: nonisolated(nonsending) @escaping () async -> Value
    ) {
        self.init()
        Task {
            // A task belongs to the actor which its closure captures as an isolated parameter.
            _ = isolation
            self.fulfill(await operation())
        }
    }

    /// Promises the value that an asynchronous closure is going to return, or the error that it is going to throw.
    ///
    ///     let population = Promise { try await census.count() }
    ///     population.whenSucceeded { … } failed: { … }
    ///
    /// See ``init(isolation:_:)-(_,()->Value)`` for where the closure runs and what ends it.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller. Leave this to the default.
    ///   - operation: Is called once and returns the value or throws.
    public convenience init<Success>(
        isolation: isolated any Actor = #isolation,
        _ operation: nonisolated(nonsending) @escaping () async throws -> Success
    ) where Value == Result<Success, any Error> {
        self.init()
        Task {
            _ = isolation
            do {
                self.fulfill(.success(try await operation()))
            } catch {
                self.fulfill(.failure(error))
            }
        }
    }
}
