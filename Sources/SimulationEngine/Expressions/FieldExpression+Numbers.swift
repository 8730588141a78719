extension FieldExpression {
    /// The same expression with numbers in the place of some fields, so that what follows from these alone is computed once.
    ///
    /// - Complexity: O(operations).
    package func setting(_ numbers: [Int: Double]) -> FieldExpression {
        var given = ExpressionGraph()
        let value = given.add(program)[0]
        var graph = ExpressionGraph()
        var places: [Int] = []
        for vertex in given.vertices.prefix(value + 1) {
            switch vertex {
            case .field(let field):
                places.append(numbers[field].map { graph.constant($0) } ?? graph.add(vertex))
            case .operation(let operation, let a, let b, let c):
                let operands = [a, b, c].prefix(operation.operandCount).map { places[$0] }
                places.append(graph.apply(operation, operands))
            default: places.append(graph.add(vertex))
            }
        }
        return FieldExpression(text, fields: fields, program: graph.program(of: [places[value]]))
    }
}

extension FieldExpression {
    /// The values for nodes of which it reads nothing but their numbers.
    ///
    /// - Parameter count: How many nodes there are.
    /// - Returns: One for each.
    /// - Precondition: It has no fields.
    /// - Complexity: O(operations · count).
    package func values(ofNodes count: Int) -> [Double] {
        let workspace = ExpressionWorkspace(program)
        var values: [Double] = []
        values.reserveCapacity(count)
        for first in stride(from: 0, to: count, by: ExpressionWorkspace.blockSize) {
            let block = min(ExpressionWorkspace.blockSize, count - first)
            workspace.setNodes(first..<first + block)
            workspace.run(count: block)
            values += UnsafeBufferPointer(start: workspace.result(0), count: block)
        }
        return values
    }
}
