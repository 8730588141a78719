extension Graph {
    /// The edges, each once, in ascending order of their first and then their second vertex; where they have no
    /// direction, the first is not greater than the second.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public var edges: EdgeColumns {
        var edges = EdgeColumns(hasWeights: isWeighted, capacity: edgeCount)
        for source in 0..<vertexCount {
            var isSecondEnd = false
            for index in outgoing.range(of: source) {
                let target = Int(outgoing.vertices[index])
                if !isDirected, target < source { continue }
                // Of an undirected loop both ends stand here.
                if !isDirected, target == source {
                    isSecondEnd.toggle()
                    if !isSecondEnd { continue }
                }
                edges.append(source, target, weight: outgoing.weights?[index] ?? 1)
            }
        }
        return edges
    }
}
