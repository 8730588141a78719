/// In which order a sweep updates the vertices.
public enum SweepOrder: String, CaseIterable, Sendable {
    /// As many vertices as there are, each drawn anew.
    case random

    /// Each vertex once, in the order of their numbers.
    case sequential

    /// Each vertex once: first those of one colour of a checkerboard, then those of the other, so that those of a colour
    /// do not act on each other and can be updated at the same time. The graph must be bipartite.
    case checkerboard
}

/// The two classes of the vertices of a bipartite graph, each in ascending order.
struct VertexColors {
    let vertices: [[Int32]]

    /// Colours vertices. The first vertex of each component has the first colour.
    ///
    /// - Throws: ``MonteCarloError`` if there is a cycle of odd length.
    /// - Complexity: O(n + m) for n vertices and m edges.
    init(of graph: Graph) throws(MonteCarloError) {
        var colors = [UInt8](repeating: 2, count: graph.vertexCount)
        var stack: [Int32] = []
        for start in colors.indices where colors[start] == 2 {
            colors[start] = 0
            stack.append(Int32(start))
            while let vertex = stack.popLast() {
                for neighbour in graph.neighbours(of: Int(vertex)) {
                    if colors[Int(neighbour)] == 2 {
                        colors[Int(neighbour)] = 1 - colors[Int(vertex)]
                        stack.append(neighbour)
                    } else if colors[Int(neighbour)] == colors[Int(vertex)] {
                        throw .notBipartite(vertex: Int(neighbour))
                    }
                }
            }
        }
        vertices = (0..<2).map { color in
            colors.indices.lazy.filter { colors[$0] == color }.map { Int32($0) }
        }
    }
}

extension Graph {
    /// Throws unless the vertices can be coloured with two colours so that each edge joins two different ones.
    ///
    /// - Throws: ``MonteCarloError/notBipartite(vertex:)``.
    /// - Complexity: O(n + m) for n vertices and m edges.
    package func checkIsBipartite() throws(MonteCarloError) {
        _ = try VertexColors(of: self)
    }
}
