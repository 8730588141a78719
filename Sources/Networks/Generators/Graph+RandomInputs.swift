import SimulationEngine

extension Graph {
    /// A directed graph in which each vertex has the same number of different inputs, drawn from all vertices, itself
    /// included: that of an N-K network.
    ///
    /// S. A. Kauffman, Journal of Theoretical Biology 22 (1969) 437, DOI 10.1016/0022-5193(69)90015-0.
    ///
    /// - Parameters:
    ///   - vertexCount: The number of vertices N.
    ///   - inputCount: The number of edges K that lead to each vertex.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or not as many as inputs; ``GraphError`` if there are too
    ///   many edges.
    /// - Complexity: O(N K) expected.
    public static func randomInputs(
        vertexCount: Int, inputCount: Int, from streams: RandomStreams
    ) throws -> Graph {
        try GraphGeneratorError.check(vertexCount: vertexCount)
        try GraphGeneratorError.check(inputCount, "the number of inputs", in: 0...vertexCount)
        try GraphGeneratorError.check(
            expectedEdges: Double(vertexCount) * Double(inputCount), vertexCount: vertexCount)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns(capacity: vertexCount * inputCount)
        for vertex in 0..<vertexCount {
            random.forEachSample(inputCount, below: vertexCount) { edges.append($0, vertex) }
        }
        return try Graph(vertexCount: vertexCount, edges: edges, isDirected: true, allowing: .loops)
    }
}
