import GSL

/// The autocorrelation of vectors of many nodes at equal intervals, such as their velocities, by the multiple-τ correlator
/// of ``Autocorrelation``, with its lags and pairs.
public final class VectorAutocorrelation {
    /// How many nodes there are.
    public let nodeCount: Int

    /// How many components a node's vector has.
    public let dimension: Int

    let scheme: MultipleTauScheme<ProductKernel>

    /// Creates a correlator without samples.
    ///
    /// - Parameters:
    ///   - nodeCount: How many nodes there are.
    ///   - dimension: How many components a node's vector has.
    ///   - pointCount: The number *p* of lags on a level, a multiple of the ratio up to 65536.
    ///   - ratio: The number *m*: each *m*-th vector of a level is passed to the next, at least 2.
    /// - Throws: `StatisticsError` if one of them is out of range.
    public init(
        nodeCount: Int, dimension: Int, points pointCount: Int = 16, ratio: Int = 2
    ) throws(StatisticsError) {
        try StatisticsError.check(nodeCount: nodeCount, dimension: dimension)
        self.nodeCount = nodeCount
        self.dimension = dimension
        scheme = try MultipleTauScheme(pointCount: pointCount, ratio: ratio, componentCount: nodeCount * dimension)
    }

    /// Adds the vectors of all nodes at one moment.
    ///
    /// - Parameter vectors: The components, ``nodeCount`` · ``dimension`` of them, always in the same order: node by node
    ///   or component by component. Those of a node that is not there are not numbers: it is left out of the pairs with this
    ///   moment.
    /// - Complexity: O(*p N*) on average with *N* components; memory O(*p N* log *n*).
    public func add(_ vectors: Span<Double>) {
        vectors.withUnsafeBufferPointer { scheme.add($0) }
    }

    /// The dot product **v**(*t*) · **v**(*t* + lag), averaged over the nodes and the pairs that there are. No mean is
    /// subtracted.
    ///
    /// - Complexity: O(*p* log *n*).
    public var correlation: [CorrelationPoint] { scheme.points(dividedBy: Double(nodeCount)) }

    /// The ``correlation`` in units of that at lag 0, which is 1 then.
    ///
    /// - Complexity: O(*p* log *n*).
    public var normalizedCorrelation: [CorrelationPoint] { correlation.normalized }
}

@available(*, unavailable, message: "A correlator belongs to one thread.")
extension VectorAutocorrelation: Sendable {}
