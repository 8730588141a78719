/// The nodes of a selection, followed as nodes come and go.
package final class SelectedNodes {
    private let selection: NodeSelection
    private let model: any SimulationModel
    private let appendMatching: ((_ time: Double, _ nodes: inout [Int]) -> Void)?

    /// The nodes of which the condition was true last. The memory is used again each time.
    private var matching: [Int] = []

    /// All candidates that have come, in their order, whether or not they are there still.
    private var known: [Int] = []

    /// For each node that is expected its number, once it has come.
    private var numbers: [Int?] = []

    /// The number of all nodes when those that come were looked for last.
    private var knownCount = -1

    /// Follows a selection.
    ///
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/noNames(_:)``,
    ///   ``SimulationError/unknownNode(_:)``, ``SimulationError/notACondition(_:)``.
    package init<Model: SimulationModel>(_ selection: NodeSelection, of model: Model) throws(SimulationError) {
        try selection.check(in: model)
        self.selection = selection
        self.model = model
        let evaluator = selection.condition.map { ExpressionEvaluator($0, for: model) }
        appendMatching = evaluator.map { evaluator in
            { time, nodes in
                guard selection.candidates != .all else { return evaluator.appendSelectedNodes(at: time, to: &nodes) }
                selection.present(in: model).withUnsafeBufferPointer {
                    nodes += evaluator.selectedNodes(of: $0, at: time)
                }
            }
        }
    }

    /// The nodes that are there and belong to the selection in the present state.
    package func nodes(at time: Double) -> [Int] {
        guard let appendMatching else {
            return selection.candidates == .all && model.population != nil ? model.presentNodes : model.present(come)
        }
        matching.removeAll(keepingCapacity: true)
        appendMatching(time, &matching)
        return matching
    }

    /// All nodes that have come and may belong to the selection, whether or not they are there still. Of all nodes, and of a
    /// list, each keeps its place.
    var come: [Int] {
        guard model.nodeCount != knownCount else { return known }
        knownCount = model.nodeCount
        switch selection.candidates {
        case .all: known.append(contentsOf: known.count..<knownCount)
        case .given(let nodes): known = nodes
        case .expected(let references):
            if numbers.isEmpty { numbers = Array(repeating: nil, count: references.count) }
            for (index, reference) in references.enumerated() where numbers[index] == nil {
                numbers[index] = reference.number(in: model)
            }
            known = numbers.compactMap(\.self)
        }
        return known
    }
}
