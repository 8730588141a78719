import Networks
import SimulationEngine

/// An event of a scenario's own equations as it is written.
struct EventParts {
    private typealias Formula = EquationParts.Formula

    private let condition: Formula
    private let changes: [EquationParts.Entry<Formula>]
    private let refractory: Formula?
    private let held: [(name: String, value: Value)]?
    private let messages: [EquationParts.Entry<Formula>]
    private let delay: Formula?
    private let outgoing: [EquationParts.Entry<Formula>]
    private let incoming: [EquationParts.Entry<Formula>]
    private let section: Section

    /// Reads all parts; `nil` if one is refused.
    init?(_ section: Section) {
        typealias Keys = EquationKeys
        let condition = section.read(Keys.condition) {
            EquationParts.formula($0, expected: "one condition, such as 'v > 1', or 'v > 1 and w < 2' of several")
        }
        let changes = section.read(Keys.changes, else: []) { EquationParts.formulas($0) }
        let refractory = section.readIfGiven(Keys.refractory) { EquationParts.formula($0) }
        let held = section.readIfGiven(Keys.held) { value in
            value.list(.atLeast(1), of: "variables") { item in item.string().map { (name: $0, value: item) } }
        }
        let messages = section.read(Keys.messages, else: []) { EquationParts.formulas($0) }
        let delay = section.readIfGiven(Keys.delay) { EquationParts.formula($0) }
        let outgoing = section.read(Keys.outgoing, else: []) { EquationParts.formulas($0) }
        let incoming = section.read(Keys.incoming, else: []) { EquationParts.formulas($0) }
        guard let condition, let changes, let refractory, let held, let messages, let delay, let outgoing, let incoming
        else { return nil }
        (self.outgoing, self.incoming) = (outgoing, incoming)
        (self.condition, self.changes, self.refractory) = (condition, changes, refractory)
        (self.held, self.messages, self.delay, self.section) = (held, messages, delay, section)
    }

    /// The event, with underscores in the place of the hyphens of names in its formulas.
    func event(naming names: [String]) -> VertexEvent {
        func written(_ formula: Formula) -> String { formula.text.withUnderscores(in: names) }
        func all(_ entries: [EquationParts.Entry<Formula>]) -> [(name: String, text: String)] {
            entries.map { ($0.name, written($0.content)) }
        }
        return VertexEvent(
            written(condition), all(changes), refractory.map(written), held: held?.map(\.name), all(messages),
            delay: delay.map(written), outgoing: all(outgoing), incoming: all(incoming))
    }

    /// Reports an error where the part is written that it is about.
    func report(_ error: EquationError) {
        let value = place(of: error.part, error.name) ?? section.value
        switch error.problem {
        case .formula(let problem):
            typealias Advice = RandomNumberAdvice
            value.report(problem.advising(error.part == .condition ? Advice.ofCondition : Advice.drawn))
        case .unknownVariable(let known):
            value.report("there is no variable '\(error.name)'", given: error.name, allowed: known)
        case .unknownEdgeVariable(let known) where !known.isEmpty:
            value.report("there is no variable '\(error.name)' of edges", given: error.name, allowed: known)
        default: value.report("\(error.name.isEmpty ? "" : "'\(error.name)': ")\(error.problem)")
        }
    }

    private func place(of part: EquationError.Part, _ name: String) -> Value? {
        switch part {
        case .condition: condition.value
        case .changes: changes.first { $0.name == name }?.content.value
        case .refractory: refractory?.value
        case .held: held?.last { $0.name == name }?.value ?? section.optional(EquationKeys.held.name)
        case .messages: messages.first { $0.name == name }?.content.value
        case .delay: delay?.value
        case .outgoing: outgoing.first { $0.name == name }?.content.value
        case .incoming: incoming.first { $0.name == name }?.content.value
        default: nil
        }
    }
}

/// Suggestions for where somebody wants a random number that there is not.
enum RandomNumberAdvice {
    static let ofEdge = "'edge.random', a number from [0, 1) of each edge"
    static let ofMovingEdge = "a variable of edges that begins with 'edge.random'"
    static let drawn = "'random', a number from [0, 1)"
    static let atAllTimes =
        "a parameter that is drawn for each node, such as {uniform: [0, 1]}, or 'noise', since only what events set and send is drawn"
    static let ofCondition =
        "a variable, such as 'time >= due', that 'set' draws by 'random', since a condition is looked at again and again"
}

extension ExpressionError {
    /// The error, of the name of a sum over the edges of a node in a formula of a single edge with what may be written instead.
    func advising(against sums: [String]) -> ExpressionError {
        guard case .unknownName(let name, _) = problem, sums.contains(where: { $0.withUnderscores == name }) else {
            return self
        }
        let advice = "variables of its two ends, since it is a sum over all edges that lead to a node"
        return ExpressionError(problem: .foreignName(name, meant: advice), offset: offset, length: length)
    }

    /// The error, of a name for random numbers with what may be written instead.
    func advising(_ advice: String) -> ExpressionError {
        let name: String
        switch problem {
        case .unknownName(let unknown, _), .unknownFunction(let unknown, _): name = unknown
        default: return self
        }
        guard ["random", "rand", "randn", "uniform", "normal"].contains(name) else { return self }
        return ExpressionError(problem: .foreignName(name, meant: advice), offset: offset, length: length)
    }
}
