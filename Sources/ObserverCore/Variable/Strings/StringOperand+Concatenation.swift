/// Concatenates two operands, `nil` counting as the empty string.
///
/// - Complexity: O(m) for m bytes in both.
@inlinable
public func + <L: StringOperand, R: StringOperand>(left: L, right: R) -> String {
    left.string + right.string
}

// MARK: - Assigning

/// Appends an operand to a string or an optional string, `nil` counting as the empty string in both.
///
/// - Complexity: O(m) for m bytes in both.
@inlinable
public func += <L: StringValue, R: StringOperand>(left: inout L, right: R) {
    left.string += right.string
}

/// Appends an operand to the value of a variable, `nil` counting as the empty string in both.
///
/// Observers get one update, or none if the value remains the same. Without a variable nothing happens.
///
/// - Complexity: O(m) for m bytes in both, and O(n) for n observations.
@inlinable
public func += <V: StringValue, R: StringOperand>(left: Variable<V>?, right: R) {
    left?.string += right.string
}
