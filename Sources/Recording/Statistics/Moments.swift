/// Mean and variance of numbers that are added one by one and not kept, as a value of 32 bytes that can be merged with
/// others, for statistics of many nodes or of parts that were computed side by side.
///
/// The sum of squared deviations is updated by the deviation from the present mean, which is known to twice the digits of
/// a number, so that a large offset costs none: B. P. Welford, *Note on a method for calculating corrected sums of squares and products*, Technometrics 4
/// (1962), [doi:10.1080/00401706.1962.10490022](https://doi.org/10.1080/00401706.1962.10490022). `RunningStatistics` of
/// the module `GSL` also knows extremes and higher moments.
public struct Moments: Equatable, Sendable {
    /// How many numbers were added.
    public internal(set) var count = 0

    /// The mean is the sum of these two, of which the second is less than a unit in the last place of the first.
    var center = 0.0
    var rest = 0.0

    var squares = 0.0

    /// The moments of no numbers.
    public init() {}

    /// Adds a number.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ number: Double) {
        count += 1
        let deviation = number - center - rest
        move(by: deviation / Double(count))
        squares += deviation * (number - center - rest)
    }

    /// Moves the mean by what may be much smaller: O. Møller, *Quasi double-precision in floating point addition*, BIT 5
    /// (1965), [doi:10.1007/BF01975722](https://doi.org/10.1007/BF01975722).
    private mutating func move(by change: Double) {
        let addend = rest + change
        let sum = center + addend
        let added = sum - center
        rest = (center - (sum - added)) + (addend - added)
        center = sum
    }

    /// Adds the numbers that were added to other moments.
    ///
    /// T. F. Chan, G. H. Golub and R. J. LeVeque, *Algorithms for computing the sample variance: analysis and
    /// recommendations*, Am. Stat. 37 (1983),
    /// [doi:10.1080/00031305.1983.10483115](https://doi.org/10.1080/00031305.1983.10483115).
    ///
    /// - Complexity: O(1).
    public mutating func merge(_ other: Moments) {
        guard other.count > 0 else { return }
        let total = count + other.count
        let deviation = other.center - center + (other.rest - rest)
        let share = Double(other.count) / Double(total)
        move(by: deviation * share)
        squares += other.squares + deviation * deviation * Double(count) * share
        count = total
    }

    /// Multiplies all numbers by one.
    mutating func scale(by factor: Double) {
        center *= factor
        rest *= factor
        squares = squares * factor * factor
    }

    /// The mean, not a number if there is no number.
    public var mean: Double { count < 1 ? .nan : center }

    /// The variance of the sample, Σ(*x* − mean)² / (*n* − 1), not a number if there are less than two.
    public var variance: Double { count < 2 ? .nan : squares / Double(count - 1) }

    /// The root of the variance.
    public var standardDeviation: Double { variance.squareRoot() }

    /// The error of the mean of independent numbers, standard deviation / √*n*.
    public var standardError: Double { (variance / Double(count)).squareRoot() }
}
