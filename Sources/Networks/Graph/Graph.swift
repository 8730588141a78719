/// An undirected simple graph in compressed sparse row form: the neighbours of all vertices in one array, those of one
/// vertex next to each other and in ascending order.
///
/// Memory: 8 bytes a vertex and 8 bytes an edge.
public struct Graph: Equatable, Sendable {
    /// Where the neighbours of each vertex begin in ``neighbours``, and at the end their number: one element more than
    /// there are vertices.
    public let offsets: ContiguousArray<Int>

    /// The neighbours of vertex 0, then those of vertex 1, and so on. Each edge stands here twice.
    public let neighbours: ContiguousArray<Int32>

    /// Creates a graph.
    ///
    /// - Parameters:
    ///   - vertexCount: The number of vertices, which are numbered from 0.
    ///   - edges: The edges, each once, in any order and direction.
    /// - Throws: ``GraphError`` with the first edge that is out of range, a loop, or there already.
    /// - Complexity: O(n + m log d) for n vertices, m edges and the largest degree d.
    public init(vertexCount: Int, edges: [(Int, Int)]) throws(GraphError) {
        guard vertexCount >= 0, vertexCount <= Int(Int32.max) else { throw .invalidVertexCount(vertexCount) }
        var offsets = ContiguousArray(repeating: 0, count: vertexCount + 1)
        for (index, (a, b)) in edges.enumerated() {
            for vertex in [a, b] where !(0..<vertexCount).contains(vertex) {
                throw .vertexOutOfRange(vertex, edge: index, vertexCount: vertexCount)
            }
            guard a != b else { throw .loop(vertex: a, edge: index) }
            offsets[a + 1] += 1
            offsets[b + 1] += 1
        }
        for vertex in 0..<vertexCount { offsets[vertex + 1] += offsets[vertex] }
        var next = offsets
        var neighbours = ContiguousArray<Int32>(repeating: 0, count: 2 * edges.count)
        for (a, b) in edges {
            neighbours[next[a]] = Int32(b)
            neighbours[next[b]] = Int32(a)
            next[a] += 1
            next[b] += 1
        }
        for vertex in 0..<vertexCount {
            let range = offsets[vertex]..<offsets[vertex + 1]
            neighbours[range].sort()
            for index in range.dropFirst() where neighbours[index] == neighbours[index - 1] {
                throw .duplicateEdge(min(vertex, Int(neighbours[index])), max(vertex, Int(neighbours[index])))
            }
        }
        self.offsets = offsets
        self.neighbours = neighbours
    }

    /// The number of vertices.
    public var vertexCount: Int { offsets.count - 1 }

    /// The number of edges.
    public var edgeCount: Int { neighbours.count / 2 }

    /// The number of neighbours of a vertex.
    public func degree(of vertex: Int) -> Int {
        offsets[vertex + 1] - offsets[vertex]
    }

    /// The neighbours of a vertex in ascending order.
    public func neighbours(of vertex: Int) -> ContiguousArray<Int32>.SubSequence {
        neighbours[offsets[vertex]..<offsets[vertex + 1]]
    }
}

/// What can be wrong with the edges of a graph.
public enum GraphError: Error, Equatable, Sendable {
    /// The number of vertices must be from 0 to 2³¹ − 1.
    case invalidVertexCount(Int)

    /// An edge leads to a vertex that does not exist.
    case vertexOutOfRange(Int, edge: Int, vertexCount: Int)

    /// An edge joins a vertex to itself.
    case loop(vertex: Int, edge: Int)

    /// An edge is there twice.
    case duplicateEdge(Int, Int)
}

extension GraphError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidVertexCount(let count):
            "a graph of \(count) vertices cannot be: the number must be from 0 to \(Int32.max)"
        case .vertexOutOfRange(let vertex, let edge, let count):
            "edge \(edge) leads to vertex \(vertex), but the \(count) vertices are numbered from 0"
        case .loop(let vertex, let edge):
            "edge \(edge) joins vertex \(vertex) to itself: the graph must be simple"
        case .duplicateEdge(let a, let b):
            "the edge between \(a) and \(b) is there twice: the graph must be simple"
        }
    }
}
