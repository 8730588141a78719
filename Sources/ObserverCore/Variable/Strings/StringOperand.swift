/// An operand that is concatenated like a string: a `String`, a variable of strings, an optional of either.
///
///     let name = Var("Ada")
///     let title: Var<String?>? = nil
///     let address = title + name + "!"    // "Ada!"
///
/// `nil` counts as the empty string. There is nothing to implement.
public protocol StringOperand {
    /// The string for which the operand stands, empty for `nil`.
    var string: String { get }
}

/// A string or an optional string: what a variable must hold so that it can be used like a string.
public protocol StringValue: StringOperand, Equatable {
    /// The string, empty for `nil`. Setting it replaces `nil`, too.
    var string: String { get set }
}

/// A variable of strings or optional strings. Only ``Variable`` conforms.
public protocol StringVariable: StringOperand, AnyObject {
    /// The string for which the value stands, empty for `nil`. Setting it sets the value.
    var string: String { get set }
}
