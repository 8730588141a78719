import GSL

/// Averages over pairs of samples at lags that become longer and sparser.
///
/// Level 0 pairs each sample with itself and the *p* − 1 samples before it. Each *m*-th sample of a level is
/// passed to the next level as it is, which pairs it with those *p*/*m* to *p* − 1 places before it: on level *i* a place is *mⁱ* sampling
/// intervals. There are as many levels as there are samples for.
///
/// The lags are those of J. Ramírez, S. K. Sukumaran, B. Vorselaars and A. E. Likhtman, *Efficient on the fly calculation of time correlation
/// functions in computer simulations*, J. Chem. Phys. 133 (2010),
/// [doi:10.1063/1.3491098](https://doi.org/10.1063/1.3491098), who average the samples of a level for the next. That would
/// smooth what is correlated, and wipe out an oscillation.
final class MultipleTauScheme<Kernel: MultipleTauKernel> {
    private let pointCount: Int
    let ratio: Int
    private let componentCount: Int
    var levels: [MultipleTauLevel<Kernel>] = []

    /// Makes a scheme without samples.
    ///
    /// - Parameters:
    ///   - pointCount: The number *p* of places of a level, a multiple of the ratio.
    ///   - ratio: The number *m*: each *m*-th sample of a level is passed to the next.
    ///   - componentCount: How many numbers a sample has.
    /// - Throws: ``StatisticsError`` if one is out of range.
    init(pointCount: Int, ratio: Int, componentCount: Int) throws(StatisticsError) {
        try StatisticsError.check("number of points of a level", pointCount, in: 2...65_536)
        try StatisticsError.check("ratio of two levels", ratio, in: 2...pointCount)
        try StatisticsError.check("number of points of a level", pointCount, isMultipleOf: ratio)
        self.pointCount = pointCount
        self.ratio = ratio
        self.componentCount = componentCount
    }

    func add(_ sample: UnsafeBufferPointer<Double>) {
        precondition(sample.count == componentCount, "a sample has \(componentCount) numbers, not \(sample.count)")
        guard let start = sample.baseAddress else { return }
        var next: UnsafePointer<Double>? = start
        var level = 0
        while let sample = next {
            if level == levels.count { appendLevel() }
            next = levels[level].add(sample)
            level += 1
        }
    }

    /// The averages of all lags for which there are pairs, in ascending order, each divided by a number.
    func points(dividedBy divisor: Double) -> [CorrelationPoint] {
        var unit = 1
        var points: [CorrelationPoint] = []
        for level in levels {
            for place in level.places where level.pairCount(at: place) > 0 {
                guard let value = level.average(at: place, dividedBy: divisor) else { continue }
                points.append(
                    CorrelationPoint(lag: place * unit, value: value, pairCount: level.pairCount(at: place)))
            }
            // What there is after the last level may be more than can be counted.
            unit &*= ratio
        }
        return points
    }

    private func appendLevel() {
        levels.append(makeLevel(levels.count))
    }

    /// Makes a level without samples.
    func makeLevel(_ number: Int) -> MultipleTauLevel<Kernel> {
        let first = number == 0 ? 0 : pointCount / ratio
        return MultipleTauLevel(places: first..<pointCount, ratio: ratio, componentCount: componentCount)
    }
}

extension StatisticsError {
    /// Checks how many nodes and components samples have.
    static func check(nodeCount: Int, dimension: Int) throws(StatisticsError) {
        try check("number of nodes", nodeCount, in: 1...1 << 32)
        try check("dimension", dimension, in: 1...65_536)
    }
}
