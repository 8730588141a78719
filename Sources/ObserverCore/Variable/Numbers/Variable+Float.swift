extension NumberValue where Number == Float {
    /// The number, zero for `nil`. Setting it replaces `nil`, too.
    @inlinable
    public var float: Float {
        get { number }
        set { self = Self(number: newValue) }
    }
}

extension Variable where Value: NumberValue, Value.Number == Float {
    /// The value as a `Float`, zero for `nil`. Setting it sets the value, also where that is `nil`.
    ///
    /// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
    @inlinable
    public var float: Float {
        get { number }
        set { number = newValue }
    }
}

extension Optional where Wrapped: NumberVariable, Wrapped.Number == Float {
    /// The value of the variable as a `Float`, zero if there is none. Setting it without a variable has no effect.
    @inlinable
    public var float: Float {
        get { number }
        nonmutating set { number = newValue }
    }
}
