import SimulationEngine

/// The graph of a model, whose vertices and edges can come and go while the model is simulated.
///
/// A vertex that is removed keeps its number, and loses its edges.
public final class ChangingGraph {
    /// The graph as it is.
    @exclusivity(unchecked)
    public internal(set) var graph: Graph

    /// Which vertices are there.
    public let population: Population

    /// The changes of edges that have not been told.
    public let edgeChanges = EdgeChangeLog()

    /// The names of all vertices, once one has been added; as many as there are vertices, or made anew.
    private var names: Set<String> = []

    /// How often each edge has been set while the graph changed, by its ends; those that never were are missing. Who draws numbers
    /// for edges draws others for each edition, of which nothing is known yet.
    var editions: [UInt64: UInt32] = [:]

    /// Keeps numbers of edges, and follows each change of them.
    weak var follower: (any EdgeFollower)?

    /// Counts the changes, so that who keeps what follows from the graph knows when to make it anew.
    public internal(set) var revision = 0

    private let countsEditions: Bool

    /// Creates a graph that can change.
    ///
    /// - Parameters:
    ///   - graph: The graph as it is at the beginning.
    ///   - countsEditions: False if nobody draws numbers for edges, so that nothing is to be kept of those that have gone.
    init(_ graph: Graph, countingEditions countsEditions: Bool) {
        (self.graph, self.countsEditions) = (graph, countsEditions)
        population = Population(nodeCount: graph.vertexCount)
    }

    /// Creates a graph that can change.
    public convenience init(_ graph: Graph) { self.init(graph, countingEditions: true) }

    /// Adds a vertex without edges.
    ///
    /// - Parameter name: Its name, in a graph whose vertices have names.
    /// - Returns: Its number.
    /// - Throws: `GraphError.wrongNameCount(_:vertexCount:)`, `GraphError.invalidVertexCount(_:)`,
    ///   `GraphError.duplicateName(_:)`.
    /// - Complexity: O(1) amortised; O(n + m) for the first change of a graph.
    public func addVertex(name: String? = nil) throws(GraphError) -> Int {
        if let name, let known = graph.vertexNames {
            if names.count != known.count { names = Set(known) }
            guard !names.contains(name) else { throw .duplicateName(name) }
        }
        try graph.addVertices(1, names: name.map { [$0] })
        if let name { names.insert(name) }
        revision += 1
        return population.add()
    }

    /// Removes a vertex that is there, and its edges.
    ///
    /// - Precondition: The vertex is there.
    /// - Complexity: O(d²) for d neighbours and their neighbours; O(n + m) for the first change of a graph.
    public func removeVertex(_ vertex: Int) {
        population.remove(vertex)
        noteLoss(of: vertex, in: graph.outgoing) { note(vertex, $0, old: $1, new: nil) }
        if graph.isDirected {
            // Loops have been told.
            noteLoss(of: vertex, in: graph.incoming) { if $0 != vertex { note($0, vertex, old: $1, new: nil) } }
        }
        revision += 1
        // A vertex that was there is in range.
        try? graph.removeEdges(of: vertex)
        follower?.edgesHaveChanged(setting: nil)
    }

    /// Tells of the edges in the row of a vertex, of which an undirected loop stands there twice.
    private func noteLoss(of vertex: Int, in rows: AdjacencyRows, _ tell: (Int, Double) -> Void) {
        var isSecondEnd = false
        for index in rows.range(of: vertex) {
            let other = Int(rows.vertices[index])
            if other == vertex, !graph.isDirected {
                isSecondEnd.toggle()
                if !isSecondEnd { continue }
            }
            tell(other, rows.weights?[index] ?? 1)
        }
    }

    /// Adds an edge, gives it another weight, or removes it. Of several edges between two vertices it is the first; one that is
    /// removed leaves its place to the next, whose weight is told as the new one.
    ///
    /// - Parameters:
    ///   - weight: The weight, `nil` to remove the edge.
    ///   - source: The vertex from which it leads.
    ///   - target: The vertex to which it leads.
    /// - Throws: `GraphError`, also for an edge of a vertex that was removed. Nothing has changed then.
    /// - Complexity: O(d) amortised for vertices of d neighbours; O(n + m) for the first change of a graph.
    public func setWeight(_ weight: Double?, from source: Int, to target: Int) throws(GraphError) {
        for vertex in [source, target] where !population.contains(vertex) { throw .missingVertex(vertex) }
        let old = graph.weight(from: source, to: target)
        if let weight, weight != old { try follower?.check(source, target, weight) }
        switch (old, weight) {
        case (nil, nil): return
        // Nothing changes, and so neither does the luck of the edge.
        case (let old?, let weight?) where old == weight: return
        case (nil, let weight?): try graph.addEdge(from: source, to: target, weight: weight)
        case (_, nil): try graph.removeEdge(from: source, to: target)
        case (_, let weight?): try graph.setWeight(weight, from: source, to: target)
        }
        note(source, target, old: old, new: weight ?? graph.weight(from: source, to: target))
        follower?.edgesHaveChanged(setting: weight == nil ? nil : (source, target))
    }

    /// Has an edge that leads to a vertex begin at another vertex, with the weight that it has.
    ///
    /// - Throws: `GraphError`. Nothing has changed then.
    /// - Complexity: As ``setWeight(_:from:to:)``.
    func rewire(_ target: Int, from source: Int, to other: Int) throws(GraphError) {
        // What can fail comes first, so that no edge is lost.
        try setWeight(graph.weight(from: source, to: target), from: other, to: target)
        try setWeight(nil, from: source, to: target)
    }

    private func note(_ source: Int, _ target: Int, old: Double?, new: Double?) {
        revision += 1
        let (source, target) = inOrder(source, target)
        if new != nil, countsEditions { editions[edgeKey(source, target), default: 0] += 1 }
        edgeChanges.note(EdgeChange(source: source, target: target, old: old, new: new))
    }

    /// How often an edge has been set.
    func edition(ofEdgeFrom source: Int32, to target: Int32) -> UInt32 {
        let (source, target) = inOrder(Int(source), Int(target))
        return editions[edgeKey(source, target)] ?? 0
    }

    /// Where edges have no direction, the lesser end comes first.
    private func inOrder(_ source: Int, _ target: Int) -> (Int, Int) {
        !graph.isDirected && source > target ? (target, source) : (source, target)
    }

    private func edgeKey(_ source: Int, _ target: Int) -> UInt64 {
        UInt64(source) << 32 | UInt64(target)
    }
}

/// Keeps numbers of the edges of a graph that can change.
protocol EdgeFollower: AnyObject {
    /// Checks an edge before it is added or given another weight.
    func check(_ source: Int, _ target: Int, _ weight: Double) throws(GraphError)

    /// Is told that edges have gone, or that one has been set.
    func edgesHaveChanged(setting edge: (source: Int, target: Int)?)
}
