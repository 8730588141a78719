import Essentials

extension MemoryShortage {
    /// The shortage of a graph, or `nil` if there is as much memory, whether it is free or not.
    ///
    /// - Parameters:
    ///   - vertexCount: How many vertices the graph has.
    ///   - edgeCount: How many edges it has.
    ///   - bytesPerVertex: The bytes that a vertex takes while the graph is made.
    ///   - bytesPerEdge: The bytes that an edge takes: the columns, and both of its ends in the rows.
    init?(vertexCount: Int, edgeCount: Double, bytesPerVertex: Double = 16, bytesPerEdge: Double = 20) {
        self.init(of: "the graph", bytes: Double(vertexCount) * bytesPerVertex + edgeCount * bytesPerEdge)
    }
}
