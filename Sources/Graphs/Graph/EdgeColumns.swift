/// Edges on their way into a ``Graph``, in any order: a column of sources, one of targets and, if they have weights, one
/// of weights.
///
/// Memory: 8 bytes an edge, 16 with weights.
public struct EdgeColumns: Equatable, Sendable {
    /// Where the edges begin.
    public private(set) var sources: ContiguousArray<Int32> = []

    /// Where the edges end.
    public private(set) var targets: ContiguousArray<Int32> = []

    /// The weights, if the edges have any.
    public private(set) var weights: ContiguousArray<Double>?

    /// Creates empty columns.
    ///
    /// - Parameters:
    ///   - hasWeights: True if each edge has a weight.
    ///   - capacity: The number of edges for which room is made at once, up to 2²⁸; there can be more.
    public init(hasWeights: Bool = false, capacity: Int = 0) {
        let capacity = min(max(0, capacity), 1 << 28)
        sources.reserveCapacity(capacity)
        targets.reserveCapacity(capacity)
        guard hasWeights else { return }
        weights = []
        weights?.reserveCapacity(capacity)
    }

    /// Edges from columns of the same length.
    init(
        sources: ContiguousArray<Int32>, targets: ContiguousArray<Int32>, weights: ContiguousArray<Double>? = nil
    ) {
        self.sources = sources
        self.targets = targets
        self.weights = weights
    }

    /// The number of edges.
    public var count: Int { sources.count }

    /// Appends an edge.
    ///
    /// - Parameters:
    ///   - source: A vertex. What cannot be one is refused when the graph is made.
    ///   - target: Another vertex.
    ///   - weight: Its weight, which is left out of account if the edges have none.
    /// - Complexity: O(1) amortised.
    @inlinable
    public mutating func append(_ source: Int, _ target: Int, weight: Double = 1) {
        append(Int32(clamping: source), Int32(clamping: target), weight: weight)
    }

    @usableFromInline
    mutating func append(_ source: Int32, _ target: Int32, weight: Double) {
        sources.append(source)
        targets.append(target)
        weights?.append(weight)
    }
}
