import SimulationEngine

/// An error in equations, and the part of them in which it is.
public struct EquationError: Error, Equatable, Sendable {
    /// The part of the equations.
    public let part: Part

    /// The name of the variable, parameter, definition or edge formula.
    public let name: String

    /// The problem.
    public let problem: Problem

    /// The number of the event in which it is, if it is in one.
    public let event: Int?

    /// Creates an error.
    public init(_ part: Part, _ name: String, _ problem: Problem, inEvent event: Int? = nil) {
        self.part = part
        self.name = name
        self.problem = problem
        self.event = event
    }

    /// The parts of equations.
    public enum Part: String, Sendable {
        /// The variables.
        case variables

        /// The parameters.
        case parameters

        /// Functions that are given by tables.
        case tables

        /// Names for formulas.
        case definitions = "let"

        /// The variables of edges.
        case edgeVariables = "edge-variables"

        /// The formulas of edges.
        case edges

        /// The rates of change.
        case rates

        /// The strengths of noise.
        case noise

        /// The condition of an event.
        case condition = "when"

        /// The values to which an event sets variables.
        case changes = "set"

        /// How long variables rest after an event.
        case refractory

        /// The variables that rest.
        case held = "hold"

        /// The amounts that an event sends along edges.
        case messages = "send"

        /// How long that takes.
        case delay

        /// The changes of variables of the edges that lead away from the vertex of an event.
        case outgoing

        /// The same of the edges that lead to it.
        case incoming

        /// The unit of time.
        case time = "time-unit"
    }

    /// The kinds of problem.
    public enum Problem: Equatable, Sendable {
        /// A formula cannot be read.
        case formula(ExpressionError)

        /// A formula gives a truth value.
        case isTruth

        /// The condition of an event gives a number.
        case isNumber

        /// A name that formulas could not say.
        case invalidName

        /// A name that stands for the same in all formulas; for what.
        case reservedName(String)

        /// A name that stands for something else already.
        case repeatedName

        /// What a vector and one of its components are both given; the other of the two.
        case repeatedComponent(String)

        /// Points of a table through which there is no function.
        case noFunction

        /// A variable without a rate.
        case missingRate

        /// A rate, noise or change of something that is no variable; those that there are.
        case unknownVariable(known: [String])

        /// A change of something that is no variable of edges; those that there are.
        case unknownEdgeVariable(known: [String])

        /// An edge begins with something that changes.
        case changes(String)

        /// The number that the vertex of an event has drawn is asked of the other end of an edge that leads to it.
        case sourceDrawsNothing

        /// A formula of an event that says an earlier value.
        case earlierValue

        /// An event that neither sets nor sends anything.
        case idleEvent

        /// Variables rest of an event after which nothing does.
        case heldWithoutRefractory

        /// A rest of nothing, since the event sets nothing.
        case nothingHeld

        /// A delay of messages of which there are none.
        case delayWithoutMessages

        /// Components of a vector in different units.
        case unlikeUnits

        /// A unit that is not known.
        case unknownUnit(String)

        /// The unit of time is one of something else.
        case noUnitOfTime(String)
    }
}

extension EquationError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        let place = event.map { "events: \($0): " } ?? ""
        return place + "\(part.rawValue): \(name.isEmpty ? "" : name + ": ")\(problem)"
    }
}

extension EquationError.Problem: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .formula(let error): error.description
        case .isTruth: "this must be a number, not a condition: write if(condition, 1, 0)"
        case .isNumber: "this must be a condition, such as 'v > 1', not a number"
        case .invalidName: FormulaNames.unsayable
        case .reservedName(let meaning): "this name stands for \(meaning) in all formulas and tables: write another one"
        case .repeatedName: "this name stands for something else already: each name may stand for one thing"
        case .repeatedComponent(let other):
            "this gives the same component as '\(other)': give the vector as a whole, or its components"
        case .noFunction:
            "a table must have two points or more, in ascending order of their first numbers and not too near to each other"
        case .missingRate: "the rate of change of this variable is missing: write 0 if it does not change"
        case .unknownVariable(let known): "there is no such variable: there are \(known.joined(separator: ", "))"
        case .unknownEdgeVariable(let known):
            known.isEmpty
                ? "edges have no variables: write them, by 'edge-variables'"
                : "there is no such variable of edges: there are \(known.joined(separator: ", "))"
        case .changes(let name):
            "an edge begins with numbers that do not change by themselves: 'weight', 'edge.random', and the parameters and "
                + "'node' of its two ends, such as 'from.node', not with '\(name)'"
        case .sourceDrawsNothing:
            "the source of an edge that leads to the node draws nothing when the event happens: write 'random', which is drawn for "
                + "the edge"
        case .earlierValue:
            "this follows from an earlier value, 'delayed' in 'let', which events do not know: write a variable that follows it by its rate"
        case .idleEvent: "this event does nothing: write what it sets or sends, or what becomes of edges"
        case .heldWithoutRefractory: "nothing rests after this event: write for how long, by 'refractory'"
        case .nothingHeld: "this event sets nothing that could rest: write which variables rest, by 'hold'"
        case .delayWithoutMessages: "this event sends nothing that could take its time: write what, by 'send'"
        case .unlikeUnits: VectorNames.unlikeUnits
        case .unknownUnit(let unit):
            "there is no unit '\(unit)': write products of powers of units of the SI with prefixes, such as mV, 1/ms or uA/cm^2, or '1'"
        case .noUnitOfTime(let unit): "'\(unit)' is no unit of time: write such as ms, s or d"
        }
    }
}
