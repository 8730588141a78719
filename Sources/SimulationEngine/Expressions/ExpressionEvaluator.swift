/// Computes an expression for nodes of a model, as it is at the moment.
///
/// It owns the memory that it needs and allocates nothing when it evaluates. It belongs to one isolation domain.
///
/// - Complexity: O(nodes × operations): per node a fifth of a nanosecond for each arithmetic operation or comparison, one to
///   five for each elementary function, fifteen for a power whose exponent is not a small whole number, and some
///   tens for a spline. Fields are read where they lie if nodes follow each other in a column.
package final class ExpressionEvaluator<Model: SimulationModel> {
    /// The expression that is computed.
    package let expression: FieldExpression

    private let model: Model
    private let workspace: ExpressionWorkspace
    private let block = NodeBlock()

    /// Creates an evaluator, which keeps the model alive.
    ///
    /// - Precondition: The fields of the expression are those of the model.
    package init(_ expression: FieldExpression, for model: Model) {
        precondition(expression.fields == model.fields, "the expression is one over the fields of another model")
        self.expression = expression
        self.model = model
        workspace = ExpressionWorkspace(expression.program)
    }

    /// Evaluates the expression for nodes.
    ///
    /// - Parameters:
    ///   - nodes: Which nodes, in the order of the result.
    ///   - time: The value of `time`.
    ///   - values: Receives as many numbers as there are nodes; truth values as 1 and 0, and not a number where the truth
    ///     is unknown.
    package func evaluate(
        nodes: UnsafeBufferPointer<Int>, at time: Double, into values: UnsafeMutableBufferPointer<Double>
    ) {
        precondition(values.count == nodes.count, "there must be as many values as nodes")
        guard let target = values.baseAddress else { return }
        forEachBlock(of: nodes, at: time) { offset, nodes, results in
            (target + offset).update(from: results, count: nodes.count)
        }
    }

    /// The value of the expression for one node.
    package func value(at node: Int, time: Double) -> Double {
        readValue(at: node) { evaluate(nodes: $0, at: time, into: $1) }
    }

    /// Evaluates a truth expression for nodes.
    ///
    /// - Parameters:
    ///   - nodes: Which nodes, in the order of the result.
    ///   - time: The value of `time`.
    ///   - flags: Receives as many truth values as there are nodes: false where the truth is unknown.
    /// - Precondition: The expression is of the kind ``FieldExpression/Kind/truth``.
    package func flags(
        nodes: UnsafeBufferPointer<Int>, at time: Double, into flags: UnsafeMutableBufferPointer<Bool>
    ) {
        requireTruth()
        precondition(flags.count == nodes.count, "there must be as many flags as nodes")
        guard let target = flags.baseAddress else { return }
        forEachBlock(of: nodes, at: time) { offset, nodes, results in
            for position in nodes.indices { target[offset + position] = results[position] == 1 }
        }
    }

    /// The nodes of which a truth expression is true, in ascending order.
    ///
    /// - Precondition: The expression is of the kind ``FieldExpression/Kind/truth``.
    package func selectedNodes(at time: Double) -> [Int] {
        var selected: [Int] = []
        appendSelectedNodes(at: time, to: &selected)
        return selected
    }

    /// Appends the nodes of which a truth expression is true, in ascending order, to a list. Nothing is allocated if it
    /// has the capacity.
    ///
    /// - Precondition: The expression is of the kind ``FieldExpression/Kind/truth``.
    package func appendSelectedNodes(at time: Double, to selected: inout [Int]) {
        requireTruth()
        if let population = model.population, !population.isComplete {
            population.members.withUnsafeBufferPointer { selected += selectedNodes(of: $0, at: time) }
            return
        }
        for start in stride(from: 0, to: model.nodeCount, by: ExpressionWorkspace.blockSize) {
            let nodes = block.nodes(from: start, below: model.nodeCount)
            let results = workspace.evaluate(nodes, of: model, at: time)
            for position in nodes.indices where results[position] == 1 { selected.append(nodes[position]) }
        }
    }

    /// The nodes among some of which a truth expression is true, in their order.
    ///
    /// - Precondition: The expression is of the kind ``FieldExpression/Kind/truth``.
    package func selectedNodes(of nodes: UnsafeBufferPointer<Int>, at time: Double) -> [Int] {
        requireTruth()
        var selected: [Int] = []
        forEachBlock(of: nodes, at: time) { _, nodes, results in
            for position in nodes.indices where results[position] == 1 { selected.append(nodes[position]) }
        }
        return selected
    }

    private func forEachBlock(
        of nodes: UnsafeBufferPointer<Int>, at time: Double,
        _ body: (Int, UnsafeBufferPointer<Int>, UnsafePointer<Double>) -> Void
    ) {
        let limit = model.nodeCount
        for start in stride(from: 0, to: nodes.count, by: ExpressionWorkspace.blockSize) {
            let block = UnsafeBufferPointer(
                rebasing: nodes[start..<min(start + ExpressionWorkspace.blockSize, nodes.count)])
            precondition(block.areAll(below: limit), "a node is out of range: there are \(limit)")
            body(start, block, workspace.evaluate(block, of: model, at: time))
        }
    }

    private func requireTruth() {
        precondition(expression.kind == .truth, "only a truth expression selects nodes")
    }
}

extension FieldExpression {
    /// Reads an expression over the fields of a model.
    ///
    /// - Throws: ``ExpressionError``: the first problem.
    public init(
        _ text: String, for model: some SimulationModel, constants: [String: Double] = [:]
    ) throws(ExpressionError) {
        try self.init(text, fields: model.fields, constants: constants)
    }
}
