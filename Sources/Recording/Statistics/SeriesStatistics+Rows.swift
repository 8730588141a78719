extension SeriesStatistics {
    /// The mean with its error (``BlockAverage``), the variance, standard deviation, skewness and excess kurtosis, the extremes
    /// and quantiles, and the correlation time as an integral of the autocorrelation, where the interval is known.
    public var rows: [Row] {
        var rows = [
            row("mean", moments.mean, error: blocks.standardError ?? .nan, isWithError: true),
            row("variance", moments.variance),
            row("deviation", moments.standardDeviation),
            row("skewness", moments.skewness),
            row("kurtosis", moments.kurtosis),
            row("minimum", moments.minimum),
            row("maximum", moments.maximum),
        ]
        for (probability, quantile) in zip(probabilities, sketch.quantiles(probabilities)) {
            rows.append(row("quantile-\(probability)", quantile.value, error: quantile.error))
        }
        if let interval {
            rows.append(row("correlation-time", (blocks.integratedAutocorrelationTime ?? .nan) * interval))
        }
        return rows
    }

    private func row(_ name: String, _ value: Double, error: Double = .nan, isWithError: Bool = false) -> Row {
        guard notANumberCount == 0 else { return Row(name: name, value: .nan, error: .nan, gap: .notANumber) }
        let isWhole = !value.isNaN && (!isWithError || !error.isNaN)
        return Row(name: name, value: value, error: error, gap: isWhole ? nil : gap)
    }

    /// Why a statistic of numbers that are all numbers is none.
    private var gap: Gap {
        if infiniteCount > 0 { return .infinite }
        if count < 2 { return .tooFew }
        return moments.minimum == moments.maximum ? .constant : .tooShort
    }
}
