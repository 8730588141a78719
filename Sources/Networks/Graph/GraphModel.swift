/// A model on a graph.
public protocol GraphModel {
    /// The graph as it is, along whose edges nodes act on each other.
    var graph: Graph { get }

    /// What edges have besides their weights, with a value for each of `graph.edges`; nothing unless implemented.
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
