/// A promise of something that can fail.
///
///     func identifier() -> ResultPromise<Int> {
///         Promise { promise in
///             requestIdentifier { identifier, error in
///                 if let error { promise.fulfill(error) } else { promise.fulfill(identifier) }
///             }
///         }
///     }
public typealias ResultPromise<Value> = Promise<Result<Value, any Error>>

extension Promise {
    /// Fulfils the promise with a failure, as ``fulfill(_:)-(Value)`` does with a result.
    public func fulfill<Success, Failure: Error>(_ error: Failure) where Value == Result<Success, Failure> {
        fulfill(.failure(error))
    }

    /// Fulfils the promise with a success, as ``fulfill(_:)-(Value)`` does with a result.
    public func fulfill<Success, Failure: Error>(_ resultValue: Success) where Value == Result<Success, Failure> {
        fulfill(.success(resultValue))
    }

    /// A promise that is fulfilled already, with a failure.
    public static func fulfilled<Success, Failure: Error>(_ error: Failure) -> Promise
    where Value == Result<Success, Failure> {
        fulfilled(.failure(error))
    }

    /// A promise that is fulfilled already, with a success.
    public static func fulfilled<Success, Failure: Error>(_ resultValue: Success) -> Promise
    where Value == Result<Success, Failure> {
        fulfilled(.success(resultValue))
    }
}
