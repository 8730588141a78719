/// The radial distribution function of particles in a periodic box, averaged over moments:
///
///     g(r) = V ⟨pairs at a distance from r to r + dr⟩ / (pairs · volume of the shell from r to r + dr)
///
/// It is 1 on average in an ideal gas of the same number of particles: with *n* particles there are n (n − 1) / 2 pairs, so
/// that the particles around one are compared with a density of (n − 1) / V, not n / V as where *g* goes to 1 in infinity.
/// Between two types there are n₁ n₂ pairs. The shell is 4π (r₂³ − r₁³) / 3, in two dimensions π (r₂² − r₁²).
///
/// Where particles come and go, pairs are those of each moment: their numbers are summed up over the moments above and below.
///
/// M. P. Allen and D. J. Tildesley, *Computer Simulation of Liquids* (2nd ed. 2017), section 8.2.
public final class RadialDistribution {
    /// A bin of distances.
    public struct Bin: Equatable, Sendable {
        /// Where the bin begins.
        public let lower: Double

        /// Where it ends.
        public let upper: Double

        /// *g* in the bin.
        public let value: Double

        /// The mean number of particles, of the second type, that are nearer to one, of the first type, than ``upper``.
        public let coordination: Double

        /// The middle of the bin.
        public var distance: Double { (lower + upper) / 2 }
    }

    /// The box, periodic in all directions.
    public let box: Box

    /// Up to where distances are counted.
    package let maximum: Double

    /// How many moments were added.
    public internal(set) var momentCount = 0

    private let pair: (Int, Int)?
    private(set) var types: [Int]
    private var selection: PairSelection
    var counts: [Int]

    /// How many pairs there were, and particles around which others were counted, at all moments together.
    var pairCount = 0
    var centerCount = 0

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - box: The box, periodic in all directions.
    ///   - types: The types of all particles, in their order.
    ///   - pair: Two types between which distances are counted; all pairs unless given.
    ///   - maximum: Up to where distances are counted, at most half of the box.
    ///   - bins: Into how many bins of the same width.
    /// - Throws: ``StructureError``.
    public init(
        in box: Box, types: [Int], between pair: (Int, Int)? = nil, upTo maximum: Double, bins: Int
    ) throws(StructureError) {
        try Self.check(box, maximum: maximum, bins: bins)
        let selection = PairSelection(of: types, between: pair)
        guard selection.pairCount > 0 else { throw .noPairs(types: pair.map { [$0, $1] } ?? []) }
        self.box = box
        self.maximum = maximum
        self.pair = pair
        self.types = types
        self.selection = selection
        counts = [Int](repeating: 0, count: bins)
    }

    /// Checks that distances up to a maximum can be counted in a box.
    ///
    /// - Throws: ``StructureError``.
    public static func check(_ box: Box, maximum: Double, bins: Int) throws(StructureError) {
        try StructureError.checkPeriods(of: box)
        guard maximum.isFinite, maximum > 0 else { throw .invalidMaximum("distance", maximum) }
        guard (1...StructureError.greatestBinCount).contains(bins) else { throw .invalidBinCount(bins) }
        for axis in 0..<box.dimensions where maximum > box.periods[axis] / 2 {
            throw .distanceTooLong(maximum, axis: axis, period: box.periods[axis])
        }
    }

    /// Counts the distances at one moment.
    ///
    /// - Parameters:
    ///   - positions: The positions of all particles, wrapped or not. One that is not finite is at no distance from others.
    ///   - types: Their types, if the particles are not those of the last moment, or of the beginning.
    /// - Precondition: There are as many positions as types.
    /// - Complexity: O(*n m*), where *m* is the number of particles within some three times the greatest distance.
    public func add(_ positions: [SIMD3<Double>], types: [Int]? = nil) {
        if let types, types != self.types { select(types) }
        precondition(positions.count == selection.particleCount, "there is a position for each particle")
        pairCount += selection.pairCount
        centerCount += selection.centerCount
        PairCounting(box: box, maximum: maximum, selection: selection, positions: positions).count(into: &counts)
        momentCount += 1
    }

    /// Has particles of these types be those whose distances are counted.
    func select(_ types: [Int]) {
        self.types = types
        selection = PairSelection(of: types, between: pair)
    }

    /// The distribution; none if there was no moment with pairs.
    public var bins: [Bin] {
        guard pairCount > 0, let volume = box.volume else { return [] }
        let (pairs, centers) = (Double(pairCount), Double(centerCount))
        let width = maximum / Double(counts.count)
        var sum = 0
        return counts.indices.map { index in
            let (lower, upper) = (Double(index) * width, Double(index + 1) * width)
            sum += counts[index]
            let shell = ballVolume(upper) - ballVolume(lower)
            return Bin(
                lower: lower, upper: upper, value: Double(counts[index]) * volume / (pairs * shell),
                coordination: Double(sum) * selection.neighboursPerPair / centers)
        }
    }

    private func ballVolume(_ radius: Double) -> Double {
        box.dimensions == 2 ? .pi * radius * radius : 4 / 3 * .pi * radius * radius * radius
    }
}

/// Between which particles distances are counted.
struct PairSelection {
    /// Those that are one of the two.
    let particles: [Int]

    /// Of each of them, whether it is of the second of two types; `nil` if all are one kind.
    let isSecond: [Bool]?

    let particleCount: Int
    let pairCount: Int

    /// The number of particles around which others are counted.
    let centerCount: Int

    /// Each pair is one neighbour of each of two particles of one kind, and of one particle between two types.
    var neighboursPerPair: Double { isSecond == nil ? 2 : 1 }

    init(of types: [Int], between pair: (Int, Int)?) {
        particleCount = types.count
        guard let pair, pair.0 != pair.1 else {
            particles = types.indices.filter { pair == nil || types[$0] == pair?.0 }
            isSecond = nil
            centerCount = particles.count
            pairCount = particles.count * (particles.count - 1) / 2
            return
        }
        particles = types.indices.filter { types[$0] == pair.0 || types[$0] == pair.1 }
        let isSecond = particles.map { types[$0] == pair.1 }
        self.isSecond = isSecond
        let seconds = isSecond.count { $0 }
        centerCount = particles.count - seconds
        pairCount = centerCount * seconds
    }
}
