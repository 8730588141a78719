import TestSupport

@testable import Networks

extension Graph {
    /// A random graph, always the same, of which each edge has another weight.
    static func withDifferentWeights(_ nodes: Int, degree: Double, isDirected: Bool = false) throws -> Graph {
        var generator = SeededGenerator(seed: 8)
        var edges: Set<[Int]> = []
        while Double(edges.count) < degree * Double(nodes) / (isDirected ? 1 : 2) {
            let ends = [Int.random(in: 0..<nodes, using: &generator), Int.random(in: 0..<nodes, using: &generator)]
            if ends[0] != ends[1] { edges.insert(isDirected ? ends : ends.sorted()) }
        }
        var columns = EdgeColumns(hasWeights: true)
        for (index, ends) in edges.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
            columns.append(ends[0], ends[1], weight: 1 + Double(index))
        }
        return try Graph(vertexCount: nodes, edges: columns, isDirected: isDirected)
    }
}
