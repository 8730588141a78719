import SimulationEngine

/// An error in equations, and the part of them in which it is.
public struct EquationError: Error, Equatable, Sendable {
    /// The part of the equations.
    public let part: Part

    /// The name of the variable, parameter, definition or edge formula.
    public let name: String

    /// The problem.
    public let problem: Problem

    /// Creates an error.
    public init(_ part: Part, _ name: String, _ problem: Problem) {
        self.part = part
        self.name = name
        self.problem = problem
    }

    /// The parts of equations.
    public enum Part: String, Sendable {
        /// The variables.
        case variables

        /// The parameters.
        case parameters

        /// Names for formulas.
        case definitions = "let"

        /// The formulas of edges.
        case edges

        /// The rates of change.
        case rates

        /// The strengths of noise.
        case noise
    }

    /// The kinds of problem.
    public enum Problem: Equatable, Sendable {
        /// A formula cannot be read.
        case formula(ExpressionError)

        /// A formula gives a truth value.
        case isTruth

        /// A name that formulas could not say.
        case invalidName

        /// A name that stands for something else already.
        case repeatedName

        /// A variable without a rate.
        case missingRate

        /// A rate or noise of something that is no variable; those that there are.
        case unknownVariable(known: [String])
    }
}

extension EquationError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String { "\(part.rawValue): \(name): \(problem)" }
}

extension EquationError.Problem: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .formula(let error): error.description
        case .isTruth: "this must be a number, not a condition: write if(condition, 1, 0)"
        case .invalidName:
            "a formula cannot say this name: it must begin with a letter, go on with letters, digits, '-' or '_', and be none "
                + "of 'and', 'or', 'not' and the functions"
        case .repeatedName: "this name stands for something else already: each name may stand for one thing"
        case .missingRate: "the rate of change of this variable is missing: write 0 if it does not change"
        case .unknownVariable(let known): "there is no such variable: there are \(known.joined(separator: ", "))"
        }
    }
}
