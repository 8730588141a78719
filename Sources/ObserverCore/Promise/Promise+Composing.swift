/// Returns the promise that a closure returns, so that a chain of promises begins like it goes on.
///
///     promise {
///         identifier()
///     }.then { identifier in
///         name(of: identifier)
///     }.whenFulfilled { name in … }
///
/// - Parameter promise: Is called at once.
/// - Returns: The promise of the closure.
public func promise<Value>(_ promise: () -> Promise<Value>) -> Promise<Value> {
    promise()
}

extension Promise {
    /// Makes a second promise from the value of this one, when that is there.
    ///
    /// - Parameter nextPromise: Takes the value of this promise and returns the second one. It is called once, at once
    ///   if this promise is fulfilled already, and never if this promise dies unfulfilled.
    /// - Returns: A promise that is fulfilled together with the second one.
    /// - Complexity: O(1) amortised.
    public func then<NextValue>(_ nextPromise: @escaping (Value) -> Promise<NextValue>) -> Promise<NextValue> {
        linked { value, target in nextPromise(value).forward(to: target) }
    }

    /// Combines this promise with another one that does not depend on it.
    ///
    /// - Parameter concurrentPromise: Returns the other promise. It is called at once, without waiting for this one.
    /// - Returns: A promise of both values, which is fulfilled when the latter of the two is. It dies if either of them
    ///   dies unfulfilled and the other one has passed on its value or died as well.
    /// - Complexity: O(1) amortised.
    public func and<ConcurrentValue>(
        _ concurrentPromise: () -> Promise<ConcurrentValue>
    ) -> Promise<(Value, ConcurrentValue)> {
        let parts = PromiseParts<Value, ConcurrentValue>()
        let both = linked { value, both in
            parts.first = value
            return parts.settleIfComplete(both)
        }
        concurrentPromise().link(to: both) { value, both in
            parts.second = value
            return parts.settleIfComplete(both)
        }
        return both
    }
}

/// The values that a combined promise waits for, as far as they have come.
private final class PromiseParts<First, Second> {
    var first: First?
    var second: Second?

    func settleIfComplete(_ both: Promise<(First, Second)>) -> (any SettledPromise)? {
        guard let first, let second else { return nil }
        return both.settle((first, second))
    }
}
