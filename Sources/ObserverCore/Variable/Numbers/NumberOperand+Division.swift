// See NumberOperand+Addition.swift for why there are several forms.

/// The integer quotient of two operands, rounded towards zero, `nil` counting as zero.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func / <L: NumberOperand, R: NumberOperand>(left: L, right: R) -> L.Number
where L.Number == R.Number, L.Number: BinaryInteger {
    left.number / right.number
}

/// The integer quotient of two operands, rounded towards zero, `nil` counting as zero.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func / <L: NumberOperand>(left: L, right: L.Number) -> L.Number where L.Number: BinaryInteger {
    left.number / right
}

/// The integer quotient of two operands, rounded towards zero, `nil` counting as zero.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func / <R: NumberOperand>(left: R.Number, right: R) -> R.Number where R.Number: BinaryInteger {
    left / right.number
}

/// The floating-point quotient of two operands, `nil` counting as zero: division by it yields an infinity or `nan`.
@inlinable
public func / <L: NumberOperand, R: NumberOperand>(left: L, right: R) -> L.Number
where L.Number == R.Number, L.Number: FloatingPoint {
    left.number / right.number
}

/// The floating-point quotient of two operands, `nil` counting as zero: division by it yields an infinity or `nan`.
@inlinable
public func / <L: NumberOperand>(left: L, right: L.Number) -> L.Number where L.Number: FloatingPoint {
    left.number / right
}

/// The floating-point quotient of two operands, `nil` counting as zero: division by it yields an infinity or `nan`.
@inlinable
public func / <R: NumberOperand>(left: R.Number, right: R) -> R.Number where R.Number: FloatingPoint {
    left / right.number
}

// MARK: - Assigning

/// Divides a value by an operand, `nil` counting as zero in both.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func /= <L: NumberValue, R: NumberOperand>(left: inout L, right: R)
where L.Number == R.Number, L.Number: BinaryInteger {
    left = L(number: left.number / right.number)
}

/// Divides a value by an operand, `nil` counting as zero in both.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func /= <L: NumberValue>(left: inout L, right: L.Number)
where L.Number: BinaryInteger {
    left = L(number: left.number / right)
}

/// Divides the value of a variable by an operand, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func /= <V: NumberValue, R: NumberOperand>(left: Variable<V>?, right: R)
where V.Number == R.Number, V.Number: BinaryInteger {
    left?.number /= right.number
}

/// Divides the value of a variable by an operand, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
///
/// - Precondition: The divisor is not zero, nor `nil`, and the quotient can be represented, as for Swift's own division of
///   integers.
@inlinable
public func /= <V: NumberValue>(left: Variable<V>?, right: V.Number)
where V.Number: BinaryInteger {
    left?.number /= right
}

/// Divides a value by an operand, `nil` counting as zero in both.
@inlinable
public func /= <L: NumberValue, R: NumberOperand>(left: inout L, right: R)
where L.Number == R.Number, L.Number: FloatingPoint {
    left = L(number: left.number / right.number)
}

/// Divides a value by an operand, `nil` counting as zero in both.
@inlinable
public func /= <L: NumberValue>(left: inout L, right: L.Number)
where L.Number: FloatingPoint {
    left = L(number: left.number / right)
}

/// Divides the value of a variable by an operand, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func /= <V: NumberValue, R: NumberOperand>(left: Variable<V>?, right: R)
where V.Number == R.Number, V.Number: FloatingPoint {
    left?.number /= right.number
}

/// Divides the value of a variable by an operand, `nil` counting as zero in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
@inlinable
public func /= <V: NumberValue>(left: Variable<V>?, right: V.Number)
where V.Number: FloatingPoint {
    left?.number /= right
}
