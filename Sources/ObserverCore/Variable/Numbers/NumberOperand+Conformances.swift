extension Int: NumberValue {}
extension Int8: NumberValue {}
extension Int16: NumberValue {}
extension Int32: NumberValue {}
extension Int64: NumberValue {}
extension UInt: NumberValue {}
extension UInt8: NumberValue {}
extension UInt16: NumberValue {}
extension UInt32: NumberValue {}
extension UInt64: NumberValue {}
extension Float: NumberValue {}
extension Double: NumberValue {}

extension Optional: NumberOperand where Wrapped: NumberOperand {
    /// The number, or zero for `nil`.
    @inlinable
    public var number: Wrapped.Number {
        guard let self else { return 0 }
        return self.number
    }
}

extension Optional: NumberValue where Wrapped: NumberValue {
    /// Creates an optional that holds a number.
    @inlinable
    public init(number: Wrapped.Number) {
        self = Wrapped(number: number)
    }
}

extension Variable: NumberOperand, NumberVariable where Value: NumberValue {
    /// The number for which the value stands, zero for `nil`. Setting it sets the value, also where that is `nil`.
    ///
    /// - Complexity: Setting is O(n) for n observations and O(1) where there is none.
    @inlinable
    public var number: Value.Number {
        get { value.number }
        set { value = Value(number: newValue) }
    }
}

extension Optional where Wrapped: NumberVariable {
    /// The number of the variable, zero if there is none. Setting it without a variable has no effect.
    @inlinable
    public var number: Wrapped.Number {
        get { self?.number ?? 0 }
        nonmutating set { self?.number = newValue }
    }
}
