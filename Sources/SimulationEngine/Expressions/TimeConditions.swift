/// Conditions and rounded numbers that follow from the time, and from inputs that do not change by themselves: where they come to be others,
/// formulas jump or have kinks.
package struct TimeConditions: Sendable {
    /// The inputs that they read, in ascending order.
    package let inputs: [Int]

    /// What is computed, operands before what reads them, and which of these the conditions are.
    let vertices: [ExpressionGraph.Vertex]
    let conditions: [Int]

    /// A program of each condition.
    let programs: [ExpressionProgram]

    /// Notes vertices of a graph; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - conditions: The vertices.
    ///   - graph: The graph.
    ///   - node: The input that is the number of the node, if they read it.
    init?(_ conditions: [Int], in graph: ExpressionGraph, node: Int?) {
        guard !conditions.isEmpty else { return nil }
        var own = ExpressionGraph()
        var places: [Int: Int] = [:]
        for vertex in graph.cone(of: conditions) {
            places[vertex] =
                switch graph.vertices[vertex] {
                case .operation(let operation, let a, let b, let c):
                    own.add(.operation(operation, places[a] ?? -1, places[b] ?? -1, places[c] ?? -1))
                case .node: own.add(node.map { .field($0) } ?? .node)
                case let other: own.add(other)
                }
        }
        vertices = own.vertices
        self.conditions = conditions.compactMap { places[$0] }
        programs = self.conditions.map { own.program(of: [$0]) }
        inputs = vertices.compactMap { if case .field(let field) = $0 { field } else { nil } }.sorted()
    }
}

extension ExpressionGraph {
    /// Vertices and all that they are made of, in order.
    fileprivate func cone(of values: [Int]) -> [Int] {
        var isRead = [Bool](repeating: false, count: vertices.count)
        for value in values { isRead[value] = true }
        for vertex in vertices.indices.reversed() where isRead[vertex] {
            for operand in Self.operands(of: vertices[vertex]) { isRead[operand] = true }
        }
        return vertices.indices.filter { isRead[$0] }
    }
}
