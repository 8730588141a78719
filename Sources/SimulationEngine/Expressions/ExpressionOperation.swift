import CKernels

/// The operation of one instruction of a compiled expression. Truth values are the numbers 1 and 0, and not a number where the
/// truth is unknown, by the rules of Kleene's logic of three values.
///
/// These are the operations of the kernel `ek_run`, in its order, but for those at its end that do two at once.
enum ExpressionOperation: Int32, Sendable {
    case copy
    // Of numbers.
    case add, subtract, multiply, divide, negate, square
    // Of two operations, which programs have in their place.
    case multiplyAdd, multiplySubtract, subtractProduct
    // Of numbers, to a truth value.
    case equal, notEqual, less, lessOrEqual
    // Of truth values.
    case and, or, not
    // Of a truth value and two numbers or truth values.
    case select
    // Functions of numbers.
    case abs, sqrt, floor, ceil, round, sign, min, max, mod
    case exp, log, log10, power, expm1, log1p, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, hypot
    // The derivative of an order of a spline.
    case spline
}

extension ExpressionOperation {
    /// How many operands it reads.
    var operandCount: Int {
        switch self {
        case .copy, .negate, .square, .not, .abs, .sqrt, .exp, .log, .log10, .expm1, .log1p, .sin, .cos, .tan, .asin,
            .acos, .atan,
            .sinh, .cosh, .tanh, .floor, .ceil, .round, .sign:
            1
        case .add, .subtract, .multiply, .divide, .power, .equal, .notEqual, .less, .lessOrEqual, .and, .or, .min, .max,
            .mod, .hypot, .atan2:
            2
        case .multiplyAdd, .multiplySubtract, .subtractProduct, .select, .spline: 3
        }
    }

    /// The result of the operation on numbers, of which there are as many as it reads.
    func result(of operands: [Double]) -> Double {
        let lanes = Int(ek_lanes)
        var numbers = (operands + [0]).flatMap { [Double](repeating: $0, count: lanes) }
        let last = Int32(operands.count - 1)
        let instruction = ek_instruction(
            operation: rawValue, result: Int32(operands.count), a: 0, b: Swift.min(1, last), c: last)
        return numbers.withUnsafeMutableBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return .nan }
            var slots = (0...operands.count).map {
                ek_slot(numbers: first + $0 * lanes, step: 0, is_full: 0, base: nil)
            }
            withUnsafePointer(to: instruction) { ek_run(k_best_instruction_set(), $0, 1, &slots, 1) }
            return numbers[operands.count * lanes]
        }
    }
}

/// A function that an expression can call.
struct ExpressionFunction: Sendable {
    let name: String
    let operation: ExpressionOperation

    /// The number of arguments; ``folds`` if there may be more than these.
    let arity: Int

    /// True if it takes two or more arguments, of which it makes one from left to right.
    let folds: Bool

    private init(_ name: String, _ operation: ExpressionOperation, arity: Int = 1, folds: Bool = false) {
        self.name = name
        self.operation = operation
        self.arity = arity
        self.folds = folds
    }

    /// How many arguments it takes, in words.
    var expectedArguments: String {
        if operation == .spline { return "a number and two points or more, of two numbers each" }
        if folds { return "two or more arguments" }
        return ["no argument", "one argument", "two arguments", "three arguments"][arity]
    }

    func accepts(_ count: Int) -> Bool {
        if operation == .spline { return count >= arity && count % 2 == 1 }
        return folds ? count >= arity : count == arity
    }

    static func named(_ name: String) -> ExpressionFunction? {
        all.first { $0.name == name }
    }

    /// In the order in which they are listed for users.
    static let all: [ExpressionFunction] = [
        ExpressionFunction("abs", .abs), ExpressionFunction("sqrt", .sqrt), ExpressionFunction("exp", .exp),
        ExpressionFunction("log", .log), ExpressionFunction("log10", .log10), ExpressionFunction("expm1", .expm1),
        ExpressionFunction("log1p", .log1p), ExpressionFunction("sin", .sin),
        ExpressionFunction("cos", .cos), ExpressionFunction("tan", .tan), ExpressionFunction("asin", .asin),
        ExpressionFunction("acos", .acos), ExpressionFunction("atan", .atan),
        ExpressionFunction("atan2", .atan2, arity: 2), ExpressionFunction("sinh", .sinh),
        ExpressionFunction("cosh", .cosh), ExpressionFunction("tanh", .tanh), ExpressionFunction("floor", .floor),
        ExpressionFunction("ceil", .ceil), ExpressionFunction("round", .round), ExpressionFunction("sign", .sign),
        ExpressionFunction("min", .min, arity: 2, folds: true),
        ExpressionFunction("max", .max, arity: 2, folds: true),
        ExpressionFunction("mod", .mod, arity: 2), ExpressionFunction("hypot", .hypot, arity: 2),
        ExpressionFunction("spline", .spline, arity: 5), ExpressionFunction("if", .select, arity: 3),
    ]
}
