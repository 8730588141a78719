extension BlockAverage {
    /// How many of the shortest blocks there are at most that are looked at, unless they would be longer than a quarter of √*n*.
    private static let sufficientBlockCount = 512.0

    /// How many blocks there must be for their correlation to be known.
    private static let leastBlockCount = 64

    /// The ``longRunVariance`` in the unit in which deviations are summed up.
    var scaledLongRunVariance: LongRunVariance? {
        guard count >= Self.minimumCount, let model else { return nil }
        let time = model.longRunVariance / (2 * scaledVariance)
        let margin = Double(count) / (Self.minimumLength * (time + Self.timeOfSamples))
        guard margin >= 1 else { return nil }
        return LongRunVariance(
            value: model.longRunVariance, blockLength: model.blockLength, degreesOfFreedom: model.degreesOfFreedom,
            margin: margin)
    }

    /// The model of the shortest blocks behind whose correlation none is seen in longer ones; `nil` if there are too few of them.
    private var model: BlockModel? {
        let number = Double(count)
        let shortest = min(number / Self.sufficientBlockCount, number.squareRoot() / 4)
        var chosen: BlockModel?
        for (number, level) in levels.enumerated() where level.count >= Self.leastBlockCount {
            guard level.variance > 0 else { break }
            let length = 1 << number
            guard Double(length) >= shortest else { continue }
            if let chosen, chosen.reaches(significantTime(of: level, length)) { continue }
            chosen = BlockModel(of: level, blockLength: length)
        }
        return chosen
    }

    /// The correlation time in samples that the correlation of blocks tells, less three standard errors of that of independent ones.
    private func significantTime(of level: BlockingLevel, _ length: Int) -> Double {
        let correlation = level.greatestCorrelation - 3 / Double(level.count).squareRoot()
        return BlockModel.time(of: correlation, blockLength: length) * Double(length)
    }
}
