/// The vertices of a cluster that grows from one of them along edges, in the order in which they join.
struct GrowingCluster {
    /// The vertices.
    private(set) var members: [Int32] = []

    /// Grows a new cluster.
    ///
    /// - Parameters:
    ///   - start: The first vertex.
    ///   - adjacency: The edges.
    ///   - joins: Says whether a neighbour joins because of an edge from a member, given the vertices and the position of the
    ///     edge. It must say no for members.
    /// - Complexity: O(s) for s edges at the members.
    @inline(__always)
    mutating func grow(
        from start: Int, along adjacency: Adjacency, _ joins: (_ member: Int, _ neighbour: Int, _ edge: Int) -> Bool
    ) {
        members.removeAll(keepingCapacity: true)
        members.append(Int32(start))
        var next = 0
        while next < members.count {
            let member = Int(members[next])
            next += 1
            for edge in adjacency.range(of: member) {
                let neighbour = Int(adjacency.neighbours[edge])
                if joins(member, neighbour, edge) { members.append(Int32(neighbour)) }
            }
        }
    }
}
