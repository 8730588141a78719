/// The sums over pairs of samples at moments equally far apart, from which averages over the time between two moments
/// follow, and so how much they vary in time.
///
/// As soon as there are ``capacity`` moments, each second one is forgotten.
struct PairSumHistory {
    static let capacity = 128

    /// How many samples there are from one moment to the next. The first moment is after as many samples.
    var spacing = 1

    /// The sums of all lags at each moment, in the order of ``MultipleTauScheme/lags``; those of levels to come are missing.
    var moments: [[ComponentSums]] = []

    /// Tests if the sums are to be noted after so many samples.
    func isDue(after sampleCount: Int) -> Bool { sampleCount.isMultiple(of: spacing) }

    /// Notes sums when they are due.
    mutating func note(_ sums: [ComponentSums]) {
        moments.append(sums)
        guard moments.count == Self.capacity else { return }
        moments = stride(from: 1, to: Self.capacity, by: 2).map { moments[$0] }
        spacing *= 2
    }

    /// The sums over the pairs of each of the last windows of equal length.
    ///
    /// - Parameter length: How long windows are at least, in samples, and how far pairs reach back before a window at most; none
    ///   of these does so to before the first sample.
    /// - Returns: The length of a window in samples, and the sums of the windows, the latest first.
    func windows(ofLength length: Int) -> (length: Int, sums: [[ComponentSums]]) {
        let step = max(1, (length - 1) / spacing + 1)
        var sums: [[ComponentSums]] = []
        var end = moments.count - 1
        while end - step >= 0, (end - step + 1) * spacing >= length {
            sums.append(difference(moments[end], moments[end - step]))
            end -= step
        }
        return (step * spacing, sums)
    }

    private func difference(_ later: [ComponentSums], _ earlier: [ComponentSums]) -> [ComponentSums] {
        later.enumerated().map { lag, sums in
            guard lag < earlier.count else { return sums }
            // Numbers from a damaged checkpoint may be any.
            return ComponentSums(
                total: sums.total - earlier[lag].total, termCount: sums.termCount &- earlier[lag].termCount)
        }
    }
}

extension MultipleTauScheme where Kernel: SummingKernel {
    /// The lags of all levels, in the order of levels and places.
    var lags: [Int] {
        var unit = 1
        var lags: [Int] = []
        for level in levels {
            lags += level.places.map { $0 * unit }
            unit *= ratio
        }
        return lags
    }

    /// The sums at all ``lags``.
    var sums: [ComponentSums] { levels.flatMap { level in level.places.map { level.sums[$0] } } }
}
