/// The shape of a square lattice with periodic bounds in both directions and even sides: a checkerboard.
struct SquareTorus: Equatable {
    let width: Int
    let height: Int

    /// Looks whether a graph is such a lattice, with its vertices numbered row by row as `Graph.lattice(sides:periodic:)`
    /// does.
    ///
    /// - Complexity: O(n) for n vertices.
    init?(_ graph: Graph) {
        let count = graph.vertexCount
        guard !graph.isDirected, !graph.isWeighted, count >= 16, graph.degree(of: 0) == 4 else { return nil }
        // Vertex 0 is joined to 1, to the end of its row, and to the beginnings of the next and the last row.
        width = Int(graph.neighbours(of: 0)[2])
        guard width >= 4, count % width == 0 else { return nil }
        height = count / width
        guard height >= 4, width % 2 == 0, height % 2 == 0 else { return nil }
        guard (0..<count).allSatisfy({ isJoinedAsOnTorus($0, graph) }) else { return nil }
    }

    private func isJoinedAsOnTorus(_ vertex: Int, _ graph: Graph) -> Bool {
        let (y, x) = vertex.quotientAndRemainder(dividingBy: width)
        let neighbours = graph.neighbours(of: vertex)
        // The four that should be there are different.
        return neighbours.count == 4 && neighbours.contains(Int32(y * width + (x + 1) % width))
            && neighbours.contains(Int32(y * width + (x + width - 1) % width))
            && neighbours.contains(Int32((y + 1) % height * width + x))
            && neighbours.contains(Int32((y + height - 1) % height * width + x))
    }

    /// The sum of small numbers over the neighbours of a vertex.
    @inline(__always)
    func sum(of numbers: UnsafePointer<Int8>, around vertex: Int) -> Double {
        let y = Int(UInt32(truncatingIfNeeded: vertex) / UInt32(truncatingIfNeeded: width))
        let x = vertex &- y &* width
        let left = x == 0 ? vertex &+ width &- 1 : vertex &- 1
        let right = x == width &- 1 ? vertex &- x : vertex &+ 1
        let below = y == 0 ? vertex &+ width &* (height &- 1) : vertex &- width
        let above = y == height &- 1 ? x : vertex &+ width
        return Double(Int(numbers[left]) &+ Int(numbers[right]) &+ Int(numbers[below]) &+ Int(numbers[above]))
    }
}
