/// The nodes whose values are reduced.
public struct ReductionDomain: Equatable, Sendable {
    /// The nodes in their order, or `nil` for all. Those that stand in it twice count twice.
    public let nodes: [Int]?

    /// What must be true of a node for it to count, evaluated anew each time.
    public let condition: FieldExpression?

    /// All nodes.
    public static let all = ReductionDomain(nodes: nil, condition: nil)

    /// Given nodes.
    public static func nodes(_ nodes: [Int]) -> ReductionDomain {
        ReductionDomain(nodes: nodes, condition: nil)
    }

    /// All nodes of which a truth expression is true at the moment.
    public static func nodes(where condition: FieldExpression) -> ReductionDomain {
        ReductionDomain(nodes: nil, condition: condition)
    }

    /// Those of given nodes of which a truth expression is true at the moment.
    public static func nodes(_ nodes: [Int], where condition: FieldExpression) -> ReductionDomain {
        ReductionDomain(nodes: nodes, condition: condition)
    }

    func check() throws(ReductionError) {
        if let condition, condition.kind != .truth { throw .conditionIsNumber(condition.text) }
        for node in nodes ?? [] where node < 0 { throw .negativeNode(node) }
    }
}
