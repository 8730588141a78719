import GSL
import Recording
import Testing

@Suite struct BlockAverageTests {
    private func blockAverage(of series: [Double]) -> BlockAverage {
        var average = BlockAverage()
        for sample in series { average.add(sample) }
        return average
    }

    @Test("the errors at all block lengths are those of the whole record", arguments: [2, 3, 1000, 4096])
    func wholeRecord(count: Int) throws {
        let series = try AutoregressiveProcess(coefficient: 0.7, seed: 1).series(count: count).map { $0 + 100 }
        let average = blockAverage(of: series)
        #expect(average.count == count)
        #expect(abs(average.mean - series.reduce(0, +) / Double(count)) < 1e-12)
        var blocks = series
        var length = 1
        for estimate in average.estimates {
            let mean = blocks.reduce(0, +) / Double(blocks.count)
            let squares = blocks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let error = (squares / Double(blocks.count * (blocks.count - 1))).squareRoot()
            #expect(estimate.blockLength == length)
            #expect(estimate.blockCount == blocks.count)
            #expect(abs(estimate.standardError / error - 1) < 1e-10)
            let part = 1 / Double(2 * blocks.count - 2).squareRoot()
            let errorOfError: Double = estimate.errorOfStandardError
            #expect(abs(errorOfError / (part * error) - 1) < 1e-10)
            let pairs = 0..<blocks.count / 2
            blocks = pairs.map { pair in (blocks[2 * pair] + blocks[2 * pair + 1]) / 2 }
            length *= 2
        }
        #expect(blocks.count == 1)
    }

    @Test("a large mean costs the errors no digits")
    func largeOffset() throws {
        let process = try AutoregressiveProcess(coefficient: 0.7, seed: 5)
        // Multiples of 2⁻²² are exact beside 10⁹.
        let series = process.series(count: 10_000).map { ($0 * 0x1p16).rounded() * 0x1p-22 }
        let (around0, around1e9) = (blockAverage(of: series), blockAverage(of: series.map { 1e9 + $0 }))
        #expect(abs(around1e9.variance / around0.variance - 1) < 1e-12)
        #expect(abs(around1e9.mean - (1e9 + around0.mean)) < 1.2e-7)
        #expect(around1e9.plateau?.blockLength == around0.plateau?.blockLength)
        for (one, other) in zip(around1e9.estimates, around0.estimates) {
            #expect(abs(one.standardError / other.standardError - 1) < 1e-10)
        }
    }

    /// Each error lies within four of its own errors of the closed form, but for a probability of 6e-5 a level.
    @Test("errors of an autoregressive process are the closed form's, and the plateau is found")
    func autoregression() throws {
        let process = try AutoregressiveProcess(coefficient: 0.9, seed: 2)
        let count = 1 << 16
        let average = blockAverage(of: process.series(count: count))
        for estimate in average.estimates where estimate.blockCount >= 64 {
            let expected = (process.varianceOfMean(count: estimate.blockLength) / Double(estimate.blockCount))
                .squareRoot()
            // The mean of the series is known as little as the series tells: a part of 1 % for correlated samples.
            let tolerance = 4 * estimate.errorOfStandardError * max(1, (19 / Double(estimate.blockLength)).squareRoot())
            #expect(abs(estimate.standardError - expected) < tolerance, "block length \(estimate.blockLength)")
        }
        let plateau = try #require(average.plateau)
        // What is left of the correlation at the plateau, 9.5 / length of the squared error, could not be noticed.
        #expect((32...512).contains(plateau.blockLength))
        let exact = process.varianceOfMean(count: count).squareRoot()
        #expect((0.85...1.1).contains(plateau.standardError / exact))
        let time = try #require(average.integratedAutocorrelationTime)
        #expect((0.72...1.21).contains(time / (process.inefficiency / 2)))
        #expect(average.statisticalInefficiency == 2 * time)
        #expect(abs(average.mean) < 4 * exact)
    }

    /// 100 runs: intervals of two standard errors contain the mean in 95 %, and fewer than 86 of them would in one of
    /// 10⁴ tests.
    @Test("the true mean lies within two standard errors as often as it should")
    func coverage() throws {
        let process = try AutoregressiveProcess(coefficient: 0.5, seed: 3)
        let hits = try (0..<100).count { _ in
            let average = blockAverage(of: process.series(count: 2048))
            return abs(average.mean) < 2 * (try #require(average.standardError))
        }
        #expect(hits >= 86)
        #expect(hits < 100)
    }

    @Test("independent samples are recognised as such")
    func whiteNoise() throws {
        let average = blockAverage(of: try AutoregressiveProcess(coefficient: 0, seed: 4).series(count: 8192))
        let plateau = try #require(average.plateau)
        #expect(plateau.blockLength == 1)
        #expect(abs(plateau.standardError - (average.variance / 8192).squareRoot()) < 1e-15)
        #expect(abs(try #require(average.integratedAutocorrelationTime) - 0.5) < 1e-12)
    }

    /// 100 runs: with a probability of 1 % each, more than 6 would choose longer blocks in one of 2 · 10⁴ tests.
    @Test("independent samples are taken for correlated ones as seldom as the level says")
    func significance() throws {
        let process = try AutoregressiveProcess(coefficient: 0, seed: 7)
        let chosen = (0..<100).map { _ in blockAverage(of: process.series(count: 1024)).plateau?.blockLength }
        #expect(chosen.count { $0 == 1 } >= 94)
    }

    @Test(
        "the plateau is the one of Jonsson's rule for the whole record", arguments: [0.3, 0.5, 0.8, 0.95],
        [5000, 16_384])
    func plateauRule(coefficient: Double, count: Int) throws {
        let series = try AutoregressiveProcess(coefficient: coefficient, seed: 8).series(count: count)
        var blocks = series
        var contributions: [Double] = []
        while blocks.count >= 2 {
            let number = Double(blocks.count)
            let mean = blocks.reduce(0, +) / number
            let deviations = blocks.map { $0 - mean }
            let variance = deviations.reduce(0) { $0 + $1 * $1 } / number
            let covariance = zip(deviations, deviations.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / number
            let sum = (number - 1) * variance / (number * number) + covariance
            contributions.append(number * sum * sum / (variance * variance))
            let pairs = 0..<blocks.count / 2
            blocks = pairs.map { pair in (blocks[2 * pair] + blocks[2 * pair + 1]) / 2 }
        }
        let level = contributions.indices.first { level in
            let limit = ChiSquared.upperQuantile(0.01, degreesOfFreedom: Double(contributions.count - level))
            return contributions[level...].reduce(0, +) < limit
        }
        let expected = try #require(level)
        #expect(blockAverage(of: series).plateau?.blockLength == 1 << expected)
    }

    @Test("a series that is too short for its correlation has no error")
    func tooShort() throws {
        #expect(BlockAverage().mean.isNaN)
        #expect(BlockAverage().standardError == nil)
        #expect(blockAverage(of: Array(repeating: 1, count: BlockAverage.minimumBlockCount - 1)).plateau == nil)
        let correlated = blockAverage(of: try AutoregressiveProcess(coefficient: 0.999, seed: 5).series(count: 2000))
        #expect(correlated.standardError == nil)
        #expect(correlated.integratedAutocorrelationTime == nil)
        #expect(!correlated.isConverged(relativeError: 1e9))
    }

    @Test("a mean has converged when its error has become small enough")
    func convergence() throws {
        let series = try AutoregressiveProcess(coefficient: 0.5, seed: 6).series(count: 4096).map { $0 - 5 }
        let average = blockAverage(of: series)
        // √(3 / 4096) / 5 = 0.54 %.
        #expect(average.isConverged(relativeError: 0.007))
        #expect(!average.isConverged(relativeError: 0.004))
        #expect(!blockAverage(of: Array(series[..<256])).isConverged(relativeError: 0.007))
        #expect(blockAverage(of: Array(repeating: 3, count: 100)).isConverged(relativeError: 0))
    }
}
