import GSL

/// The mean squared displacement of nodes as a function of the lag, without keeping their paths.
///
/// The lags are those of the multiple-τ scheme (see ``Autocorrelation``): level *i* has every *mⁱ*-th position as it is. So every value is the exact average of the squared displacements
/// over its lag, from origins that are *mⁱ* sampling intervals apart, as in D. Dubbeldam, D. C. Ford, D. E. Ellis and
/// R. Q. Snurr, *A new perspective on the order-n algorithm for computing correlation functions*, Mol. Simul. 35 (2009),
/// [doi:10.1080/08927020902818039](https://doi.org/10.1080/08927020902818039).
///
/// In a periodic box, positions must be unwrapped.
public final class MeanSquaredDisplacement {
    /// How many nodes there are.
    public let nodeCount: Int

    /// How many coordinates a node has.
    public let dimension: Int

    let scheme: MultipleTauScheme<SquaredDistanceKernel>

    /// Creates one without samples.
    ///
    /// - Parameters:
    ///   - nodeCount: How many nodes there are.
    ///   - dimension: How many coordinates a node has.
    ///   - pointCount: The number *p* of lags on a level, a multiple of the ratio up to 65536.
    ///   - ratio: The number *m*: each *m*-th position of a level is passed to the next, at least 2.
    /// - Throws: `StatisticsError` if one of them is out of range.
    public init(
        nodeCount: Int, dimension: Int, points pointCount: Int = 16, ratio: Int = 2
    ) throws(StatisticsError) {
        try StatisticsError.check(nodeCount: nodeCount, dimension: dimension)
        self.nodeCount = nodeCount
        self.dimension = dimension
        scheme = try MultipleTauScheme(pointCount: pointCount, ratio: ratio, componentCount: nodeCount * dimension)
    }

    /// Adds the positions of all nodes at one moment.
    ///
    /// - Parameter positions: The coordinates, ``nodeCount`` · ``dimension`` of them, always in the same order: node by
    ///   node or coordinate by coordinate. Those of a node that is not there are not numbers: it is left out of the pairs
    ///   with this moment.
    /// - Complexity: O(*p N*) on average with *N* coordinates; memory O(*p N* log *n*).
    public func add(_ positions: Span<Double>) {
        positions.withUnsafeBufferPointer { scheme.add($0) }
    }

    /// How many moments were added.
    public var sampleCount: Int { scheme.levels.first?.sampleCount ?? 0 }

    /// The squared displacement, averaged over the nodes and the origins that there are.
    ///
    /// - Complexity: O(*p* log *n*).
    public var displacement: [CorrelationPoint] { scheme.points(dividedBy: Double(nodeCount)) }
}

@available(*, unavailable, message: "It belongs to one thread.")
extension MeanSquaredDisplacement: Sendable {}
