/// A set of undirected edges of a dense graph: for each pair of vertices, either way round, a bit.
///
/// Memory: n² / 8 bytes for n vertices, less than the edges themselves take where more than a few percent of all pairs are
/// joined.
struct EdgeBits {
    private var words: ContiguousArray<UInt64>
    private let vertexCount: Int
    private let rowLength: Int

    /// Creates an empty set. Each vertex counts as joined to itself.
    init(vertexCount: Int) {
        self.vertexCount = vertexCount
        rowLength = (vertexCount + 63) / 64
        words = ContiguousArray(repeating: 0, count: vertexCount * rowLength)
        for vertex in 0..<vertexCount {
            // The bits behind the last vertex are not free either.
            if vertexCount % 64 != 0 { words[(vertex + 1) * rowLength - 1] = ~0 << UInt64(vertexCount % 64) }
            toggle(vertex, vertex)
        }
    }

    /// Puts in an edge that is not there, or takes out one that is.
    mutating func toggle(_ a: Int32, _ b: Int32) {
        toggle(Int(a), Int(b))
        toggle(Int(b), Int(a))
    }

    private mutating func toggle(_ row: Int, _ vertex: Int) {
        words[row * rowLength + vertex / 64] ^= 1 << UInt64(vertex % 64)
    }

    /// The vertex of a rank, from 0, among those to which a vertex is not joined.
    ///
    /// - Complexity: O(n / 64) for n vertices.
    func free(_ rank: Int, of vertex: Int32) -> Int32 {
        var rest = rank
        for index in 0..<rowLength {
            var free = ~words[Int(vertex) * rowLength + index]
            if rest >= free.nonzeroBitCount {
                rest -= free.nonzeroBitCount
                continue
            }
            for _ in 0..<rest { free &= free - 1 }
            return Int32(truncatingIfNeeded: 64 * index + free.trailingZeroBitCount)
        }
        return vertex
    }
}
