extension BlockAverage {
    /// How many of the shortest blocks there are at most that are looked at, unless they would be longer than a quarter of √*n*.
    private static let sufficientBlockCount = 512.0

    /// How many blocks there must be for their correlation to be known.
    private static let leastBlockCount = 64

    /// The ``longRunVariance`` in the unit in which deviations are summed up.
    var scaledLongRunVariance: LongRunVariance? {
        let seen = seenLevels
        guard count >= Self.minimumCount, let first = seen.first, let model = model(of: seen) else { return nil }
        let decidingSum = ExponentialModel(of: levels[first], blockLength: 1 << first)
            .decidingSum(with: model.longRunVariance)
        let time = decidingSum / (2 * scaledVariance)
        let margin = Double(count) / (Self.minimumLength * (time + Self.timeOfSamples))
        guard margin >= 1 else { return nil }
        return LongRunVariance(
            value: model.longRunVariance, blockLength: model.blockLength, degreesOfFreedom: model.degreesOfFreedom,
            margin: margin)
    }

    /// The levels whose blocks are long enough, and not too few.
    private var seenLevels: Range<Int> {
        let number = Double(count)
        let shortest = min(number / Self.sufficientBlockCount, number.squareRoot() / 4)
        let end = levels.firstIndex { $0.count < Self.leastBlockCount || !($0.variance > 0) } ?? levels.count
        let start = (0..<end).first { Double(1 << $0) >= shortest } ?? end
        return start..<end
    }

    /// The model of the shortest blocks behind whose correlation none is seen in longer ones; `nil` if there are too few of them.
    private func model(of seen: Range<Int>) -> BlockModel? {
        var chosen: BlockModel?
        for number in seen {
            let length = 1 << number
            if let chosen, chosen.reaches(significantTime(of: levels[number], length)) { continue }
            chosen = BlockModel(of: levels[number], blockLength: length)
        }
        return chosen
    }

    /// The correlation time in samples that the correlation of blocks tells, less three standard errors of that of independent ones.
    private func significantTime(of level: BlockingLevel, _ length: Int) -> Double {
        let correlation = level.greatestCorrelation - 3 / Double(level.count).squareRoot()
        return BlockModel.time(of: correlation, blockLength: length) * Double(length)
    }
}
