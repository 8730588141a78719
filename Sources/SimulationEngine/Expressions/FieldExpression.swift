/// A number or truth value for each node, as a formula over the fields of a model.
///
///     let energy = try FieldExpression("0.5 * mass * (vx^2 + vy^2)", for: gas, constants: ["mass": 2])
///     let isFast = try FieldExpression("abs(vx) > 3 and not (x < 0)", for: gas)
///
/// An `ExpressionEvaluator` computes it; a ``Reduction`` makes a quantity of it.
///
/// ## What can be written
/// From what binds weakest to what binds strongest:
///
/// | written | meaning |
/// |---|---|
/// | `or`, `\|\|` | either truth value or both |
/// | `and`, `&&` | both truth values |
/// | `not`, `!` | the opposite |
/// | `==` `!=` `<` `<=` `>` `>=` | comparisons of numbers; the first two of truth values, too |
/// | `+` `-` | sum and difference |
/// | `*` `/` | product and quotient |
/// | `-` before an operand | opposite sign: `-x^2` is −(*x*²) |
/// | `^` | power, from right to left: `2^3^2` is 2⁹. Whole exponents up to 32 multiply |
///
/// The functions of numbers are `abs`, `sqrt`, `exp`, `log` (the natural one), `log10`, `expm1` (exp(*x*) − 1), `log1p` (log(1 + *x*)), `sin`, `cos`, `tan`, `asin`, `acos`, `atan`,
/// `sinh`, `cosh`, `tanh`, `floor`, `ceil`, `round` (halves away from 0), `sign` (−1, 0 or 1), `atan2(y, x)`,
/// `hypot(x, y)`, `mod(a, b)` (the rest with the sign of *b*), and `min` and `max` of two numbers or more, which are not
/// a number if one of them is not. `if(condition, a, b)` computes *a* and *b* and takes one. `spline(x, x0, y0, x1, y1, …)` is the
/// natural cubic spline through points, numbers in ascending order of *x*, and not a number beyond them.
///
/// Vectors are lists of numbers, `[x, y, z]`, and fields whose names begin alike up to a point: `r` of `r.x` and `r.y`. They have sums and
/// differences, products with and quotients by numbers, `if`, and the functions `dot(a, b)`, `norm(a)`, `distance(a, b)`, which is
/// `norm(a - b)`, and `cross(a, b)`, of two components a number. They are computed component by component, as if these were written down,
/// sums of products in their order, and `norm` is the root of such a sum, so that it is infinite where squares are: beyond some 10¹⁵⁴.
///
/// Names are those of fields, of given constants, `pi`, `e`, `node` (the node's number) and `time`; the earlier goes
/// before the later where they are the same. Hyphens in names are written as underscores. Angles are in radians;
/// operations out of their range give what IEEE 754 says.
///
/// The truth of anything said of a number that is not a number is unknown: each comparison with it, `!=` included, `not` of what
/// is unknown, and `and` and `or` where the other truth value does not decide by itself, as `false and …` and `true or …` do (S.
/// C. Kleene, *On notation for ordinal numbers*, 1938, DOI 10.2307/2267778). `if` of an unknown condition is not a number, or
/// unknown. A condition that is unknown holds of nobody, and neither does its opposite.
public struct FieldExpression: Equatable, Sendable {
    /// The kind of value that an expression gives for each node.
    public enum Kind: Sendable {
        /// A number.
        case number

        /// A truth value.
        case truth
    }

    /// The longest text that can be an expression, in bytes of UTF-8.
    package static let longestText = 10_000

    /// The most levels of parentheses, functions, operators and signs within each other. Operators of the same
    /// precedence side by side are on one level, but for powers.
    package static let deepestNesting = 64

    /// The text.
    public let text: String

    /// The kind of value that it gives.
    public let kind: Kind

    /// The names of the fields of the model.
    public let fields: [String]

    /// The fields that it reads, as indices into ``fields`` in ascending order.
    package let usedFields: [Int]

    /// True if it depends on the time.
    package let usesTime: Bool

    /// True if it depends on the number of the node.
    package let usesNode: Bool

    let program: ExpressionProgram

    /// Reads an expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - fields: The names of the fields of the model, in its order.
    ///   - constants: Names that stand for numbers.
    ///   - vectors: Names that stand for vectors unless they stand for something else, with the fields that are their components, which
    ///     are called `x`, `y` and `z` behind a point.
    /// - Throws: ``ExpressionError``: the first problem, in the formula, or, at its beginning, of a vector of unknown fields.
    /// - Complexity: O(length of the text + number of names).
    public init(
        _ text: String, fields: [String], constants: [String: Double] = [:], vectors: [String: [String]] = [:]
    ) throws(ExpressionError) {
        try self.init(text, fields: fields, constants: constants, vectors: vectors, units: nil, in: nil)
    }

    /// Reads a formula of a vector.
    ///
    ///     let force = try FieldExpression.components(
    ///         3, of: "charge * cross(velocity, [0, 0, 2])", fields: ["vx", "vy", "vz", "charge"],
    ///         vectors: ["velocity": ["vx", "vy", "vz"]])
    ///
    /// - Parameters:
    ///   - count: How many components it must have, two or more. The number 0 has as many.
    ///   - text: The formula.
    ///   - fields: The names of the fields of the model, in its order.
    ///   - constants: Names that stand for numbers.
    ///   - vectors: Names that stand for vectors, as of a single expression.
    /// - Returns: An expression for each component.
    /// - Throws: ``ExpressionError``: the first problem, as of a single expression.
    /// - Complexity: O(length of the text + number of names) for each component.
    public static func components(
        _ count: Int, of text: String, fields: [String], constants: [String: Double] = [:],
        vectors: [String: [String]] = [:]
    ) throws(ExpressionError) -> [FieldExpression] {
        precondition(count >= 2, "a vector has two components or more")
        var formulas = Formulas(inputs: fields, constants: constants)
        try formulas.define(vectors)
        let vector = try formulas.read(text, as: .vector(count: count))
        return vector.components.map { FieldExpression(text, fields: fields, program: formulas.program(of: [$0])) }
    }

    /// Reads an expression over numbers none of which is the component of a vector, whatever their names are.
    package init(_ text: String, ofNumbers names: [String], constants: [String: Double]) throws(ExpressionError) {
        try self.init(
            text, of: Formulas(inputs: names, constants: constants, joinsComponents: false), fields: names, in: nil)
    }

    /// Reads an expression whose numbers may have units, and which is in a unit itself, if it is given.
    package init(
        _ text: String, fields: [String], constants: [String: Double], vectors: [String: [String]] = [:],
        units: FormulaUnits?, in unit: PhysicalUnit?
    ) throws(ExpressionError) {
        var formulas = Formulas(inputs: fields, constants: constants, units: units)
        try formulas.define(vectors)
        try self.init(text, of: formulas, fields: fields, in: unit)
    }

    private init(
        _ text: String, of formulas: Formulas, fields: [String], in unit: PhysicalUnit?
    ) throws(ExpressionError) {
        var formulas = formulas
        let formula = try formulas.read(text, in: unit)
        self.text = text
        self.fields = fields
        kind = formula.kind
        program = formulas.program(of: [formula])
        usedFields = program.usedFields
        usesTime = program.usesTime
        usesNode = program.usesNode
    }

    /// An expression that is not read but made: the number that a program computes.
    init(_ text: String, fields: [String], program: ExpressionProgram) {
        self.text = text
        self.fields = fields
        self.program = program
        kind = .number
        usedFields = program.usedFields
        usesTime = program.usesTime
        usesNode = program.usesNode
    }
}
