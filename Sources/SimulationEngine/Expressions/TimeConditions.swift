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
    init?(_ conditions: [Int], in graph: ExpressionGraph) {
        guard !conditions.isEmpty else { return nil }
        let cone = graph.cone(of: conditions)
        var places: [Int: Int] = [:]
        for (place, vertex) in cone.enumerated() { places[vertex] = place }
        func place(_ vertex: Int) -> Int { places[vertex] ?? -1 }
        vertices = cone.map {
            guard case .operation(let operation, let a, let b, let c) = graph.vertices[$0] else {
                return graph.vertices[$0]
            }
            return .operation(operation, place(a), place(b), place(c))
        }
        self.conditions = conditions.map(place)
        programs = conditions.map { graph.program(of: [$0]) }
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
