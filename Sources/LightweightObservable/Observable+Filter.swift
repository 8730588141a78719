extension Observable {
    /// The closure that decides whether a subscriber is called: it takes what the subscriber would be called with.
    public typealias Filter = (NewValue, OldValue) -> Bool

    /// Calls a closure with the current value and `nil`, at once, and then with the new and the old value of every
    /// change, but only where a filter returns `true`.
    ///
    /// The old value is the one before the change, whether or not the filter let that pass.
    ///
    /// Filters of your own are extensions that call this method:
    ///
    ///     extension Observable where T == Int {
    ///         func subscribeEven(_ observer: @escaping Observer) -> Disposable {
    ///             subscribe(filter: { new, _ in new.isMultiple(of: 2) }, observer: observer)
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - filter: Is asked before each call, also before the first.
    ///   - observer: Is called if the filter returned `true`.
    /// - Returns: The disposable, with whose life the subscription ends.
    /// - Complexity: O(1) amortised, besides the calls.
    @inlinable
    public func subscribe(filter: @escaping Filter, observer: @escaping Observer) -> Disposable {
        subscribe { new, old in
            guard filter(new, old) else { return }
            observer(new, old)
        }
    }
}
