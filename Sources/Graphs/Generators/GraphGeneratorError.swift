import Essentials

/// An error in the parameters of a generated graph.
public enum GraphGeneratorError: Error, Equatable, Sendable {
    /// A whole number lies outside of what is possible.
    case outOfRange(String, value: Int, allowed: ClosedRange<Int>)

    /// A probability must be from 0 to 1.
    case notAProbability(String, value: Double)

    /// A number must be finite and greater than 0.
    case notPositive(String, value: Double)

    /// A number of neighbours on a ring must be even, half of them on either side.
    case oddNeighbourCount(Int)

    /// More edges than a graph can hold.
    case tooManyEdges(expected: Double)

    /// A graph that needs more memory than there can be: see `MemoryLimit`.
    case notEnoughMemory(MemoryShortage)

    /// The degrees of all vertices must add up to an even number: each edge has two ends.
    case oddDegreeSum(Int)

    /// No simple graph has these degrees, by the theorem of Erdős and Gallai.
    case notGraphical(degree: Int, rank: Int)

    /// The probabilities of a stochastic block model must be a symmetric matrix with a row for each block.
    case notASymmetricMatrix(blockCount: Int)
}

extension GraphGeneratorError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .outOfRange(let what, let value, let allowed):
            allowed.upperBound == .max
                ? "\(what) is \(value), but must be \(allowed.lowerBound) or greater"
                : "\(what) is \(value), but must be between \(allowed.lowerBound) and \(allowed.upperBound)"
        case .notAProbability(let what, let value):
            "\(what) is \(value), but must be between 0 and 1"
        case .notPositive(let what, let value):
            "\(what) is \(value), but must be a finite number greater than 0"
        case .oddNeighbourCount(let count):
            "the number of neighbours on the ring is \(count), but must be even: half of them are on either side"
        case .tooManyEdges(let expected):
            "the graph would have about \(expected) edges, but there can be at most \(AdjacencyRows.greatestCount / 2)"
        case .notEnoughMemory(let shortage):
            shortage.description
        case .oddDegreeSum(let sum):
            "the degrees add up to \(sum), but must add up to an even number: each edge has two ends"
        case .notGraphical(let degree, let rank):
            "no simple graph has these degrees: the \(rank) vertices of degree \(degree) or more have more ends of "
                + "edges than all others can take up"
        case .notASymmetricMatrix(let count):
            "the probabilities must be a symmetric matrix with \(count) rows and columns, one for each block"
        }
    }
}

// MARK: - Checks

extension GraphGeneratorError {
    /// The numbers of vertices that a graph can have, without the empty graph.
    static let vertexCounts = 1...Int(Int32.max)

    static func check(_ value: Int, _ what: String, in allowed: ClosedRange<Int>) throws(GraphGeneratorError) {
        guard allowed.contains(value) else { throw .outOfRange(what, value: value, allowed: allowed) }
    }

    static func check(vertexCount: Int, atLeast least: Int = 1) throws(GraphGeneratorError) {
        try check(vertexCount, "the number of vertices", in: least...Int(Int32.max))
        try check(MemoryShortage(vertexCount: vertexCount, edgeCount: 0))
    }

    static func check(probability: Double, _ what: String) throws(GraphGeneratorError) {
        guard probability >= 0, probability <= 1 else { throw .notAProbability(what, value: probability) }
    }

    /// - Parameters:
    ///   - expectedEdges: How many edges are to be expected.
    ///   - vertexCount: The number of vertices.
    ///   - bytesPerEdge: The bytes that an edge takes while the graph is made.
    ///   - bytesPerVertex: The bytes that a vertex takes.
    /// - Throws: ``GraphGeneratorError`` if a graph, or the memory of the machine, has no room for them.
    static func check(
        expectedEdges: Double, vertexCount: Int, bytesPerEdge: Double = 20, bytesPerVertex: Double = 16
    ) throws(GraphGeneratorError) {
        guard expectedEdges <= Double(AdjacencyRows.greatestCount / 2) else {
            throw .tooManyEdges(expected: expectedEdges)
        }
        try check(
            MemoryShortage(
                vertexCount: vertexCount, edgeCount: expectedEdges, bytesPerVertex: bytesPerVertex,
                bytesPerEdge: bytesPerEdge))
    }

    private static func check(_ shortage: MemoryShortage?) throws(GraphGeneratorError) {
        if let shortage { throw .notEnoughMemory(shortage) }
    }
}
