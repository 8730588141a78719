extension Graph {
    /// The graph without loops and without edges between vertices that an edge joins already; of several edges with
    /// weights the first counts.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func simplified() -> Graph {
        var edges = EdgeColumns(hasWeights: isWeighted, capacity: edgeCount)
        for source in 0..<vertexCount {
            var last = -1
            for index in outgoing.range(of: source) {
                let target = Int(outgoing.vertices[index])
                defer { last = target }
                guard target != last, isDirected ? target != source : target > source else { continue }
                edges.append(source, target, weight: outgoing.weights?[index] ?? 1)
            }
        }
        // There is nothing left that a graph could be refused for.
        return (try? Graph(vertexCount: vertexCount, edges: edges, isDirected: isDirected, vertexNames: vertexNames))
            ?? self
    }
}
