import Essentials

/// An error in the edges of a graph.
public enum GraphError: Error, Equatable, Sendable {
    /// The number of vertices must be from 0 to 2³¹ − 1.
    case invalidVertexCount(Int)

    /// There can be at most 2³¹ − 1 edges.
    case tooManyEdges(Int)

    /// The graph needs more memory than there can be: see `MemoryLimit`.
    case notEnoughMemory(MemoryShortage)

    /// An edge leads to a vertex that does not exist.
    case vertexOutOfRange(Int, edge: Int, vertexCount: Int)

    /// An edge joins a vertex to itself.
    case loop(vertex: Int, edge: Int)

    /// An edge is there twice.
    case duplicateEdge(Int, Int, isDirected: Bool)

    /// A weight must be finite.
    case weightNotFinite(Double, edge: Int)

    /// An edge that is to be changed is not there.
    case missingEdge(Int, Int, isDirected: Bool)

    /// A variable of an edge would not begin with a finite number.
    case edgeVariableNotFinite(String, value: Double, Int, Int)

    /// An edge is to be added of which it is not known with what a variable begins.
    case missingEdgeNumber(String, Int, Int)

    /// There must be a number for each edge.
    case wrongEdgeNumberCount(of: String, count: Int, edgeCount: Int)

    /// A vertex was removed.
    case missingVertex(Int)

    /// A vertex is to be in a subgraph twice.
    case repeatedVertex(Int)

    /// A vertex is to have the name of another one.
    case duplicateName(String)

    /// The edges have no weights.
    case notWeighted

    /// A graph that is changed edge by edge can have at most 2²⁹ ends of edges.
    case tooManyEdgesToChange(Int)

    /// There must be a name for each vertex or none at all.
    case wrongNameCount(Int, vertexCount: Int)
}

extension GraphError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidVertexCount(let count):
            "a graph of \(count) vertices cannot be: the number must be from 0 to \(Int32.max)"
        case .tooManyEdges(let count):
            "a graph of \(count) edges cannot be: there can be at most \(AdjacencyRows.greatestCount / 2)"
        case .notEnoughMemory(let shortage):
            shortage.description
        case .vertexOutOfRange(let vertex, let edge, let count):
            "edge \(edge) leads to vertex \(vertex), but the \(count) vertices are numbered from 0"
        case .loop(let vertex, let edge):
            "edge \(edge) joins vertex \(vertex) to itself: the graph must be simple"
        case .duplicateEdge(let a, let b, let isDirected):
            "the edge \(isDirected ? "from" : "between") \(a) \(isDirected ? "to" : "and") \(b) is there twice: "
                + "the graph must be simple"
        case .weightNotFinite(let weight, let edge):
            "the weight \(weight) of edge \(edge) is not a finite number"
        case .missingEdge(let a, let b, let isDirected):
            "there is no edge \(isDirected ? "from" : "between") \(a) \(isDirected ? "to" : "and") \(b)"
        case .edgeVariableNotFinite(let name, let value, let source, let target):
            "'\(name)' of the edge from \(source) to \(target) would begin with \(value.isNaN ? "nan" : value.description), "
                + "but must be a finite number"
        case .missingEdgeNumber(let name, let source, let target):
            "the edge from \(source) to \(target) cannot be there, since its '\(name)' is not known: only edges for which the graph "
                + "was given one can"
        case .wrongEdgeNumberCount(let name, let count, let edgeCount):
            "there are \(count) numbers '\(name)', but \(edgeCount) edges: there must be one for each edge"
        case .missingVertex(let vertex):
            "vertex \(vertex) was removed, so that it can have no edges"
        case .repeatedVertex(let vertex):
            "vertex \(vertex) is named twice: each vertex of a subgraph must be named once"
        case .duplicateName(let name):
            "there is a vertex '\(name)' already: the names of vertices must differ"
        case .notWeighted:
            "the edges of the graph have no weights: an edge is there or not, with weight 1"
        case .tooManyEdgesToChange(let count):
            "a graph of \(count) edges cannot get more of them one by one: make a new graph instead"
        case .wrongNameCount(let count, let vertexCount):
            "there are \(count) names, but \(vertexCount) vertices: there must be one for each vertex"
        }
    }
}
