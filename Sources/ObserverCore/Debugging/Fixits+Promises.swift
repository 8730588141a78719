// Promises were observable objects in some earlier versions. What code for these says leads to what says it now.

extension Observer {
    /// A promise is no observable object.
    @available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
    public func observe<Value>(_ promise: Promise<Value>, receive: @escaping (Value) -> Void) {}

    /// A promise is no observable object.
    @available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
    public func observe<Value>(_ promise: Promise<Value>) -> ObservationTransformer<UntransformedMessages<Value>> {
        neverCalled()
    }
}

extension SharedFreeObserver {
    /// A promise is no observable object.
    @available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
    public func observe<Value>(_ promise: Promise<Value>, receive: @escaping (Value) -> Void) {}
}

/// A promise is no observable object.
@available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
public func observe<Value>(_ promise: Promise<Value>, receive: @escaping (Value) -> Void) {}

/// A promise is no observable object.
@available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
public func observe<Value>(_ promise: Promise<Value>) -> ObservationTransformer<UntransformedMessages<Value>> {
    neverCalled()
}

/// A promise is no observable object.
@available(*, unavailable, message: "A promise is no observable object: call 'whenFulfilled' on it.")
public func observeOnce<Value>(_ promise: Promise<Value>, receive: @escaping (Value) -> Void) {}

extension Promise {
    /// The former name of ``whenFulfilled(_:)``.
    @available(*, unavailable, renamed: "whenFulfilled(_:)")
    public func observed(_ receive: @escaping (Value) -> Void) {}

    /// The former name of ``whenFulfilled(_:)``.
    @available(*, unavailable, renamed: "whenFulfilled(_:)")
    public func observedOnce(_ receive: @escaping (Value) -> Void) {}

    /// The former name of ``whenFulfilled(_:)``.
    @available(*, unavailable, renamed: "whenFulfilled(_:)")
    public func whenCached(_ receive: @escaping (Value) -> Void) {}

    /// A promise keeps its value by itself.
    @available(
        *, unavailable, message: "A promise keeps its value: call 'whenFulfilled' on it as often as you need the value."
    )
    public func cache() -> Self { self }
}
