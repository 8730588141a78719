import SimulationEngine

/// A model on a graph.
public protocol GraphModel {
    /// The graph as it is, along whose edges nodes act on each other.
    var graph: Graph { get }

    /// The attributes of edges besides their weights, with a value for each of `graph.edges`; nothing unless implemented.
    var edgeAttributes: [GraphAttribute] { get }

    /// True if its nodes are the vertices of the graph; they are unless implemented.
    static var isOnVertices: Bool { get }
}

extension GraphModel {
    /// Nothing.
    public var edgeAttributes: [GraphAttribute] { [] }

    /// They are.
    public static var isOnVertices: Bool { true }
}

/// A model of vertices that are coupled along the edges of a graph that can change.
///
/// It has the names of the vertices and all that concerns edges for free.
public protocol NetworkModel: ChangingEdges, GraphModel {
    /// The graph.
    var network: ChangingGraph { get }
}

extension NetworkModel {
    /// The graph as it is.
    public var graph: Graph { network.graph }

    /// The number of vertices that there have ever been.
    public var nodeCount: Int {
        // Of the rows alone, since each step asks for it: the graph as a whole would be copied.
        network.graph.outgoing.rowCount
    }

    /// Which vertices are there.
    public var population: Population? { network.population }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { network.graph.vertexNames }

    /// True if edges have a direction.
    public var hasDirectedEdges: Bool { network.graph.isDirected }

    /// The changes of edges.
    public var edgeChanges: EdgeChangeLog { network.edgeChanges }

    /// The weight of an edge, 1 where edges have none, or `nil` if there is none.
    public func edgeWeight(from source: Int, to target: Int) -> Double? {
        network.graph.weight(from: source, to: target)
    }

    /// Adds an edge, gives it another weight, or removes it.
    ///
    /// - Throws: `GraphError`.
    public func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws {
        try network.setWeight(weight, from: source, to: target)
    }
}

extension NetworkModel where Self: DifferentialEquations {
    /// The column of the state that is the field.
    ///
    /// A model whose columns are not its fields implements this, and `SimulationModel.copyField(_:of:into:)`.
    public func column(ofField field: Int) -> Int? { field < state.columnCount ? field : nil }
}
