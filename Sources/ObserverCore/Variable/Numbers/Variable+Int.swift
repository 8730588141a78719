extension NumberValue where Number == Int {
    /// The number, zero for `nil`. Setting it replaces `nil`, too.
    @inlinable
    public var int: Int {
        get { number }
        set { self = Self(number: newValue) }
    }
}

extension Variable where Value: NumberValue, Value.Number == Int {
    /// The value as an `Int`, zero for `nil`. Setting it sets the value, also where that is `nil`.
    ///
    /// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
    @inlinable
    public var int: Int {
        get { number }
        set { number = newValue }
    }
}

extension Optional where Wrapped: NumberVariable, Wrapped.Number == Int {
    /// The value of the variable as an `Int`, zero if there is none. Setting it without a variable has no effect.
    @inlinable
    public var int: Int {
        get { number }
        nonmutating set { number = newValue }
    }
}
