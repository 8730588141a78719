/// A word of an expression, and where it stands.
struct ExpressionToken: Equatable {
    enum Kind: Equatable {
        case number(Double)
        case name
        case infix(InfixOperator)
        case not
        case opening
        case closing
        case comma
        case openingBracket
        case closingBracket
        case end
    }

    let kind: Kind
    let text: String
    let offset: Int

    /// In bytes of UTF-8.
    var length: Int { text.utf8.count }
}

/// An operator between two operands.
enum InfixOperator: String {
    case or
    case and
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case power = "^"

    /// The precedence, the higher the stronger an operator binds.
    enum Precedence: Int {
        case or = 1, and, not, comparison, sum, product, sign, power, none

        /// The next higher one.
        var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .none }
    }

    var precedence: Precedence {
        switch self {
        case .or: .or
        case .and: .and
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
        case .plus, .minus: .sum
        case .times, .over: .product
        case .power: .power
        }
    }
}
