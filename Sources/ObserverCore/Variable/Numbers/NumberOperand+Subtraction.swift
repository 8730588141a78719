// See NumberOperand+Addition.swift for why there are several forms.

/// The difference of two operands, `nil` counting as zero.
@inlinable
public func - <L: NumberOperand, R: NumberOperand>(left: L, right: R) -> L.Number
where L.Number == R.Number {
    left.number - right.number
}

/// The difference of two operands, `nil` counting as zero.
@inlinable
public func - <L: NumberOperand>(left: L, right: L.Number) -> L.Number {
    left.number - right
}

/// The difference of two operands, `nil` counting as zero.
@inlinable
public func - <R: NumberOperand>(left: R.Number, right: R) -> R.Number {
    left - right.number
}

// MARK: - Assigning

/// Subtracts an operand from a value, `nil` counting as zero in both.
@inlinable
public func -= <L: NumberValue, R: NumberOperand>(left: inout L, right: R)
where L.Number == R.Number {
    left = L(number: left.number - right.number)
}

/// Subtracts an operand from a value, `nil` counting as zero in both.
@inlinable
public func -= <L: NumberValue>(left: inout L, right: L.Number) {
    left = L(number: left.number - right)
}

/// Subtracts an operand from the value of a variable, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func -= <V: NumberValue, R: NumberOperand>(left: Variable<V>?, right: R)
where V.Number == R.Number {
    left?.number -= right.number
}

/// Subtracts an operand from the value of a variable, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func -= <V: NumberValue>(left: Variable<V>?, right: V.Number) {
    left?.number -= right
}
