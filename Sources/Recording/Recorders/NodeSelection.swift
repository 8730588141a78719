import SimulationEngine

/// Which nodes are recorded.
public enum NodeSelection: Sendable {
    /// All nodes, in the order of their numbers.
    case all

    /// Given nodes, in their order.
    case nodes([Int])

    /// Given nodes, of which some may come during the run, in their order: each is there from its birth on.
    case expected([NodeReference])

    /// The nodes of which a truth expression is true, asked anew at each moment, in the order of their numbers.
    case matching(FieldExpression)
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
    public func number<Model: SimulationModel>(in model: Model) -> Int? {
        switch self {
        case .number(let number): (0..<model.nodeCount).contains(number) ? number : nil
        // What has come stands at the end.
        case .name(let name): model.nodeNames?.lastIndex(of: name)
        }
    }

    /// Checks that the node is there or may come.
    fileprivate func check<Model: SimulationModel>(in model: Model) throws(RecordingError) {
        let mayCome = model is any ChangingNodes
        switch self {
        case .number(let number):
            guard number >= 0, mayCome || number < model.nodeCount else {
                throw .nodeOutOfRange(number, nodeCount: model.nodeCount)
            }
        case .name(let name):
            guard let names = model.nodeNames else { throw .noNames(name) }
            guard mayCome || names.contains(name) else { throw .unknownNode(name) }
        }
    }
}

/// The nodes of a selection at a moment.
final class SelectedNodes<Model: SimulationModel> {
    private let model: Model
    private let selection: NodeSelection

    /// The nodes, where they are the same at all moments.
    private var nodes: [Int]
    private let condition: ExpressionEvaluator<Model>?

    /// Nodes that may still have to come, in their places among all that are expected, with the number of each that has.
    private var expected: [(reference: NodeReference, number: Int?)] = []

    /// The number of all nodes when those that are expected were looked for last.
    private var knownCount = 0

    /// - Throws: ``RecordingError/nodeOutOfRange(_:nodeCount:)``, ``RecordingError/noNames(_:)``,
    ///   ``RecordingError/unknownNode(_:)``, ``RecordingError/conditionIsNumber(_:)``.
    init(_ selection: NodeSelection, of model: Model) throws(RecordingError) {
        self.model = model
        self.selection = selection
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
        case .expected(let references):
            for reference in references { try reference.check(in: model) }
            expected = references.map { ($0, nil) }
            nodes = []
            condition = nil
            lookForExpected()
        case .matching(let expression):
            guard expression.kind == .truth else { throw .conditionIsNumber(expression.text) }
            nodes = []
            nodes.reserveCapacity(model.nodeCount)
            condition = ExpressionEvaluator(expression, for: model)
        }
    }

    /// The nodes that are there and belong to the selection in the present state.
    func nodes(at time: Double) -> [Int] {
        lookForExpected()
        if let population = model.population, !population.isComplete || population.nodeCount > nodes.count {
            switch selection {
            case .all: return population.members
            case .nodes, .expected: return model.present(nodes)
            case .matching: break
            }
        }
        if let condition {
            nodes.removeAll(keepingCapacity: true)
            condition.appendSelectedNodes(at: time, to: &nodes)
        }
        return nodes
    }
}

extension SelectedNodes {
    /// Finds those that have come since this was done last.
    private func lookForExpected() {
        guard !expected.isEmpty, model.nodeCount > knownCount else { return }
        knownCount = model.nodeCount
        for index in expected.indices where expected[index].number == nil {
            expected[index].number = expected[index].reference.number(in: model)
        }
        nodes = expected.compactMap(\.number)
    }
}

/// The names or numbers by which nodes stand in a table.
final class NodeLabels {
    private var names: [TableText]?
    private let table: any TableWriter
    private let model: any SimulationModel

    init(_ model: any SimulationModel, in table: any TableWriter) {
        self.table = table
        self.model = model
        names = model.nodeNames.map { $0.map(table.text) }
    }

    /// Appends a node by its name if it has one, otherwise by its number.
    @inline(__always)
    func append(_ node: Int) {
        guard let names else { return table.append(integer: node) }
        table.append(node < names.count ? names[node] : newName(of: node))
    }

    /// The name of a node that has come since the names were looked up.
    private func newName(of node: Int) -> TableText {
        let known = names?.count ?? 0
        names?.append(contentsOf: (known...node).map { table.text(model.name(of: $0) ?? String($0)) })
        return names?[node] ?? table.text(String(node))
    }
}
