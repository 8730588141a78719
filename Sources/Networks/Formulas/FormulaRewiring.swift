import Descriptions
import SimulationEngine

/// How the edges of an ``AdaptiveRule`` are rewired: of one that leads to a vertex, the other end goes to another vertex.
///
///     FormulaRewiring(if: "neighbour != state and random < 0.4", to: .alike)
///
/// So the number of edges stays what it is, and so does the weight of the edge.
public struct FormulaRewiring: Equatable, Sendable {
    /// Some vertices, by what their states are to the vertex whose edge is rewired.
    public enum Choice: Equatable, Sendable {
        /// All.
        case all

        /// Those in the same state.
        case alike

        /// Those in another state.
        case different

        /// Those in one of some states.
        case states([String])
    }

    /// The condition under which an edge is rewired; always if there is none. It may use what the formula of the next state may.
    public let condition: String?

    /// To which vertices edges lead of which one is rewired, each with the same probability. Unless given, it is the edge to the vertex
    /// whose state is `neighbour`.
    public let ends: Choice?

    /// The vertices of which one becomes the new end, each with the same probability but for the vertex itself and those from which
    /// edges lead to it already. If there is none, nothing happens.
    public let targets: Choice

    /// Creates a rewiring.
    ///
    /// - Parameters:
    ///   - condition: The condition under which an edge is rewired.
    ///   - ends: To which vertices edges lead of which one is rewired; that to the `neighbour` unless given.
    ///   - targets: The vertices of which one becomes the new end.
    public init(if condition: String? = nil, from ends: Choice? = nil, to targets: Choice = .all) {
        (self.condition, self.ends, self.targets) = (condition, ends, targets)
    }
}

/// A rewiring whose formula has been read.
struct PlannedRewiring: Sendable {
    /// Some states, by what they are to that of a vertex.
    enum Choice: Sendable {
        case alike, different
        case among(StateSet)

        @inline(__always)
        func contains(_ state: UInt8, of own: UInt8) -> Bool {
            switch self {
            case .alike: state == own
            case .different: state != own
            case .among(let states): states.contains(state)
            }
        }
    }

    private(set) var condition: RuleFormula?
    let ends: Choice?
    let targets: Choice

    /// Reads a rewiring.
    ///
    /// - Throws: `FormulaError`, `FormulaErrors`, `ParameterError`.
    init(_ rewiring: FormulaRewiring, _ entry: RuleEntry, of subject: RuleFormula.Subject = .rewiring) throws {
        func choice(_ choice: FormulaRewiring.Choice, _ key: String) throws(FormulaError) -> Choice {
            switch choice {
            case .all: .among(try entry.states(nil, key: key))
            case .alike: .alike
            case .different: .different
            case .states(let names): .among(try entry.states(names, key: key))
            }
        }
        var reading = FormulaReading()
        condition = try rewiring.condition.flatMap { text in try reading.read { try entry.condition(text, of: subject) }
        }
        ends = try rewiring.ends.flatMap { ends in try reading.read { try choice(ends, "from") } }
        let targets = try reading.read { try choice(rewiring.targets, "to") }
        try reading.finish()
        self.targets = targets ?? .among(StateSet([]))
    }

    /// The same rewiring with numbers for its parameters.
    func setting(_ values: [[Double]]) -> PlannedRewiring {
        var rewiring = self
        rewiring.condition = condition?.setting(values)
        return rewiring
    }
}

extension [PlannedRewiring] {
    /// Looks whether a vertex can come to each, and to what it does else.
    ///
    /// - Parameters:
    ///   - isNextGiven: True if there is a formula of the next state.
    ///   - areMovesGiven: True if there are moves.
    /// - Throws: `ParameterError`.
    func checkReach(ofNext isNextGiven: Bool, ofMoves areMovesGiven: Bool) throws(ParameterError) {
        guard let index = firstIndex(where: { $0.condition == nil }) else { return }
        guard index == count - 1 else {
            throw .unfit(
                "rewire",
                because: "has nothing to do after item \(index + 1), which has no 'if': give it one, or put it last")
        }
        for (name, isGiven) in [("next", isNextGiven), ("move", areMovesGiven)] where isGiven {
            throw .unfit(name, because: "is never reached: give the last item of 'rewire' an 'if'")
        }
    }
}
