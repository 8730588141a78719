// Of each operator, the forms with a plain number on one side give literals the right type: `variable + 1.5` is a
// `Float` where the variable holds one.

/// The sum of two operands, `nil` counting as zero.
@inlinable
public func + <L: NumberOperand, R: NumberOperand>(left: L, right: R) -> L.Number
where L.Number == R.Number {
    left.number + right.number
}

/// The sum of two operands, `nil` counting as zero.
@inlinable
public func + <L: NumberOperand>(left: L, right: L.Number) -> L.Number {
    left.number + right
}

/// The sum of two operands, `nil` counting as zero.
@inlinable
public func + <R: NumberOperand>(left: R.Number, right: R) -> R.Number {
    left + right.number
}

// MARK: - Assigning

/// Adds an operand to a value, `nil` counting as zero in both.
@inlinable
public func += <L: NumberValue, R: NumberOperand>(left: inout L, right: R)
where L.Number == R.Number {
    left = L(number: left.number + right.number)
}

/// Adds an operand to a value, `nil` counting as zero in both.
@inlinable
public func += <L: NumberValue>(left: inout L, right: L.Number) {
    left = L(number: left.number + right)
}

/// Adds an operand to the value of a variable, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func += <V: NumberValue, R: NumberOperand>(left: Variable<V>?, right: R)
where V.Number == R.Number {
    left?.number += right.number
}

/// Adds an operand to the value of a variable, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func += <V: NumberValue>(left: Variable<V>?, right: V.Number) {
    left?.number += right
}
