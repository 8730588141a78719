import Descriptions

extension Graph {
    /// A square lattice in which each vertex is joined to the eight around it; a torus where it is periodic.
    ///
    /// The vertex at (x, y) has the number x + width · y.
    ///
    /// - Parameters:
    ///   - sides: Width and height.
    ///   - periodic: True if opposite sides are joined. Sides are then at least 3.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if there are not two sides, if one is too short, or if there would be too many
    ///   vertices or edges.
    /// - Complexity: O(n) for n vertices.
    public static func mooreLattice(sides: [Int], periodic: Bool = false) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(sides.count, "the number of dimensions", in: 2...2)
        for side in sides {
            try GraphGeneratorError.check(side, "the length of a side", in: (periodic ? 3 : 1)...Int(Int32.max))
        }
        let (width, height) = (sides[0], sides[1])
        try GraphGeneratorError.check(vertexCount: width * height)
        try GraphGeneratorError.check(expectedEdges: 4 * Double(width * height), vertexCount: width * height)
        var edges = EdgeColumns(capacity: 4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                for (right, up) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
                    let (toX, toY) = (x + right, y + up)
                    guard periodic || (0..<width).contains(toX) && toY < height else { continue }
                    edges.append(y * width + x, toY % height * width + (toX + width) % width)
                }
            }
        }
        return Graph(vertexCount: width * height, generated: edges)
    }
}

extension GraphGenerators {
    static let mooreLattice = GraphGenerator(
        "moore-lattice", "a square lattice, each node joined to the eight around it",
        Parameter<[Int]>("sides", "width and height", kind: .list(of: .integer(1...Int.max), count: 2...2)).example([
            10, 10,
        ]), periodic
    ) { sides, periodic in
        { _ in try .mooreLattice(sides: sides, periodic: periodic) }
    }
}
