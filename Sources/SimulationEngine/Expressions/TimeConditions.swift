/// Conditions and rounded numbers that follow from the time, and from inputs that do not change by themselves: where they come to be others,
/// formulas jump or have kinks.
package struct TimeConditions: Sendable {
    /// The inputs that they read, in ascending order.
    package let inputs: [Int]

    /// What is computed, operands before what reads them, and which of these the conditions are.
    let vertices: [ExpressionGraph.Vertex]
    let conditions: [Int]

    /// What conditions are about.
    enum Kind {
        /// Jumps, for however many sets of inputs.
        case jumps

        /// Kinks, which methods pass without much loss, for a few sets of inputs.
        case kinks

        /// That something is as good as constant, of which the end counts, for a few sets of inputs.
        case onsets
    }

    let kind: Kind

    /// A program of each condition.
    let programs: [ExpressionProgram]

    /// Notes vertices of a graph; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - conditions: The vertices.
    ///   - kind: What they are about.
    ///   - graph: The graph.
    ///   - node: The input that is the number of the node, if they read it.
    init?(_ conditions: [Int], _ kind: Kind, in graph: ExpressionGraph, node: Int?) {
        guard !conditions.isEmpty else { return nil }
        self.kind = kind
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
