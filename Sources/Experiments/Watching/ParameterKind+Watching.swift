import Descriptions

/// The kinds that are known only in the context of a run that is watched.
extension ParameterKind {
    /// Nodes that are given once for all.
    static let fixedNodes = ParameterKind.word(["all"], or: .nodes)

    /// Nodes that are given, or those of which a condition holds.
    static let nodeSelection = ParameterKind.either(fixedNodes, or: .keyed(NodeKeys.condition.name, condition))

    /// One of the fields of nodes.
    package static let field = ParameterKind.name(of: "field")

    /// A field, or a list of fields or groups of fields.
    package static let fields = ParameterKind.either(
        field, or: .list(of: .name(of: "field or a group of fields"), count: some))

    /// A number that a node has.
    static let nodeNumber = ParameterKind.expression(over: "the fields of a node")

    /// A condition on a node.
    static let condition = ParameterKind.condition(over: "the fields of a node")

    /// A number that is computed from the state as a whole.
    static let quantity = ParameterKind.either(
        .expression(over: "quantities"), or: .component(of: .definedQuantities))

    /// A level that is watched.
    static let crossing = ParameterKind.component(of: .crossings)

    /// When something is due.
    static let schedule = ParameterKind.either(
        .choice(["start", "end"]), or: .component(of: .schedules))

    /// A first and a last number.
    static let range = ParameterKind.list(of: .number(.any), count: 2...2)

    /// A list that is not empty.
    package static func items(_ kind: ParameterKind) -> ParameterKind { .list(of: kind, count: some) }

    private static let some = 1...greatestCount
}

extension ParameterDescription {
    /// The nodes that are given once for all, all unless given.
    package static func fixedNodes(_ summary: String) -> ParameterDescription {
        ParameterDescription("nodes", summary, .fixedNodes, .default(.text("all")))
    }

    /// The fields that are meant, all unless given.
    static func fields(_ summary: String) -> ParameterDescription {
        ParameterDescription("fields", summary, .fields, .derived("all"))
    }
}
