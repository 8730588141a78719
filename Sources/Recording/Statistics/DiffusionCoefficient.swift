import GSL

/// The diffusion coefficient of nodes in *d* dimensions, in two ways:
///
/// - Einstein's: a *d*-th of half the slope of the mean squared displacement, by a straight line through it between two lags
///   (A. Einstein, Annalen der Physik 322 (1905) 549, DOI 10.1002/andp.19053220806);
/// - Green and Kubo's: a *d*-th of the integral of the velocity autocorrelation from 0 to the greater of these lags, by the
///   trapezoidal rule (R. Kubo, Journal of the Physical Society of Japan 12 (1957) 570, DOI 10.1143/JPSJ.12.570).
///
/// The nodes are dealt into groups. Each gives a value of its own, and the mean of these is the result. There are two estimates of
/// its error:
///
/// - the standard deviation of the values of groups over the root of their number, which holds as far as groups are independent;
/// - the standard deviation over the root of their number of the values of successive windows in time, of all nodes, each
///   as long as the greater lag or longer. In a liquid particles are fast and slow together, and this is the greater one. The
///   displacements over a lag *τ* that reach from one window of length *T* into the next correlate their values, for which its
///   square is widened by a part *τ*/(4 *T*), as for free Brownian motion.
///
/// Where the square of one is more than 1.6 times that of the other, the greater one is told: so it is right whatever moves
/// together, and also where some nodes are faster than others for ever. Else they are estimates of one error, and the mean of their
/// squares is taken. What is told is widened by a part 1/(4 *ν*) with the degrees of freedom *ν*. Intervals of one and two errors
/// contain the true coefficient with a probability of 66–71 % and 93.5–96 %, whatever the ratio of the two is.
///
/// With fewer than ``minimumGroupCount`` groups, or ``minimumWindowCount`` windows, there is no error: some 30 times the greater
/// lag is enough.
///
/// Displacements and velocities are correlated by ``MeanSquaredDisplacement`` and ``VectorAutocorrelation``.
public final class DiffusionCoefficient {
    /// A result with its error.
    public struct Estimate: Equatable, Sendable {
        /// The diffusion coefficient.
        public let value: Double

        /// Its error: the true coefficient lies within it with a probability of 68 %, within two of it with one of 95 %. Not
        /// a number if there are too few groups or windows.
        public let error: Double
    }

    /// Of how many groups an error is told at least.
    public static let minimumGroupCount = 20

    /// Of how many windows in time an error is told at least: as many as of groups. The greater of two estimates that differ is right only
    /// as often as each of them is known well.
    public static let minimumWindowCount = 20

    /// How many nodes there are.
    public let nodeCount: Int

    /// Into how many groups they are dealt.
    public var groupCount: Int { groups.count }

    /// The number *d* of components of positions and velocities.
    public let dimension: Int

    /// The lags between which the mean squared displacement is taken for a straight line.
    public let lags: ClosedRange<Double>

    private let interval: Double
    let groups: [Group]

    /// Of all groups together.
    var displacementHistory = PairSumHistory()
    var correlationHistory = PairSumHistory()

    /// The nodes of which the number is that of the group, in turn.
    final class Group {
        let displacement: MeanSquaredDisplacement
        let correlation: VectorAutocorrelation
        var vectors: [Double] = []

        init(
            nodeCount: Int, dimension: Int, lags: SeriesStatistics.Options.Autocorrelation
        ) throws(StatisticsError) {
            displacement = try MeanSquaredDisplacement(
                nodeCount: nodeCount, dimension: dimension, points: lags.points, ratio: lags.ratio)
            correlation = try VectorAutocorrelation(
                nodeCount: nodeCount, dimension: dimension, points: lags.points, ratio: lags.ratio)
        }
    }

    /// Creates one without samples.
    ///
    /// - Parameters:
    ///   - nodeCount: How many nodes there are.
    ///   - dimension: How many components positions and velocities have.
    ///   - interval: The time from one sample to the next.
    ///   - lags: The lags between which the mean squared displacement is taken for a straight line, as times.
    ///   - groupCount: Into how many groups the nodes are dealt; 24, or as many as there are nodes, unless given.
    ///   - points: The number of lags on a level, and by how much lags are longer on the next; see ``Autocorrelation``.
    /// - Throws: `StatisticsError` if a number is out of range.
    public init(
        nodeCount: Int, dimension: Int, interval: Double, lags: ClosedRange<Double>, groups groupCount: Int? = nil,
        points: SeriesStatistics.Options.Autocorrelation = .init()
    ) throws(StatisticsError) {
        try StatisticsError.check(nodeCount: nodeCount, dimension: dimension)
        let groupCount = groupCount ?? min(24, nodeCount)
        try StatisticsError.check("number of groups", groupCount, in: 1...nodeCount)
        try StatisticsError.check("interval between samples", isPositive: interval)
        try StatisticsError.check("greater lag", isPositive: lags.upperBound)
        self.nodeCount = nodeCount
        self.dimension = dimension
        self.interval = interval
        self.lags = lags
        var groups: [Group] = []
        for group in 0..<groupCount {
            let count = nodeCount / groupCount + (group < nodeCount % groupCount ? 1 : 0)
            groups.append(try Group(nodeCount: count, dimension: dimension, lags: points))
        }
        self.groups = groups
    }

    /// Adds the positions, which must not be wrapped, and velocities of all nodes at one moment. Those of nodes that are not
    /// there are not numbers: averages over a lag are of the nodes that are there at both of its ends.
    ///
    /// - Parameters:
    ///   - positions: The components, node by node.
    ///   - velocities: The components, node by node.
    public func add(positions: [Double], velocities: [Double]) {
        precondition(positions.count == nodeCount * dimension, "each node has \(dimension) coordinates")
        precondition(velocities.count == nodeCount * dimension, "each node has \(dimension) components of velocity")
        for (number, group) in groups.enumerated() {
            deal(positions, to: group, number)
            group.vectors.withUnsafeBufferPointer { group.displacement.add($0.span) }
            deal(velocities, to: group, number)
            group.vectors.withUnsafeBufferPointer { group.correlation.add($0.span) }
        }
        if displacementHistory.isDue(after: sampleCount) {
            displacementHistory.note(total { $0.displacement.scheme.sums })
            correlationHistory.note(total { $0.correlation.scheme.sums })
        }
    }

    private func total(_ sums: (Group) -> [ComponentSums]) -> [ComponentSums] {
        var total = sums(groups[0])
        for group in groups.dropFirst() {
            for (lag, part) in sums(group).enumerated() {
                total[lag].total += part.total
                total[lag].termCount += part.termCount
            }
        }
        return total
    }

    private func deal(_ vectors: [Double], to group: Group, _ number: Int) {
        group.vectors.removeAll(keepingCapacity: true)
        for node in stride(from: number, to: nodeCount, by: groups.count) {
            group.vectors.append(contentsOf: vectors[node * dimension..<(node + 1) * dimension])
        }
    }

    /// From the mean squared displacement; `nil` unless samples reach over two lags of the range.
    public var einstein: Estimate? {
        let coefficient = { (points: [CorrelationPoint]) in
            self.slope(of: points).map { $0 / (2 * Double(self.dimension)) }
        }
        return estimate(
            of: groups.map { coefficient($0.displacement.displacement) },
            error: variance(in: displacementHistory, coefficient))
    }

    /// From the velocity autocorrelation; `nil` unless samples reach over the range.
    public var greenKubo: Estimate? {
        let coefficient = { (points: [CorrelationPoint]) in
            self.integral(of: points).map { $0 / Double(self.dimension) }
        }
        return estimate(
            of: groups.map { coefficient($0.correlation.correlation) },
            error: variance(in: correlationHistory, coefficient))
    }

    private func estimate(of values: [Double?], error variance: VarianceOfMean?) -> Estimate? {
        let known = values.compactMap { $0 }
        guard known.count == values.count else { return nil }
        let mean = known.reduce(0, +) / Double(known.count)
        guard known.count >= Self.minimumGroupCount, let variance else { return Estimate(value: mean, error: .nan) }
        return Estimate(value: mean, error: variance.together(with: VarianceOfMean(of: known)).standardError)
    }

    /// The variance of the mean by what it is in successive windows; `nil` if there are too few.
    private func variance(in history: PairSumHistory, _ value: ([CorrelationPoint]) -> Double?) -> VarianceOfMean? {
        let length = lags.upperBound / interval
        guard length < Double(sampleCount) else { return nil }
        let windows = history.windows(ofLength: Int(length.rounded(.up)))
        let values = windows.sums.compactMap { value(points(of: $0)) }
        guard values.count >= Self.minimumWindowCount, values.count == windows.sums.count else { return nil }
        var variance = VarianceOfMean(of: values)
        variance.value *= 1 + length / (4 * Double(windows.length))
        return variance
    }

    private func points(of sums: [ComponentSums]) -> [CorrelationPoint] {
        zip(groups[0].displacement.scheme.lags, sums).compactMap { lag, sums in
            guard sums.termCount > 0 else { return nil }
            let value = sums.total / Double(sums.termCount) * Double(dimension)
            return CorrelationPoint(lag: lag, value: value, pairCount: sums.termCount / dimension)
        }
    }

    private var sampleCount: Int { groups.first?.displacement.sampleCount ?? 0 }

    /// The slope of the straight line with the least sum of squares.
    private func slope(of points: [CorrelationPoint]) -> Double? {
        // A lag that was meant to be a bound may be next to it by rounding.
        let bounds = lags.lowerBound * (1 - 1e-12)...lags.upperBound * (1 + 1e-12)
        let chosen = points.filter { bounds.contains(Double($0.lag) * interval) }
        guard chosen.count >= 2 else { return nil }
        let count = Double(chosen.count)
        let meanLag = chosen.reduce(0) { $0 + Double($1.lag) * interval } / count
        let meanValue = chosen.reduce(0) { $0 + $1.value } / count
        var (products, squares) = (0.0, 0.0)
        for point in chosen {
            let lag = Double(point.lag) * interval - meanLag
            products += lag * (point.value - meanValue)
            squares += lag * lag
        }
        return products / squares
    }

    private func integral(of points: [CorrelationPoint]) -> Double? {
        let end = lags.upperBound * (1 - 1e-12)
        var sum = 0.0
        for (point, next) in zip(points, points.dropFirst()) {
            let (from, to) = (Double(point.lag) * interval, Double(next.lag) * interval)
            guard to < end else {
                // The last part ends at the bound.
                let part = (lags.upperBound - from) / (to - from)
                let value = point.value + part * (next.value - point.value)
                return sum + (lags.upperBound - from) * (point.value + value) / 2
            }
            sum += (to - from) * (point.value + next.value) / 2
        }
        return nil
    }
}

@available(*, unavailable, message: "It belongs to one thread.")
extension DiffusionCoefficient: Sendable {}
