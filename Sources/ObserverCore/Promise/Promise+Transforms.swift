extension Promise {
    /// A promise of what a closure makes from the value.
    ///
    /// - Parameter map: Is called once, at once if this promise is fulfilled already, and never if it dies unfulfilled.
    /// - Returns: A promise that is fulfilled together with this one, and dies with it if nobody holds it.
    /// - Complexity: O(1) amortised.
    public func map<Mapped>(_ map: @escaping (Value) -> Mapped) -> Promise<Mapped> {
        linked { value, target in target.settle(map(value)) }
    }

    /// A promise of the wrapped value, or of a default where this one is fulfilled with `nil`.
    ///
    /// - Complexity: O(1) amortised.
    public func unwrap<Wrapped>(_ defaultValue: Wrapped) -> Promise<Wrapped> where Value == Wrapped? {
        map { $0 ?? defaultValue }
    }

    /// A promise of the new value of a promised update.
    ///
    /// - Complexity: O(1) amortised.
    public func new<UpdateValue>() -> Promise<UpdateValue> where Value == Update<UpdateValue> {
        map { $0.new }
    }
}
