/// An error in the text of an expression, and its place.
public struct ExpressionError: Error, Equatable, Sendable {
    /// The problem.
    public let problem: Problem

    /// Where the offending text begins, in bytes of UTF-8 from the beginning of the expression.
    public let offset: Int

    /// The length of the offending text in bytes of UTF-8: 0 where something is missing.
    public let length: Int

    /// Creates an error.
    public init(problem: Problem, offset: Int, length: Int) {
        self.problem = problem
        self.offset = offset
        self.length = length
    }

    /// The error with only some of the names that it says may be used.
    package func offering(_ isOffered: (String) -> Bool) -> ExpressionError {
        let problem: Problem
        switch self.problem {
        case .unknownName(let name, let known): problem = .unknownName(name, known: known.filter(isOffered))
        case .unitWithoutName(let name, let known): problem = .unitWithoutName(name, known: known.filter(isOffered))
        default: return self
        }
        return ExpressionError(problem: problem, offset: offset, length: length)
    }

    /// The kinds of problem.
    public enum Problem: Equatable, Sendable {
        /// Nothing but white space.
        case empty

        /// More bytes than the limit.
        case tooLong(limit: Int)

        /// Parentheses, functions, powers or signs within each other, more than the limit.
        case tooDeep(limit: Int)

        /// A character that no expression has.
        case unexpectedCharacter(String)

        /// A number beyond the range of `Double`.
        case numberOutOfRange(String)

        /// An operator that is written otherwise.
        case foreignOperator(String, meant: String)

        /// A name that is written otherwise.
        case foreignName(String, meant: String)

        /// A power of a negative number whose exponent is not whole.
        case powerOfNegative(exponent: Double)

        /// A number, a name or an opening parenthesis is missing before what was found, or at the end if that is `nil`.
        case missingOperand(found: String?)

        /// Two operands without an operator between them; what was found instead.
        case missingOperator(found: String)

        /// An opening parenthesis without a closing one.
        case unclosedParenthesis

        /// A closing parenthesis without an opening one.
        case unopenedParenthesis

        /// A comma that does not stand between the arguments of a function.
        case misplacedComma

        /// A name that is neither a field nor a constant; those that are.
        case unknownName(String, known: [String])

        /// A name that would be that of a unit, of which this formula knows none; those that it may use.
        case unitWithoutName(String, known: [String])

        /// A name that stands for a formula that could not be read.
        case refusedName(String)

        /// A name before parentheses that is not a function's; those that are.
        case unknownFunction(String, known: [String])

        /// A function whose name stands for something else, which goes before it.
        case hiddenFunction(String)

        /// A function without parentheses.
        case functionWithoutArguments(String)

        /// A function with too few or too many arguments.
        case wrongArgumentCount(function: String, expected: String, found: Int)

        /// A truth value where an operator or function needs a number.
        case numberExpected(by: String)

        /// A number where an operator or function needs a truth value.
        case truthExpected(by: String)

        /// A number and a truth value where both must be of the same kind.
        case mixedKinds(by: String)

        /// Comparisons in a chain, such as `0 < x < 1`.
        case chainedComparison

        /// A point of a spline that is not always the same.
        case variablePoint

        /// Points of a spline that are not one behind the other.
        case unorderedPoints

        /// An earlier value where formulas may say none.
        case noDelays

        /// An earlier value of something of which none are known.
        case notDelayable

        /// A delay that changes by itself.
        case changingDelay

        /// A delay that is always the same, and not a time after 0.
        case delayNotPositive(Double)

        /// Numbers in units of different kinds where they must be of the same.
        case unlikeUnits(by: String, [String])

        /// A number with a unit where there must be none.
        case unitWithin(String, unit: String)

        /// A number with a unit to the power of something that is not always the same number.
        case powerOfUnit(unit: String)

        /// A formula whose unit is of another kind than that of what it is.
        case wrongUnit(String, expected: String)

        /// A vector where an operator or function needs a number.
        case numberNotVector(by: String, count: Int)

        /// A vector where an operator or function needs a truth value.
        case truthNotVector(by: String)

        /// A number or a truth value where a function needs a vector.
        case vectorExpected(by: String)

        /// A vector and something else where there must be two vectors or none.
        case mixedShapes(by: String)

        /// Vectors of different numbers of components.
        case unlikeCounts(by: String, [Int])

        /// A product of two vectors, of which there are several.
        case productOfVectors

        /// Something that is divided by a vector.
        case divisionByVector

        /// A cross product of vectors that have none.
        case crossProduct(count: Int)

        /// A component that a vector does not have; those that it has.
        case unknownComponent(String, of: String, known: [String])

        /// A list of less than two components.
        case shortVector

        /// An opening bracket without a closing one.
        case unclosedBracket

        /// A closing bracket without an opening one.
        case unopenedBracket

        /// A formula that is a vector, but must be a number.
        case isVector(count: Int)

        /// A formula that is a number or a truth value, but must be a vector.
        case isNoVector(expected: Int)

        /// A formula that is a vector of another number of components than it must have.
        case wrongCount(Int, expected: Int)
    }
}

extension ExpressionError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch problem {
        case .empty:
            "the expression is empty: it must be such as 'x^2 + y^2' or 'x > 1'"
        case .tooLong(let limit):
            "the expression is too long: it may have at most \(limit) bytes"
        case .tooDeep(let limit):
            "the expression is nested too deeply: at most \(limit) levels of parentheses, functions and operators"
        case .unexpectedCharacter(let character):
            "the character '\(character)' has no meaning in an expression"
        case .numberOutOfRange(let number):
            "the number \(number) is too large: the largest is \(Double.greatestFiniteMagnitude)"
        case .foreignOperator(let found, let meant):
            "'\(found)' is not an operator: write \(meant)"
        case .foreignName(let found, let meant):
            "'\(found)' is not known here: write \(meant)"
        case .powerOfNegative(let exponent):
            "a negative number has no power of the exponent \(exponent), only of whole ones: write '-(2^0.5)' for its opposite, or "
                + "'abs(x)^0.5'"
        case .missingOperand(let found):
            "a number, a name or '(' is missing " + (found.map { "before '\($0)'" } ?? "at the end")
        case .missingOperator(let found):
            "an operator such as '*' is missing before '\(found)'"
        case .unclosedParenthesis:
            "this parenthesis is not closed: ')' is missing"
        case .unopenedParenthesis:
            "this parenthesis was not opened: leave it out, or write '(' before"
        case .misplacedComma:
            "a comma may only stand between the arguments of a function; decimals are written with a point"
        case .unknownName(let name, let known):
            "there is no field or constant '\(name)': known are \(known.joined(separator: ", "))"
        case .unitWithoutName(let name, let known):
            "there is no field or constant '\(name)', and \(Self.ruleOfUnits(name)): known are \(known.joined(separator: ", "))"
        case .refusedName(let name):
            "'\(name)' stands for a formula that could not be read"
        case .unknownFunction(let name, let known):
            "there is no function '\(name)': known are \(known.joined(separator: ", "))"
        case .hiddenFunction(let name):
            "'\(name)' stands for something else here, which hides the function: give that another name"
        case .functionWithoutArguments(let name):
            "'\(name)' is a function: its arguments must follow in parentheses"
        case .wrongArgumentCount(let function, let expected, let found):
            "'\(function)' takes \(expected), but has \(found)"
        case .numberExpected(let consumer):
            "\(consumer) needs numbers, but this is a truth value"
        case .truthExpected(let consumer):
            "\(consumer) needs truth values such as 'x > 1', but this is a number"
        case .mixedKinds(let consumer):
            "\(consumer) needs two numbers or two truth values, not one of each"
        case .chainedComparison:
            "comparisons cannot be chained: instead of 'a < b < c' write 'a < b and b < c'"
        case .variablePoint:
            "the points of 'spline' must be numbers that do not change"
        case .unorderedPoints:
            "the points of 'spline' must be in ascending order of their first numbers, and not too near to each other"
        case .noDelays:
            "'delayed' is known only where 'equations' say how variables change: in 'rates', 'noise', 'edges', and what these use of 'let'"
        case .notDelayable:
            "'delayed' takes a variable of which it is an earlier value, such as 'x' or, of edges, 'from.x', and not a formula"
        case .changingDelay:
            "a delay must be made of numbers and parameters, and of edges also of their weight and of variables without a rate: of what does "
                + "not change by itself"
        case .delayNotPositive(let delay):
            "the delay is \(delay), but must be a time greater than 0"
        case .unlikeUnits(let consumer, let units):
            "\(consumer) needs numbers of the same kind, but one is in "
                + units.map(\.asUnit).joined(separator: " and the other in ")
        case .unitWithin(let consumer, let unit):
            "\(consumer) needs a number without unit, but this is in \(unit): divide it by something in that unit"
        case .powerOfUnit(let unit):
            "only a power of a number without unit may have an exponent that changes, but this one is in \(unit)"
        case .wrongUnit(let unit, let expected):
            "this is in \(unit.asUnit), but must be in \(expected.asUnit)"
        case .numberNotVector(let consumer, let count):
            "\(consumer) needs numbers, but this is a vector of \(count) components: write one of these, or its length, 'norm(…)'"
        case .truthNotVector(let consumer):
            "\(consumer) needs truth values such as 'x > 1', but this is a vector"
        case .vectorExpected(let consumer):
            "\(consumer) needs vectors such as '[x, y, z]', but this is none"
        case .mixedShapes(let consumer):
            "\(consumer) needs two numbers or two vectors, not one of each"
        case .unlikeCounts(let consumer, let counts):
            "\(consumer) needs vectors of the same number of components, but one has \(counts[0]) and the other \(counts[1])"
        case .productOfVectors:
            "two vectors have several products: write 'dot(a, b)', which is a number, or 'cross(a, b)'"
        case .divisionByVector:
            "nothing can be divided by a vector: write its length, 'norm(…)', or one of its components"
        case .crossProduct(let count):
            "'cross' is of vectors of 3 components, or of 2, where it is a number, but these have \(count)"
        case .unknownComponent(let name, let vector, let known):
            "'\(vector)' has no component '\(name)': "
                + (known.isEmpty ? "its components have no names" : "it has \(known.joined(separator: ", "))")
        case .shortVector:
            "a vector has two components or more, such as '[x, y]': a number stands without brackets, and parentheses are round"
        case .unclosedBracket:
            "this vector is not closed: ']' is missing"
        case .unopenedBracket:
            "this vector was not opened: leave ']' out, or write '[' before"
        case .isVector(1):
            "this must be a number, which stands without brackets"
        case .isVector(let count):
            "this is a vector of \(count) components, but must be a number: write one of these, or its length, 'norm(…)'"
        case .isNoVector(let expected):
            "this is no vector, but must be one of \(expected) components, such as "
                + "'[\(["x", "y", "z"].prefix(expected).joined(separator: ", "))\(expected > 3 ? ", …" : "")]'"
        case .wrongCount(let count, let expected):
            "this is a vector of \(count) components, but must be one of \(expected)"
        }
    }
}

extension ExpressionError {
    /// Why a unit has no name in a formula.
    package static func ruleOfUnits(_ name: String) -> String {
        name.count == 1
            ? "units of one letter have no names in formulas: give a parameter the unit, as in 'one: 1 \(name)'"
            : "units have names only in formulas of models whose numbers have units"
    }
}

extension String {
    /// A unit in words.
    fileprivate var asUnit: String { self == "1" ? "no unit" : self }
}
