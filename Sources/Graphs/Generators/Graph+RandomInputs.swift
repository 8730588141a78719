import Descriptions
import Essentials

extension Graph {
    /// A directed graph in which each vertex has the same number of different inputs, drawn from all vertices, itself
    /// included: that of an N-K network.
    ///
    /// S. A. Kauffman, Journal of Theoretical Biology 22 (1969) 437, DOI 10.1016/0022-5193(69)90015-0.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices N.
    ///   - inputs: The number of edges K that lead to each vertex.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or not as many as inputs; ``GraphError`` if there are too
    ///   many edges.
    /// - Complexity: O(N K) expected.
    public static func randomInputs(
        nodes: Int, inputs: Int, from streams: RandomStreams
    ) throws -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(inputs, "the number of inputs", in: 0...nodes)
        try GraphGeneratorError.check(
            expectedEdges: Double(nodes) * Double(inputs), vertexCount: nodes)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns(capacity: nodes * inputs)
        for vertex in 0..<nodes {
            random.forEachSample(inputs, below: nodes) { edges.append($0, vertex) }
        }
        return try Graph(vertexCount: nodes, edges: edges, isDirected: true, allowing: .loops)
    }
}

extension GraphGenerators {
    static let randomInputs = GraphGenerator(
        "random-inputs", "directed, with the same number of random inputs for each node",
        references: [
            Reference(
                "S. A. Kauffman", "Metabolic stability and epigenesis in randomly constructed genetic nets",
                "Journal of Theoretical Biology", "22", page: "437", year: 1969, doi: "10.1016/0022-5193(69)90015-0")
        ],
        nodes, Parameter(count: "inputs", "the number of edges that lead to each node", atLeast: 0).example(2)
    ) { nodes, inputs in
        { try .randomInputs(nodes: nodes, inputs: inputs, from: $0) }
    }
}
