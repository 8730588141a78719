extension String: StringValue {
    /// The string itself.
    @inlinable
    public var string: String {
        get { self }
        set { self = newValue }
    }
}

extension Optional: StringOperand where Wrapped: StringOperand {
    /// The string, or the empty one for `nil`.
    @inlinable
    public var string: String { self?.string ?? "" }
}

extension Optional where Wrapped: StringVariable {
    /// The string of the variable, empty if there is none. Setting it without a variable has no effect.
    @inlinable
    public var string: String {
        get { self?.string ?? "" }
        nonmutating set { self?.string = newValue }
    }
}

extension Variable: StringOperand, StringVariable where Value: StringValue {
    /// The string for which the value stands, empty for `nil`. Setting it sets the value, also where that is `nil`.
    ///
    /// - Complexity: Setting compares the strings, which is O(m) for m bytes, and tells n observers, which is O(n).
    @inlinable
    public var string: String {
        get { value.string }
        set { value.string = newValue }
    }
}

extension Optional: StringValue where Wrapped == String {
    /// The string, or the empty one for `nil`. Setting it replaces `nil`, too.
    @inlinable
    public var string: String {
        get { self ?? "" }
        set { self = newValue }
    }
}
