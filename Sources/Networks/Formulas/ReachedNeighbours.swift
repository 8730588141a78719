/// A neighbour to which it may matter in which state a vertex is.
struct ReachedNeighbour: BitwiseCopyable {
    let vertex: Int32

    /// How many edges lead to it.
    var edgeCount: Int32 = 1
}

/// Those of the neighbours of a vertex to which it may matter in which state it is, some at a time.
struct ReachedNeighbours: BitwiseCopyable {
    /// How many are found before they are told: enough for memory to arrive meanwhile, few enough for it to be there still.
    static let greatestCount = 32

    /// Whose neighbours they are; −1 if nobody's.
    private(set) var vertex = -1

    /// How many have been found last.
    var count = 0

    /// Where the row of the vertex goes on.
    var index = 0

    let neighbours: UnsafeMutablePointer<ReachedNeighbour>

    /// Finds neighbours in some memory.
    init(in memory: UnsafeMutablePointer<ReachedNeighbour>) { neighbours = memory }

    /// None yet of those of a vertex, whose row begins at a place.
    @inline(__always)
    mutating func begin(with vertex: Int, at start: Int) { (self.vertex, count, index) = (vertex, 0, start) }

    /// Nobody's.
    @inline(__always)
    mutating func forget() { vertex = -1 }
}
