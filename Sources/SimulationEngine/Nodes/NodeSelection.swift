/// Which nodes are meant: by a recording, a group, a reduction, a change.
///
/// Those that are removed are in no selection any more; those that are added are in all but lists of numbers.
public struct NodeSelection: Equatable, Sendable {
    /// Where the nodes come from, before a condition is asked.
    package enum Candidates: Equatable, Sendable {
        case all
        case given([Int])
        case expected([NodeReference])
    }

    package let candidates: Candidates

    /// The condition that must be true of a node.
    package let condition: FieldExpression?

    /// All nodes, in the order of their numbers.
    public static let all = NodeSelection(candidates: .all, condition: nil)

    /// Given nodes, in their order, or those of them of which a truth expression is true, which is asked anew at each moment.
    /// In a reduction, those that stand in the list twice count twice.
    public static func nodes(_ nodes: [Int], where condition: FieldExpression? = nil) -> NodeSelection {
        NodeSelection(candidates: .given(nodes), condition: condition)
    }

    /// The nodes of which a truth expression is true, asked anew at each moment, in the order of their numbers.
    public static func nodes(where condition: FieldExpression) -> NodeSelection {
        NodeSelection(candidates: .all, condition: condition)
    }

    /// Given nodes, of which some may come during the run, in their order: each is there from its birth on.
    public static func expected(_ nodes: [NodeReference]) -> NodeSelection {
        NodeSelection(candidates: .expected(nodes), condition: nil)
    }
}

extension NodeSelection {
    /// Checks that the nodes are there or may come, and that the condition is one on the fields of the model.
    func check<Model: SimulationModel>(in model: Model) throws(SimulationError) {
        switch candidates {
        case .all: break
        case .given(let nodes): try model.check(nodes)
        case .expected(let references): for reference in references { try reference.check(in: model) }
        }
        if let condition, condition.kind != .truth || condition.fields != model.fields {
            throw .notACondition(condition.text)
        }
    }

    /// The nodes that are there and of which the condition may be asked, in their order.
    func present(in model: some SimulationModel) -> [Int] {
        switch candidates {
        case .all: model.presentNodes
        case .given(let nodes): model.present(nodes)
        case .expected(let references): model.present(references.compactMap { $0.number(in: model) })
        }
    }
}

/// A node that is there, or that is to come.
public enum NodeReference: Hashable, Sendable {
    /// The node of a number. Nodes that come have the next free ones.
    case number(Int)

    /// The node of a name, in a model whose nodes have names.
    case name(String)

    /// The number of the node; `nil` as long as it has not come.
    ///
    /// - Complexity: O(1) for a number, O(*n*) for a name of one of *n* nodes.
    public func number(in model: some SimulationModel) -> Int? {
        switch self {
        case .number(let number): (0..<model.nodeCount).contains(number) ? number : nil
        // A node that has come stands at the end.
        case .name(let name): model.nodeNames?.lastIndex(of: name)
        }
    }

    /// Checks that the node is there or may come.
    fileprivate func check(in model: some SimulationModel) throws(SimulationError) {
        let mayCome = model is any ChangingNodes
        switch self {
        case .number(let number): if number < 0 || !mayCome { try model.check([number]) }
        case .name(let name):
            guard let names = model.nodeNames else { throw .noNames(name) }
            guard mayCome || names.contains(name) else { throw .unknownNode(name) }
        }
    }
}

extension SimulationModel {
    /// Checks that there are nodes of these numbers, or have been.
    func check(_ nodes: some Collection<Int>) throws(SimulationError) {
        if let node = nodes.first(where: { !(0..<nodeCount).contains($0) }) {
            throw .nodeOutOfRange(node, nodeCount: nodeCount)
        }
    }
}
