import Descriptions
import Essentials

/// A random geometric graph: points in the unit square or cube, joined where they are no further from each other than a
/// radius.
///
/// M. Penrose, *Random Geometric Graphs*, Oxford University Press 2003,
/// DOI 10.1093/acprof:oso/9780198506263.001.0001.
public struct RandomGeometricGraph: Equatable, Sendable {
    /// The graph.
    public let graph: Graph

    /// Where the vertices are; in two dimensions *z* is 0.
    public let positions: [SIMD3<Double>]

    /// Draws points and joins them.
    ///
    /// - Parameters:
    ///   - nodes: The number of points.
    ///   - radius: The greatest distance of points that are joined.
    ///   - dimension: 2 or 3.
    ///   - periodic: True if opposite sides of the square or cube are the same.
    ///   - streams: The random numbers.
    /// - Throws: ``GraphGeneratorError`` if a number is out of range or too many edges are to be expected.
    /// - Complexity: O(n + m) expected for n vertices and m edges.
    public init(
        nodes: Int, radius: Double, dimension: Int = 2, periodic: Bool = false, from streams: RandomStreams
    ) throws(GraphGeneratorError) {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(dimension, "the number of dimensions", in: 2...3)
        guard radius.isFinite, radius > 0 else { throw .notPositive("the radius", value: radius) }
        let volume = dimension == 2 ? Double.pi * radius * radius : 4 / 3 * Double.pi * radius * radius * radius
        // Positions and cells, too.
        try GraphGeneratorError.check(
            expectedEdges: Double(nodes) * Double(nodes) / 2 * min(1, volume), vertexCount: nodes,
            bytesPerVertex: 64)
        var random = streams.words(for: .graph)
        let positions = (0..<nodes).map { _ in
            SIMD3(random.uniform(), random.uniform(), dimension == 3 ? random.uniform() : 0)
        }
        let cells = UnitSquareCells(positions, radius: radius, dimension: dimension, isPeriodic: periodic)
        self.positions = positions
        graph = Graph(vertexCount: nodes, generated: cells.edges())
    }
}

extension GraphGenerators {
    static let randomGeometric = GraphGenerator(
        "random-geometric", "nodes in random places, joined where they are near", nodes,
        Parameter("radius", "the greatest distance of nodes that are joined", .positive).example(0.2),
        Parameter("dimension", "the number of dimensions", in: 2...3, default: 2), periodic
    ) { nodes, radius, dimension, periodic in
        {
            try RandomGeometricGraph(
                nodes: nodes, radius: radius, dimension: dimension, periodic: periodic, from: $0
            ).graph
        }
    }
}

/// Points sorted into cells that are no shorter than a radius, so that near points are in neighbouring cells.
private struct UnitSquareCells {
    let positions: [SIMD3<Double>]
    let radius: Double
    let isPeriodic: Bool
    private let cellCounts: SIMD3<Int>
    private let rows: AdjacencyRows

    init(_ positions: [SIMD3<Double>], radius: Double, dimension: Int, isPeriodic: Bool) {
        self.positions = positions
        self.radius = radius
        self.isPeriodic = isPeriodic
        // No more cells than points.
        var count = max(1, Int(min(1 / radius, 2e9)))
        while count > 1, Self.power(count, dimension) > Double(positions.count) { count = max(1, count * 9 / 10) }
        cellCounts = SIMD3(count, count, dimension == 3 ? count : 1)
        let cells = positions.map { [cellCounts] in Self.number(of: Self.cell(of: $0, cellCounts), cellCounts) }
        var counts = ContiguousArray<UInt32>(repeating: 0, count: Int(Self.power(count, dimension)) + 1)
        for cell in cells { counts[cell] += 1 }
        rows = AdjacencyRows(counts: counts, hasWeights: false) { filler in
            for (point, cell) in cells.enumerated() { filler.put(Int32(point), inRow: Int32(cell)) }
        }
    }

    private static func power(_ count: Int, _ dimension: Int) -> Double {
        let square = Double(count) * Double(count)
        return dimension == 2 ? square : square * Double(count)
    }

    private static func cell(of position: SIMD3<Double>, _ counts: SIMD3<Int>) -> SIMD3<Int> {
        SIMD3(
            Int(position.x * Double(counts.x)), Int(position.y * Double(counts.y)), Int(position.z * Double(counts.z)))
    }

    private static func number(of cell: SIMD3<Int>, _ counts: SIMD3<Int>) -> Int {
        cell.x + counts.x * (cell.y + counts.y * cell.z)
    }

    func edges() -> EdgeColumns {
        var edges = EdgeColumns()
        for (point, position) in positions.enumerated() {
            let cell = Self.cell(of: position, cellCounts)
            for z in around(cell.z, cellCounts.z) {
                for y in around(cell.y, cellCounts.y) {
                    for x in around(cell.x, cellCounts.x) {
                        for index in rows.range(of: Self.number(of: SIMD3(x, y, z), cellCounts)) {
                            let other = Int(rows.vertices[index])
                            if other < point, areNear(position, positions[other]) { edges.append(point, other) }
                        }
                    }
                }
            }
        }
        return edges
    }

    /// The cells along an axis that are next to one, each once.
    private func around(_ cell: Int, _ count: Int) -> [Int] {
        if count <= 3, isPeriodic { return Array(0..<count) }
        return (cell - 1...cell + 1).compactMap { neighbour in
            if isPeriodic { return (neighbour + count) % count }
            return (0..<count).contains(neighbour) ? neighbour : nil
        }
    }

    private func areNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
        var difference = a - b
        if isPeriodic { difference -= difference.rounded(.toNearestOrEven) }
        return (difference * difference).sum() <= radius * radius
    }
}
