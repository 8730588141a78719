import Foundation
import GSL
import Testing
import TestSupport

@Suite struct RunningStatisticsTests {
    @Test("mean and variance around 10⁹ are those of exact integer arithmetic")
    func largeOffset() throws {
        var generator = SeededGenerator(seed: 1)
        let multiples = (0..<10_000).map { _ in Int.random(in: -32_768...32_767, using: &generator) }
        let statistics = try RunningStatistics()
        // Multiples of 2⁻¹⁰ are exact beside 10⁹.
        for multiple in multiples { statistics.add(1e9 + Double(multiple) / 1024) }
        let count = multiples.count
        let sum = multiples.reduce(0, +)
        let squares = multiples.reduce(0) { $0 + $1 * $1 }
        let variance = Double(count * squares - sum * sum) / Double(count * (count - 1)) / 1_048_576
        #expect(statistics.count == count)
        #expect(abs(statistics.mean - (1e9 + Double(sum) / Double(count) / 1024)) < 1e-6)
        // The condition is 10⁹ / 18: without cancellation, 10⁻⁹ and not 10⁻² is lost.
        #expect(abs(statistics.variance / variance - 1) < 1e-8)
        #expect(abs(statistics.standardDeviation / variance.squareRoot() - 1) < 1e-8)
        #expect(abs(statistics.standardError / (variance / Double(count)).squareRoot() - 1) < 1e-8)
    }

    @Test("all statistics are those of the whole record")
    func wholeRecord() throws {
        let generator = try RandomGenerator(key: (1, 2))
        let numbers = (0..<5000).map { _ in exp(generator.normal(mean: 0, deviation: 0.5)) }
        let statistics = try RunningStatistics()
        for number in numbers { statistics.add(number) }
        let count = Double(numbers.count)
        let mean = numbers.reduce(0, +) / count
        func sum(_ power: Double) -> Double { numbers.reduce(0) { $0 + pow($1 - mean, power) } }
        let deviation = (sum(2) / (count - 1)).squareRoot()
        #expect(abs(statistics.mean - mean) < 1e-13)
        #expect(abs(statistics.variance - deviation * deviation) < 1e-13)
        #expect(abs(statistics.skewness - sum(3) / count / pow(deviation, 3)) < 1e-11)
        #expect(abs(statistics.kurtosis - (sum(4) / count / pow(deviation, 4) - 3)) < 1e-11)
        #expect(abs(statistics.rootMeanSquare - (numbers.reduce(0) { $0 + $1 * $1 } / count).squareRoot()) < 1e-13)
        #expect(statistics.minimum == numbers.min())
        #expect(statistics.maximum == numbers.max())
    }

    @Test("what there are too few numbers for is not a number")
    func tooFew() throws {
        let statistics = try RunningStatistics()
        #expect(statistics.mean.isNaN && statistics.minimum.isNaN && statistics.maximum.isNaN)
        #expect(statistics.rootMeanSquare.isNaN)
        statistics.add(-3)
        #expect(statistics.mean == -3 && statistics.minimum == -3 && statistics.maximum == -3)
        #expect(statistics.rootMeanSquare == 3)
        #expect(statistics.variance.isNaN && statistics.standardDeviation.isNaN && statistics.standardError.isNaN)
        #expect(statistics.skewness.isNaN && statistics.kurtosis.isNaN)
        statistics.add(-1)
        #expect(statistics.variance == 2)
        statistics.reset()
        #expect(statistics.count == 0)
        #expect(statistics.mean.isNaN)
    }
}
