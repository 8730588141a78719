import Descriptions

extension ParameterKind {
    /// Nodes that are given once for all.
    static let fixedNodes = ParameterKind.word(["all"], or: .nodes)

    /// Nodes that are given, or those of which a condition holds.
    static let nodeSelection = ParameterKind.either(
        fixedNodes, or: .keyed("where", .condition(over: "the fields of a node")))

    /// A number that is computed from the state as a whole.
    static let quantity = ParameterKind.expression(over: "quantities")

    /// One of the fields of nodes.
    static let field = ParameterKind.name(of: "field")
}
