extension Graph {
    /// The graph of some vertices and of all edges between them.
    ///
    /// - Parameter vertices: The vertices, in ascending order; they are numbered anew, in this order.
    /// - Returns: The graph.
    /// - Throws: ``GraphError/vertexOutOfRange(_:edge:vertexCount:)``.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func subgraph(of vertices: [Int]) throws(GraphError) -> Graph {
        var numbers = [Int32](repeating: -1, count: vertexCount)
        for (number, vertex) in vertices.enumerated() {
            guard numbers.indices.contains(vertex) else {
                throw .vertexOutOfRange(vertex, edge: 0, vertexCount: vertexCount)
            }
            guard numbers[vertex] < 0 else { throw .repeatedVertex(vertex) }
            numbers[vertex] = Int32(number)
        }
        let all = edges
        var columns = EdgeColumns(hasWeights: isWeighted)
        for index in 0..<all.count {
            let (source, target) = (numbers[Int(all.sources[index])], numbers[Int(all.targets[index])])
            guard source >= 0, target >= 0 else { continue }
            columns.append(source, target, weight: all.weights?[index] ?? 1)
        }
        return try Graph(
            vertexCount: vertices.count, edges: columns, isDirected: isDirected, allowing: allowedEdges,
            vertexNames: vertexNames.map { names in vertices.map { names[$0] } })
    }
}
