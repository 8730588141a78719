/// Why a measure of a graph cannot be had.
public enum GraphMeasureError: Error, Equatable, Sendable {
    /// The measure is defined for undirected graphs only.
    case needsUndirected(String)

    /// There must be a number for each vertex.
    case wrongCount(of: String, count: Int, vertexCount: Int)

    /// The graph has too many vertices for a matrix of all pairs.
    case tooManyVertices(String, vertexCount: Int, greatest: Int)

    /// A parameter must be in a range.
    case outOfRange(String, value: Int, ClosedRange<Int>)

    /// The iteration did not come close enough to an eigenvalue.
    case notConverged(String, steps: Int, error: Double)
}

extension GraphMeasureError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .needsUndirected(let measure): "\(measure) is defined for undirected graphs, but edges have a direction"
        case .wrongCount(let what, let count, let vertexCount):
            "there are \(count) \(what), but \(vertexCount) vertices: there must be one for each vertex"
        case .tooManyVertices(let measure, let count, let greatest):
            "\(measure) takes a matrix of all pairs of vertices, which is possible up to \(greatest), but there are \(count)"
        case .outOfRange(let what, let value, let range):
            "\(what) is \(value), but must be between \(range.lowerBound) and \(range.upperBound)"
        case .notConverged(let measure, let steps, let error):
            "\(measure) is not found after \(steps) steps of Lanczos's method: its error may still be \(error)"
        }
    }
}
