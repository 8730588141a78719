import Foundation
import GSL
import Recording
import Testing

@Suite struct BlockAverageTests {
    private func blockAverage(of series: [Double]) -> BlockAverage {
        var average = BlockAverage()
        for sample in series { average.add(sample) }
        return average
    }

    private func widening(_ estimate: LongRunVariance) -> Double {
        (1 + 2 / estimate.degreesOfFreedom).squareRoot()
    }

    private func autocovariance(of numbers: [Double], at lag: Int) -> Double {
        let count = numbers.count - lag
        let headMean: Double = numbers[..<count].reduce(0, +) / Double(count)
        let tailMean: Double = numbers[lag...].reduce(0, +) / Double(count)
        var products = 0.0
        for index in 0..<count { products += (numbers[index] - headMean) * (numbers[index + lag] - tailMean) }
        return products / Double(count)
    }

    private func determinant(_ rows: [[Double]]) -> Double {
        guard rows.count > 1 else { return rows[0][0] }
        return rows.indices.reduce(0.0) { sum, column in
            let minor = rows.dropFirst().map { Array($0[..<column] + $0[(column + 1)...]) }
            return sum + (column.isMultiple(of: 2) ? 1 : -1) * rows[0][column] * determinant(minor)
        }
    }

    /// σ²/(1 − Σ φ)² of averages of a number of samples, with the solution φ of the Yule–Walker equations by Cramer's rule, and
    /// (1 + Σ φ) / (1 − Σ φ).
    private func longRunVariance(of series: [Double], blockLength: Int) -> (value: Double, persistence: Double) {
        let blocks = (0..<series.count / blockLength).map { block in
            series[block * blockLength..<(block + 1) * blockLength].reduce(0, +) / Double(blockLength)
        }
        let covariances = (0...3).map { autocovariance(of: blocks, at: $0) }
        let rows = (0..<3).map { row in (0..<3).map { covariances[abs(row - $0)] } }
        let weights = (0..<3).map { column in
            var replaced = rows
            for row in 0..<3 { replaced[row][column] = covariances[row + 1] }
            return determinant(replaced) / determinant(rows)
        }
        let noise =
            covariances[0] - (weights[0] * covariances[1] + weights[1] * covariances[2] + weights[2] * covariances[3])
        let sum = weights.reduce(0, +)
        return (noise / ((1 - sum) * (1 - sum)) * Double(blockLength), (1 + sum) / (1 - sum))
    }

    @Test("the error is that of the whole record", arguments: [0, 0.7, 0.95, -0.5], [1000, 4096, 30_000])
    func wholeRecord(coefficient: Double, count: Int) throws {
        let series = try AutoregressiveProcess(coefficient: coefficient, seed: 1).series(count: count).map { $0 + 100 }
        let average = blockAverage(of: series)
        #expect(average.count == count)
        #expect(abs(average.mean - series.reduce(0, +) / Double(count)) < 1e-11)
        guard let estimate = average.longRunVariance else {
            #expect(coefficient == 0.95 && count < 10_000)
            return
        }
        let expected = longRunVariance(of: series, blockLength: estimate.blockLength)
        #expect(abs(estimate.value / expected.value - 1) < 1e-9)
        let freedom = Double(count / estimate.blockLength) / (2 * (max(1, expected.persistence) + 2) + 1)
        #expect(abs(estimate.degreesOfFreedom / freedom - 1) < 1e-9)
        #expect(estimate.margin >= 1)
        let error: Double = (estimate.value / Double(count)).squareRoot() * widening(estimate)
        #expect(abs(try #require(average.standardError) / error - 1) < 1e-12)
        // The correlation time tells the same as the error.
        let time = try #require(average.integratedAutocorrelationTime)
        #expect(abs(2 * time * average.variance / estimate.value - 1) < 1e-12)
        #expect(average.statisticalInefficiency == 2 * time)
    }

    @Test("a large mean costs the errors no digits")
    func largeOffset() throws {
        let process = try AutoregressiveProcess(coefficient: 0.7, seed: 5)
        // Multiples of 2⁻²² are exact beside 10⁹.
        let series = process.series(count: 10_000).map { ($0 * 0x1p16).rounded() * 0x1p-22 }
        let (around0, around1e9) = (blockAverage(of: series), blockAverage(of: series.map { 1e9 + $0 }))
        #expect(abs(around1e9.variance / around0.variance - 1) < 1e-12)
        #expect(abs(around1e9.mean - (1e9 + around0.mean)) < 1.2e-7)
        #expect(around1e9.longRunVariance?.blockLength == around0.longRunVariance?.blockLength)
        let errors = (try #require(around1e9.standardError), try #require(around0.standardError))
        #expect(abs(errors.0 / errors.1 - 1) < 1e-10)
    }

    @Test("the size of the numbers makes no difference", arguments: [1e-200, 1e200, 0x1p-1000])
    func sizes(unit: Double) throws {
        let series = try AutoregressiveProcess(coefficient: 0.7, seed: 5).series(count: 2000)
        let (average, scaled) = (blockAverage(of: series), blockAverage(of: series.map { $0 * unit }))
        let errors = (try #require(average.standardError), try #require(scaled.standardError))
        #expect(abs(errors.1 / unit / errors.0 - 1) < 1e-12)
        let times = (average.integratedAutocorrelationTime ?? 0, scaled.integratedAutocorrelationTime ?? 1)
        #expect(abs(times.0 / times.1 - 1) < 1e-12)
    }

    /// Blocks have 64 samples, of which there are 1024, so that the error has one of its own of 6 %.
    @Test("the error of an autoregressive process is the closed form's")
    func autoregression() throws {
        let process = try AutoregressiveProcess(coefficient: 0.9, seed: 2)
        let count = 1 << 16
        let average = blockAverage(of: process.series(count: count))
        let exact = process.varianceOfMean(count: count).squareRoot()
        #expect((0.75...1.3).contains(try #require(average.standardError) / exact))
        #expect(abs(average.mean) < 4 * exact)
        #expect((0.5...1.6).contains(try #require(average.integratedAutocorrelationTime) / (process.inefficiency / 2)))
    }

    @Test("a series that is too short for its correlation has no error")
    func tooShort() throws {
        #expect(BlockAverage().mean.isNaN)
        #expect(BlockAverage().standardError == nil)
        #expect(blockAverage(of: Array(repeating: 1, count: 207)).standardError == nil)
        #expect(blockAverage(of: Array(repeating: 1, count: 208)).standardError == 0)
        let correlated = blockAverage(of: try AutoregressiveProcess(coefficient: 0.999, seed: 5).series(count: 2000))
        #expect(correlated.standardError == nil)
        #expect(correlated.integratedAutocorrelationTime == nil)
        #expect(!correlated.isConverged(relativeError: 1e9))
        // An oscillation that does not fade has no correlation time.
        #expect(blockAverage(of: (0..<5000).map { sin(0.3 * Double($0)) }).standardError == nil)
        #expect(blockAverage(of: [.nan] + Array(repeating: 1, count: 500)).standardError == nil)
    }

    @Test("a mean has converged when its error has become small enough, at few moments")
    func convergence() throws {
        let series = try AutoregressiveProcess(coefficient: 0.5, seed: 6).series(count: 4096).map { $0 - 5 }
        let average = blockAverage(of: series)
        // √(3 / 4096) / 5 = 0.54 %.
        #expect(average.isConverged(relativeError: 0.008))
        #expect(!average.isConverged(relativeError: 0.004))
        #expect(!blockAverage(of: Array(series[..<4095])).isConverged(relativeError: 0.008))
        #expect(blockAverage(of: Array(series[..<3072])).isConverged(relativeError: 0.01))
        #expect(!blockAverage(of: Array(series[..<256])).isConverged(relativeError: 0.008))
        #expect(blockAverage(of: Array(repeating: 3, count: 256)).isConverged(relativeError: 0))
    }
}
