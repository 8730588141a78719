import Descriptions
import SimulationEngine

/// A rewiring as scenarios write it.
struct RewireEntry: ParameterValue {
    let rewiring: FormulaRewiring
    private let members: [ParameterContent?]

    static let kind = ParameterKind.record([
        ParameterDescription(
            "if", "the condition under which an edge is rewired, of what 'next' may use",
            .condition(over: "the node and its neighbours"), .optional),
        ParameterDescription(
            "from",
            "which edge is rewired: the one to the node whose state is 'neighbour', or one of those to nodes in the same state, 'state', in "
                + "another one, 'not state', or in one of some states",
            states(or: "from"), .default(.text("neighbour"))),
        ParameterDescription("to", newEnd, states(or: "to"), .optional),
    ])

    /// What may stand for states, by key.
    static let words = ["from": ["neighbour", "state", "not state"], "to": ["state", "not state"]]

    /// What 'to' is.
    fileprivate static let newEnd =
        "the nodes of which one becomes its new end: those in the same state, 'state', in another one, 'not state', or in one of some "
        + "states; any unless given"

    private static func states(or key: String) -> ParameterKind { states(or: words[key] ?? []) }

    /// Some states, by their names or by what they are to that of the node.
    fileprivate static func states(or words: [String]) -> ParameterKind {
        .either(.word(words, or: .name(of: "state")), or: .list(of: .name(of: "state"), count: 1...256))
    }

    fileprivate static func choice(_ content: ParameterContent?) -> FormulaRewiring.Choice? {
        switch content {
        case nil: nil
        case .text("state"): .alike
        case .text("not state"): .different
        case .some(let content): [String](content).map { .states($0) }
        }
    }

    init?(_ content: ParameterContent) {
        guard case .record(let members) = content, members.count == 3 else { return nil }
        self.members = members
        rewiring = FormulaRewiring(
            if: members[0].flatMap(String.init), from: members[1] == .text("neighbour") ? nil : Self.choice(members[1]),
            to: Self.choice(members[2]) ?? .all)
    }

    var content: ParameterContent { .record(members) }
}

/// A rewiring in continuous time as scenarios write it.
struct EdgeRewireEntry: ParameterValue {
    let rewiring: TransitionFormulas.Rewiring
    private let members: [ParameterContent?]

    static let kind = ParameterKind.record([
        ParameterDescription(
            "if", "the condition under which a node rewires edges, of what 'rate' may use",
            .condition(over: "the node and its neighbours"), .optional),
        ParameterDescription(
            "from",
            "which edges are rewired: those to nodes in the same state, 'state', in another one, 'not state', or in one of some states; "
                + "all unless given",
            RewireEntry.states(or: words["from"] ?? []), .optional),
        ParameterDescription("to", RewireEntry.newEnd, RewireEntry.states(or: words["to"] ?? []), .optional),
        ParameterDescription(
            "rate",
            "the rate of each of these edges, as a formula of state, the names of states, count(neighbours, S), degree and parameters",
            .expression(over: "the node and its neighbours"), dimension: .inverseTime),
    ])

    /// What may stand for states, by key.
    static let words = ["from": ["state", "not state"], "to": ["state", "not state"]]

    init?(_ content: ParameterContent) {
        guard case .record(let members) = content, members.count == 4, let rate = members[3].flatMap(String.init) else {
            return nil
        }
        self.members = members
        rewiring = .init(
            FormulaRewiring(
                if: members[0].flatMap(String.init), from: RewireEntry.choice(members[1]) ?? .all,
                to: RewireEntry.choice(members[2]) ?? .all), rate: rate)
    }

    var content: ParameterContent { .record(members) }
}
