/// Quantiles of numbers that are added one by one, of which only some are kept, with a bound on their error.
///
/// Up to 4096 numbers are all kept, and quantiles are exact. Of more, a sample is kept: a level that is full is sorted, and
/// every second of its numbers goes on to the next level, where it stands for twice as many; by turns the first and the
/// second of each pair, so that errors cancel each other. Nothing is left to chance, and whatever the numbers and their
/// order, the rank of a quantile of *n* numbers is wrong by at most ``rankError``, about *n* log₂(*n*/4096)/8192: 0.1 % of a
/// million numbers, and in practice far less. 4096 numbers are kept for each doubling of *n*.
///
/// G. S. Manku, S. Rajagopalan and B. G. Lindsay, *Approximate medians and other quantiles in one pass and with limited
/// memory*, SIGMOD Rec. 27 (1998), [doi:10.1145/276305.276342](https://doi.org/10.1145/276305.276342).
package struct QuantileSketch: Equatable, Sendable {
    /// How many numbers are all kept.
    package static var capacity: Int { 4096 }

    /// A quantile, and how far it may be from that of all numbers.
    package struct Estimate: Equatable, Sendable {
        /// The quantile, not a number if there are no numbers.
        package let value: Double

        /// The greatest distance from the quantile of all numbers: 0 if it is exact, not a number if there are none.
        package let error: Double
    }

    /// How many numbers were added.
    package internal(set) var count = 0

    /// The numbers that are kept; those on level *i* stand for 2*ⁱ* each.
    var levels: [[Double]] = [[]]

    /// How often each level was full.
    var thinningCounts = [0]

    var minimum = Double.infinity
    var maximum = -Double.infinity

    /// Creates a sketch of no numbers.
    package init() {}

    /// Adds a number. One that is not a number is left out, for it has no rank.
    ///
    /// - Complexity: O(1) amortised, with the sorting of 4096 numbers now and then.
    package mutating func add(_ number: Double) {
        guard !number.isNaN else { return }
        makeRoom(for: 1, on: 0)
        levels[0].append(number)
        count += 1
        minimum = min(minimum, number)
        maximum = max(maximum, number)
    }

    private mutating func makeRoom(for newCount: Int, on level: Int) {
        if level == levels.count {
            levels.append([])
            thinningCounts.append(0)
        }
        guard levels[level].count + newCount > Self.capacity else { return }
        makeRoom(for: Self.capacity / 2, on: level + 1)
        levels[level].sort()
        // The error of a rank is that of one number of this level at most, and has the other sign next time.
        let first = thinningCounts[level] % 2
        for index in stride(from: first, to: Self.capacity, by: 2) { levels[level + 1].append(levels[level][index]) }
        levels[level].removeAll(keepingCapacity: true)
        thinningCounts[level] += 1
    }

    /// By how many places the rank of a quantile may be wrong: 0 as long as all numbers are kept.
    package var rankError: Int {
        thinningCounts.enumerated().reduce(0) { $0 + ((($1.element + 1) / 2) << $1.offset) }
    }
}

// MARK: - Quantiles

extension QuantileSketch {
    /// Quantiles by linear interpolation between the sorted numbers at position (*n* − 1) · probability, as by
    /// `gsl_stats_quantile_from_sorted_data`.
    ///
    /// - Parameter probabilities: The parts of the numbers that lie below the quantiles, from 0 to 1; others count as the nearer
    ///   of the two.
    /// - Returns: The quantiles with their errors, in the order of the probabilities; not numbers where there were none.
    /// - Complexity: O(k log k) for k numbers that are kept.
    package func quantiles(_ probabilities: [Double]) -> [Estimate] {
        guard count > 0 else { return probabilities.map { _ in Estimate(value: .nan, error: .nan) } }
        let ranking = Ranking(levels)
        return probabilities.map { quantile($0, in: ranking) }
    }

    private func quantile(_ probability: Double, in ranking: Ranking) -> Estimate {
        guard !probability.isNaN else { return Estimate(value: .nan, error: .nan) }
        // The ends are known, also if the numbers at them were thinned out.
        if probability <= 0 { return Estimate(value: minimum, error: 0) }
        if probability >= 1 { return Estimate(value: maximum, error: 0) }
        let position = Double(count - 1) * probability
        let place = min(Int(position), count - 1)
        let part = position - Double(place)
        let (low, high) = (ranking.number(at: place), ranking.number(at: min(place + 1, count - 1)))
        // Infinite neighbours that are equal have no difference.
        let value = low == high || part == 0 ? low : low + part * (high - low)
        let rankError = rankError
        guard rankError > 0 else { return Estimate(value: value, error: 0) }
        let least = place - rankError < 0 ? minimum : ranking.number(at: place - rankError)
        let greatest = place + 1 + rankError >= count ? maximum : ranking.number(at: place + 1 + rankError)
        return Estimate(value: value, error: max(value - least, greatest - value))
    }

    /// The numbers that are kept in ascending order, with their ranks.
    private struct Ranking {
        private var numbers: [Double] = []

        /// How many numbers each one and those before it stand for.
        private var ends: [Int] = []

        init(_ levels: [[Double]]) {
            var weighted: [(number: Double, weight: Int)] = []
            for (level, numbers) in levels.enumerated() { weighted += numbers.map { ($0, 1 << level) } }
            weighted.sort { $0.number < $1.number }
            var end = 0
            for (number, weight) in weighted {
                end += weight
                numbers.append(number)
                ends.append(end)
            }
        }

        /// The number that stands for a place from 0.
        func number(at place: Int) -> Double {
            var (low, high) = (0, ends.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] > place { high = middle } else { low = middle + 1 }
            }
            return numbers[low]
        }
    }
}
