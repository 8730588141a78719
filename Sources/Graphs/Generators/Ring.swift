import Descriptions
import Essentials

/// A ring on which each vertex is joined to its nearest, and whose edges can be moved and added to: what small worlds begin with.
struct Ring {
    let vertexCount: Int
    let edgeCount: Int

    private var sources: ContiguousArray<Int32> = []
    private var targets: ContiguousArray<Int32> = []
    private var degrees: ContiguousArray<Int32>
    private var present: EdgeSet

    /// The same where most pairs are joined, so that a free one is seldom found by chance.
    private var bits: EdgeBits?

    init(vertexCount: Int, neighbourCount: Int) throws(GraphGeneratorError) {
        try GraphGeneratorError.check(vertexCount: vertexCount, atLeast: 3)
        try GraphGeneratorError.check(neighbourCount, "the number of neighbours on the ring", in: 2...vertexCount - 1)
        guard neighbourCount.isMultiple(of: 2) else { throw .oddNeighbourCount(neighbourCount) }
        let expected = Double(vertexCount) * Double(neighbourCount / 2)
        // There may be as many shortcuts; and the set of all edges.
        try GraphGeneratorError.check(expectedEdges: 2 * expected, vertexCount: vertexCount, bytesPerEdge: 36)
        self.vertexCount = vertexCount
        edgeCount = vertexCount * neighbourCount / 2
        degrees = ContiguousArray(repeating: Int32(neighbourCount), count: vertexCount)
        present = EdgeSet(capacity: 2 * edgeCount)
        bits = neighbourCount > vertexCount / 2 ? EdgeBits(vertexCount: vertexCount) : nil
        sources.reserveCapacity(edgeCount)
        targets.reserveCapacity(edgeCount)
        for distance in 1...neighbourCount / 2 {
            for vertex in 0..<vertexCount { add(Int32(vertex), Int32((vertex + distance) % vertexCount)) }
        }
    }

    var edges: EdgeColumns { EdgeColumns(sources: sources, targets: targets) }

    private mutating func add(_ source: Int32, _ target: Int32) {
        sources.append(source)
        targets.append(target)
        _ = present.insert(source, target)
        bits?.toggle(source, target)
    }

    /// Moves the further end of an edge to a random vertex, if there is one that is not a neighbour.
    mutating func rewire(_ edge: Int, _ random: inout RandomWords) {
        let (source, old) = (sources[edge], targets[edge])
        guard Int(degrees[Int(source)]) < vertexCount - 1 else { return }
        let target = freeVertex(for: source, &random)
        present.remove(source, old)
        _ = present.insert(source, target)
        bits?.toggle(source, old)
        bits?.toggle(source, target)
        targets[edge] = target
        degrees[Int(old)] -= 1
        degrees[Int(target)] += 1
    }

    /// A random vertex to which one is not joined; there must be such.
    private func freeVertex(for source: Int32, _ random: inout RandomWords) -> Int32 {
        if let bits {
            return bits.free(random.below(vertexCount - 1 - Int(degrees[Int(source)])), of: source)
        }
        while true {
            let target = Int32(truncatingIfNeeded: random.below(vertexCount))
            if target != source, !present.contains(source, target) { return target }
        }
    }

    /// Joins two random vertices that are not neighbours, if there are such.
    mutating func addShortcut(_ random: inout RandomWords) {
        guard sources.count < Graph.pairCount(vertexCount) else { return }
        while true {
            let source = Int32(truncatingIfNeeded: random.below(vertexCount))
            let target = Int32(truncatingIfNeeded: random.below(vertexCount))
            if source != target, !present.contains(source, target) { return add(source, target) }
        }
    }
}

extension GraphGenerators {
    static let ringNeighbours = Parameter(count: "neighbours", "the number of neighbours on the ring").example(4)
}
