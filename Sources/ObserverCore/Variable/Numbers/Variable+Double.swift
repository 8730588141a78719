extension NumberValue where Number == Double {
    /// The number, zero for `nil`. Setting it replaces `nil`, too.
    @inlinable
    public var double: Double {
        get { number }
        set { self = Self(number: newValue) }
    }
}

extension Variable where Value: NumberValue, Value.Number == Double {
    /// The value as a `Double`, zero for `nil`. Setting it sets the value, also where that is `nil`.
    ///
    /// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
    @inlinable
    public var double: Double {
        get { number }
        set { number = newValue }
    }
}

extension Optional where Wrapped: NumberVariable, Wrapped.Number == Double {
    /// The value of the variable as a `Double`, zero if there is none. Setting it without a variable has no effect.
    @inlinable
    public var double: Double {
        get { number }
        nonmutating set { number = newValue }
    }
}
