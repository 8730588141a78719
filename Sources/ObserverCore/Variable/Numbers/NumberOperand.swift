/// An operand of arithmetic that stands for a number: a number, a variable of numbers, an optional of either.
///
///     let mass = Var(2.5)
///     let payload: Var<Double?>? = nil
///     let total = mass + payload + 0.5    // 3.0
///
/// There is nothing to implement. To calculate with variables of a numeric type of your own, declare that the type
/// conforms to ``NumberValue``.
///
/// `nil` counts as zero. Both operands have the same type of number: what Swift does not convert by itself is not
/// converted here.
public protocol NumberOperand<Number> {
    /// The type of the number.
    associatedtype Number: Numeric, NumberValue where Number.Number == Number

    /// The number for which the operand stands, zero for `nil`.
    var number: Number { get }
}

/// A number or an optional number: what a variable must hold so that one can calculate with it.
///
/// A numeric type conforms by saying so, because the rest follows:
///
///     extension Ratio: NumberValue {}
public protocol NumberValue<Number>: NumberOperand, Equatable {
    /// Creates the value that stands for a number.
    init(number: Number)
}

/// A variable of numbers or optional numbers. Only ``Variable`` conforms.
public protocol NumberVariable<Number>: NumberOperand, AnyObject {
    /// The number for which the value stands, zero for `nil`. Setting it sets the value.
    var number: Number { get set }
}

extension NumberValue where Self: Numeric {
    /// The number itself.
    @inlinable
    public var number: Self { self }

    /// Creates a number that equals another.
    @inlinable
    public init(number: Self) {
        self = number
    }
}
