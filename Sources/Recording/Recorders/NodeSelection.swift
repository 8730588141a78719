import SimulationEngine

/// Which nodes are recorded.
public enum NodeSelection: Sendable {
    /// All nodes, in the order of their numbers.
    case all

    /// Given nodes, in their order.
    case nodes([Int])

    /// The nodes of which a truth expression is true, asked anew at each moment, in the order of their numbers.
    case matching(FieldExpression)
}

/// The nodes of a selection at a moment.
final class SelectedNodes<Model: SimulationModel> {
    private var nodes: [Int]
    private let condition: ExpressionEvaluator<Model>?

    /// - Throws: ``RecordingError/nodeOutOfRange(_:nodeCount:)``, ``RecordingError/conditionIsNumber(_:)``.
    init(_ selection: NodeSelection, of model: Model) throws(RecordingError) {
        switch selection {
        case .all:
            nodes = Array(0..<model.nodeCount)
            condition = nil
        case .nodes(let given):
            for node in given where !(0..<model.nodeCount).contains(node) {
                throw .nodeOutOfRange(node, nodeCount: model.nodeCount)
            }
            nodes = given
            condition = nil
        case .matching(let expression):
            guard expression.kind == .truth else { throw .conditionIsNumber(expression.text) }
            nodes = []
            nodes.reserveCapacity(model.nodeCount)
            condition = ExpressionEvaluator(expression, for: model)
        }
    }

    /// The nodes in the present state.
    func nodes(at time: Double) -> [Int] {
        if let condition {
            nodes.removeAll(keepingCapacity: true)
            condition.appendSelectedNodes(at: time, to: &nodes)
        }
        return nodes
    }
}

/// The names or numbers by which nodes stand in a table.
struct NodeLabels {
    private let names: [TableText]?

    init(_ names: [String]?, in table: any TableWriter) {
        self.names = names.map { $0.map(table.text) }
    }

    /// Appends a node by its name if it has one, otherwise by its number.
    @inline(__always)
    func append(_ node: Int, to table: any TableWriter) {
        if let names { table.append(names[node]) } else { table.append(integer: node) }
    }
}
