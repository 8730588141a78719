import CGSL

/// An estimate of a quantile of numbers that are added one by one and not kept: the P² algorithm
/// (`gsl_rstat_quantile_…`).
///
/// Five markers follow the numbers and are moved by parabolas. The estimate is **approximate**: it depends on the order
/// of the numbers, has no bound on its error, and is bad for numbers with few distinct values, and for those with two
/// maxima of their density: the median of a mixture of two normal distributions may lie anywhere between them. Where a
/// bound is wanted, `QuantileSketch` of the module `Recording` has one. Of up to five numbers it is exact, by linear interpolation between the sorted numbers at position (*n* − 1) · probability.
///
/// R. Jain and I. Chlamtac, *The P² algorithm for dynamic calculation of quantiles and histograms without storing
/// observations*, Commun. ACM 28 (1985), [doi:10.1145/4372.4378](https://doi.org/10.1145/4372.4378).
package final class RunningQuantile {
    /// The part of the numbers that lies below the quantile.
    package let probability: Double

    let workspace: UnsafeMutablePointer<gsl_rstat_quantile_workspace>

    /// Creates the estimate of a quantile (`gsl_rstat_quantile_alloc`).
    ///
    /// - Parameter probability: The part of the numbers that lies below the quantile, such as 0.5 for the median.
    /// - Throws: ``StatisticsError`` if it is not between 0 and 1, or if there is no memory.
    package init(probability: Double) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        guard probability > 0, probability < 1 else { throw .probability(probability) }
        guard let workspace = gsl_rstat_quantile_alloc(probability) else { throw .noMemory("gsl_rstat_quantile_alloc") }
        self.probability = probability
        self.workspace = workspace
    }

    deinit {
        gsl_rstat_quantile_free(workspace)
    }

    /// Adds a number (`gsl_rstat_quantile_add`). One that is not a number is left out, for it has no rank.
    ///
    /// - Complexity: O(1), without allocation.
    package func add(_ number: Double) {
        guard !number.isNaN else { return }
        gsl_rstat_quantile_add(number, workspace)
    }

    /// Forgets all numbers (`gsl_rstat_quantile_reset`).
    package func reset() {
        gsl_rstat_quantile_reset(workspace)
    }

    /// How many numbers were added.
    package var count: Int { workspace.pointee.n }

    /// The estimate (`gsl_rstat_quantile_get`), not a number if there is no number.
    package var value: Double { count < 1 ? .nan : gsl_rstat_quantile_get(workspace) }
}

@available(*, unavailable, message: "Statistics belong to one thread.")
extension RunningQuantile: Sendable {}
