import SimulationEngine

// Which edge of a vertex is rewired, and where to.

extension Graph {
    /// Chooses one of the edges that lead to a vertex from those that it chooses, each with the same probability.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - choice: What it chooses.
    ///   - states: The states of all vertices.
    ///   - draw: Draws a number below another one, once.
    /// - Returns: Where the edge begins; `nil` if there is none.
    /// - Complexity: O(d) for d neighbours.
    @inline(__always)
    func chosenInNeighbour(
        of vertex: Int, _ choice: PlannedRewiring.Choice, _ states: UnsafePointer<UInt8>, _ draw: (Int) -> Int
    ) -> Int? {
        var count = 0
        forEachInNeighbour(of: vertex) { count += choice.contains(states[$0], of: states[vertex]) ? 1 : 0 }
        guard count > 0 else { return nil }
        var (rest, end) = (draw(count), -1)
        forEachInNeighbour(of: vertex) { neighbour in
            guard choice.contains(states[neighbour], of: states[vertex]) else { return }
            if rest == 0 { end = neighbour }
            rest -= 1
        }
        return end
    }
}

extension StateMembers {
    /// Chooses a vertex among those that a vertex chooses from which no edge leads to it, and which is another one.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - choice: What it chooses.
    ///   - graph: The graph.
    ///   - states: The states of all vertices.
    ///   - draw: Draws a number below another one, as often as is asked.
    /// - Returns: The vertex; `nil` if there is none.
    /// - Complexity: O(d + s + n / m) on the mean for d neighbours, s states, and m vertices out of n chosen that can be it.
    @inline(__always)
    func newEnd(
        for vertex: Int, _ choice: PlannedRewiring.Choice, _ graph: Graph, _ states: UnsafePointer<UInt8>,
        _ draw: (Int) -> Int
    ) -> Int? {
        let own = states[vertex]
        let count = count(of: choice, for: own)
        var (known, excluded) = (-1, choice.contains(own, of: own) ? 1 : 0)
        // Neighbours are in ascending order, with those side by side to which there are several edges.
        graph.forEachInNeighbour(of: vertex) { neighbour in
            if neighbour != known, neighbour != vertex, choice.contains(states[neighbour], of: own) { excluded += 1 }
            known = neighbour
        }
        guard count > excluded else { return nil }
        while let other = self.vertex(draw(count), of: choice, for: own) {
            if other != vertex, !graph.hasEdge(from: other, to: vertex) { return other }
        }
        return nil
    }
}
