/// An error in a reduction.
public enum ReductionError: Error, Equatable, Sendable {
    /// Only nodes can be counted without an expression.
    case missingExpression

    /// The expression of what is counted must be a truth expression.
    case countOfNumbers(String)

    /// The condition that selects nodes must be a truth expression.
    case conditionIsNumber(String)

    /// Nodes are numbered from 0.
    case negativeNode(Int)

    /// There must be a quantile at least.
    case noQuantiles

    /// A quantile must be from 0 to 1.
    case quantileOutOfRange(Double)

    /// A histogram must have two edges at least.
    case tooFewEdges(Int)

    /// Each edge of a histogram must be greater than the one before.
    case edgesNotAscending(Double, Double)

    /// There must be a group at least.
    case noGroups

    /// A group must stand once.
    case repeatedGroup(Int)

    /// The numbers of groups must be near each other.
    case groupsTooFarApart(Int, Int)

    /// A quantity that is one number was asked for, but the reduction has as many columns.
    case severalColumns(Int)
}

extension ReductionError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .missingExpression:
            "an expression is missing: only 'count' can do without"
        case .countOfNumbers(let expression):
            "'\(expression)' is a number, but only truth values such as 'x > 1' can be counted"
        case .conditionIsNumber(let expression):
            "'\(expression)' is a number, but only a truth value such as 'x > 1' can select nodes"
        case .negativeNode(let node):
            "there is no node \(node): nodes are numbered from 0"
        case .noQuantiles:
            "the list of quantiles is empty: it must have numbers from 0 to 1"
        case .quantileOutOfRange(let fraction):
            "the quantile \(fraction) is not a number from 0 to 1"
        case .tooFewEdges(let count):
            "a histogram of \(count) edges has no bins: it must have at least two edges"
        case .edgesNotAscending(let lower, let upper):
            "the edges of a histogram must ascend, but \(upper) stands after \(lower)"
        case .noGroups:
            "the list of groups is empty: it must have at least one whole number"
        case .repeatedGroup(let value):
            "the group \(value) stands twice"
        case .groupsTooFarApart(let lowest, let highest):
            "the groups \(lowest) and \(highest) lie too far apart: at most \(ReductionGroups.widestSpan)"
        case .severalColumns(let count):
            "the reduction has \(count) columns, but a quantity that is a number has one: make it a vector"
        }
    }
}
