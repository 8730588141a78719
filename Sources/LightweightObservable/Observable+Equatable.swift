extension Observable where T: Equatable {
    /// Calls a closure with the current value and `nil`, at once, and then with the new and the old value of every
    /// change that leads to another value than before.
    ///
    /// - Returns: The disposable, with whose life the subscription ends.
    /// - Complexity: O(1) amortised, besides the call.
    @inlinable
    public func subscribeDistinct(_ observer: @escaping Observer) -> Disposable {
        // With an optional T, the first old value still differs from every new one: it is nil one level further out.
        subscribe(filter: { new, old in new != old }, observer: observer)
    }
}
