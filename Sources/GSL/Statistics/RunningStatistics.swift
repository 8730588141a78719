import CGSL

/// Moments and extremes of numbers that are added one by one and not kept (`gsl_rstat_…`).
///
/// GSL is given the deviations from the first number, and updates the central moments by their deviation from the present
/// mean: a large offset costs no digits, since GSL's mean, of 53 bits, then has none of it. Deviations whose fourth powers
/// would vanish or overflow are given in a unit of their own. A statistic for which there
/// are too few numbers is not a number. So is every one, from then on, if one of the numbers was; with an infinite one,
/// all but the extremes.
package final class RunningStatistics {
    let workspace: UnsafeMutablePointer<gsl_rstat_workspace>

    /// The first number, if it is finite: what GSL's mean is a deviation from.
    var origin = 0.0

    /// In what unit GSL is given deviations from the origin.
    var unit = DeviationScale()

    /// As differences from the origin they would be rounded.
    var extremes = (minimum: Double.nan, maximum: Double.nan)

    /// Creates statistics of no numbers (`gsl_rstat_alloc`).
    ///
    /// - Throws: ``StatisticsError/gsl(_:)`` if there is no memory.
    package init() throws(StatisticsError) {
        _ = ErrorHandler.isOff
        guard let workspace = gsl_rstat_alloc() else { throw .noMemory("gsl_rstat_alloc") }
        self.workspace = workspace
    }

    deinit {
        gsl_rstat_free(workspace)
    }

    /// Adds a number (`gsl_rstat_add`).
    ///
    /// - Complexity: O(1), without allocation.
    package func add(_ number: Double) {
        if count == 0 {
            origin = number.isFinite ? number : 0
            extremes = (number, number)
        }
        if number < extremes.minimum || number.isNaN { extremes.minimum = number }
        if number > extremes.maximum || number.isNaN { extremes.maximum = number }
        if let factor = unit.makeRoom(for: number - origin) { scale(by: factor) }
        gsl_rstat_add(unit.scaled(number - origin), workspace)
    }

    /// Multiplies all deviations that were added by a number.
    private func scale(by factor: Double) {
        workspace.pointee.mean *= factor
        // One after the other, since powers of the factor may overflow, and 0 times infinity is no number.
        for _ in 0..<2 { workspace.pointee.M2 *= factor }
        for _ in 0..<3 { workspace.pointee.M3 *= factor }
        for _ in 0..<4 { workspace.pointee.M4 *= factor }
    }

    /// How many numbers were added (`gsl_rstat_n`).
    package var count: Int { Int(gsl_rstat_n(workspace)) }

    /// The smallest number.
    package var minimum: Double { extremes.minimum }

    /// The largest number.
    package var maximum: Double { extremes.maximum }

    /// The mean (`gsl_rstat_mean`).
    package var mean: Double { count < 1 ? .nan : origin + unit.unscaled(gsl_rstat_mean(workspace)) }

    /// The variance of the sample, Σ(*x* − mean)² / (*n* − 1) (`gsl_rstat_variance`).
    package var variance: Double { count < 2 ? .nan : unit.unscaled(unit.unscaled(gsl_rstat_variance(workspace))) }

    /// The root of the variance (`gsl_rstat_sd`).
    package var standardDeviation: Double { count < 2 ? .nan : unit.unscaled(gsl_rstat_sd(workspace)) }

    /// The skewness *m*₃ / *m*₂^(3/2) with the central moments *m*ᵣ = Σ(*x* − mean)ʳ / *n*: Fisher's *g*₁, SciPy's
    /// `skew(x, bias=True)`. GSL's own divides by the variance with *n* − 1 (`gsl_rstat_skew`). Not a number if all numbers
    /// are the same.
    ///
    /// D. N. Joanes and C. A. Gill, *Comparing measures of sample skewness and kurtosis*, Statistician 47 (1998),
    /// [doi:10.1111/1467-9884.00122](https://doi.org/10.1111/1467-9884.00122).
    package var skewness: Double {
        guard count >= 2 else { return .nan }
        let (squares, cubes) = (workspace.pointee.M2, workspace.pointee.M3)
        return Double(count).squareRoot() * cubes / (squares * squares.squareRoot())
    }

    /// The excess kurtosis *m*₄ / *m*₂² − 3 with the same moments: *g*₂, SciPy's `kurtosis(x, fisher=True, bias=True)`. Not a
    /// number if all numbers are the same.
    package var kurtosis: Double {
        guard count >= 2 else { return .nan }
        let (squares, fourths) = (workspace.pointee.M2, workspace.pointee.M4)
        return Double(count) * fourths / (squares * squares) - 3
    }
}

@available(*, unavailable, message: "Statistics belong to one thread.")
extension RunningStatistics: Sendable {}
