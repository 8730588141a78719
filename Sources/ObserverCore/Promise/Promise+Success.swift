extension Promise {
    /// Calls one closure with the value or another one with the error, as soon as there is either.
    ///
    /// - Parameters:
    ///   - handleSuccess: Takes the value. What it throws goes to the other closure.
    ///   - handleFailure: Takes the error.
    /// - Returns: This promise, so that a chain can go on. What `handleSuccess` throws does not change it.
    /// - Complexity: O(1) amortised.
    @discardableResult
    public func whenSucceeded<Success, Failure: Error>(
        _ handleSuccess: @escaping (Success) throws -> Void, failed handleFailure: @escaping (any Error) -> Void
    ) -> Self where Value == Result<Success, Failure> {
        whenFulfilled { result in
            do {
                try handleSuccess(result.get())
            } catch {
                handleFailure(error)
            }
        }
    }

    /// Calls a closure with the error as soon as there is one. A success is not reported.
    ///
    /// - Returns: This promise, so that a chain can go on.
    /// - Complexity: O(1) amortised.
    @discardableResult
    public func whenFailed<Success, Failure: Error>(_ handleFailure: @escaping (Failure) -> Void) -> Self
    where Value == Result<Success, Failure> {
        whenFulfilled { result in
            if case .failure(let error) = result { handleFailure(error) }
        }
    }

    /// Makes a second promise from the value of this one if it succeeds; ``then(_:)`` for promises that can fail.
    ///
    /// - Parameter nextPromise: Takes the value and returns the second promise. What it throws is the failure of the
    ///   returned promise. It is not called if this promise fails.
    /// - Returns: A promise that is fulfilled together with the second one, or fails with the error of this one.
    /// - Complexity: O(1) amortised.
    public func onSuccess<Success, Failure: Error, NextSuccess>(
        _ nextPromise: @escaping (Success) throws -> ResultPromise<NextSuccess>
    ) -> ResultPromise<NextSuccess> where Value == Result<Success, Failure> {
        then { result in
            do {
                return try nextPromise(result.get())
            } catch {
                return .fulfilled(.failure(error))
            }
        }
    }

    /// A promise of what a closure makes from the value if this promise succeeds; ``map(_:)`` for promises that can
    /// fail.
    ///
    /// - Parameter handleSuccess: Takes the value. What it throws is the failure of the returned promise. It is not
    ///   called if this promise fails.
    /// - Returns: A promise that fails with the error of this one, or with that which the closure throws.
    /// - Complexity: O(1) amortised.
    public func mapSuccess<Success, Failure: Error, NextSuccess>(
        _ handleSuccess: @escaping (Success) throws -> NextSuccess
    ) -> ResultPromise<NextSuccess> where Value == Result<Success, Failure> {
        map { result in
            Result { try handleSuccess(result.get()) }
        }
    }
}
