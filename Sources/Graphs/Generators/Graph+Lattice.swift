import Descriptions

extension Graph {
    /// A lattice in any dimension, each vertex joined to the nearest ones along each axis; a torus where it is periodic.
    ///
    /// The vertex at (x₀, x₁, …) has the number x₀ + L₀ (x₁ + L₁ (x₂ + …)) for the side lengths L.
    ///
    /// - Parameters:
    ///   - sides: The number of vertices along each axis.
    ///   - periodic: True if the last vertex of each row is joined to its first. Sides are then at least 3, since two
    ///     vertices would be joined twice and one to itself.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if there are no axes, if a side is too short, or if there would be too many
    ///   vertices or edges.
    /// - Complexity: O(n) for n vertices and a given dimension.
    public static func lattice(sides: [Int], periodic: Bool = false) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(sides.count, "the number of dimensions", in: 1...31)
        var vertexCount = 1
        for side in sides {
            try GraphGeneratorError.check(side, "the length of a side", in: (periodic ? 3 : 1)...Int(Int32.max))
            vertexCount *= side
            try GraphGeneratorError.check(vertexCount: vertexCount)
        }
        try GraphGeneratorError.check(
            expectedEdges: Double(vertexCount) * Double(sides.count), vertexCount: vertexCount)
        var edges = EdgeColumns(capacity: vertexCount * sides.count)
        var stride = 1
        for side in sides {
            for vertex in 0..<vertexCount {
                if vertex / stride % side < side - 1 {
                    edges.append(vertex, vertex + stride)
                } else if periodic {
                    edges.append(vertex, vertex - (side - 1) * stride)
                }
            }
            stride *= side
        }
        return Graph(vertexCount: vertexCount, generated: edges)
    }
}

extension GraphGenerators {
    static let lattice = GraphGenerator(
        "lattice", "a lattice in any dimension, each node joined to the nearest along each axis",
        Parameter<[Int]>(
            "sides", "the number of nodes along each axis",
            kind: .either(
                .integer(1...Int.max), or: .list(of: .integer(1...Int.max), count: 1...ParameterKind.greatestCount))
        ).example([10, 10]), periodic
    ) { sides, periodic in
        { _ in try .lattice(sides: sides, periodic: periodic) }
    }
}
