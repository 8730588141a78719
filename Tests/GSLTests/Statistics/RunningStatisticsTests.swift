import Foundation
import GSL
import Testing
import TestSupport

@Suite struct RunningStatisticsTests {
    @Test("moments of deviations of 5·10⁻³ around 10⁹ are those of exact integer arithmetic")
    func largeOffset() throws {
        var generator = SeededGenerator(seed: 1)
        let multiples = (0..<10_000).map { _ in Int.random(in: -32_768...32_767, using: &generator) }
        let statistics = try RunningStatistics()
        // Multiples of 2⁻²² are exact beside 10⁹.
        for multiple in multiples { statistics.add(1e9 + Double(multiple) * 0x1p-22) }
        let count = multiples.count
        let sum = multiples.reduce(0, +)
        let squares = multiples.reduce(0) { $0 + $1 * $1 }
        let variance = Double(count * squares - sum * sum) / Double(count * (count - 1)) * 0x1p-44
        #expect(statistics.count == count)
        // Within the rounding of the result.
        #expect(abs(statistics.mean - (1e9 + Double(sum) / Double(count) * 0x1p-22)) < 1.2e-7)
        #expect(abs(statistics.variance / variance - 1) < 1e-12)
        #expect(abs(statistics.standardDeviation / variance.squareRoot() - 1) < 1e-12)
        let mean = Double(sum) / Double(count)
        let third = multiples.reduce(0) { $0 + pow(Double($1) - mean, 3) } / Double(count) * 0x1p-66
        let fourth = multiples.reduce(0) { $0 + pow(Double($1) - mean, 4) } / Double(count) * 0x1p-88
        let second = variance * Double(count - 1) / Double(count)
        #expect(abs(statistics.skewness - third / pow(second, 1.5)) < 1e-10)
        #expect(abs(statistics.kurtosis - (fourth / (second * second) - 3)) < 1e-10)
        #expect(statistics.minimum == 1e9 + Double(multiples.min() ?? 0) * 0x1p-22)
        #expect(statistics.maximum == 1e9 + Double(multiples.max() ?? 0) * 0x1p-22)
    }

    @Test("the extremes are numbers that were added, also where the first one is much larger")
    func largeFirstNumber() throws {
        let statistics = try RunningStatistics()
        for number in [1e17, 0.1, -0.3] { statistics.add(number) }
        #expect(statistics.minimum == -0.3)
        #expect(statistics.maximum == 1e17)
    }

    @Test("after a number that is none, all statistics are none; after an infinite one, all but the extremes")
    func notANumber() throws {
        let statistics = try RunningStatistics()
        for number in [.infinity, 1, 2] { statistics.add(number) }
        #expect(statistics.mean.isNaN && statistics.variance.isNaN)
        #expect(statistics.minimum == 1 && statistics.maximum == .infinity)
        statistics.add(.nan)
        statistics.add(3)
        #expect(statistics.minimum.isNaN && statistics.maximum.isNaN && statistics.mean.isNaN)
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
        #expect(abs(statistics.skewness - sum(3) / count / pow(sum(2) / count, 1.5)) < 1e-11)
        #expect(abs(statistics.kurtosis - (sum(4) / count / pow(sum(2) / count, 2) - 3)) < 1e-11)
        #expect(statistics.minimum == numbers.min())
        #expect(statistics.maximum == numbers.max())
    }

    /// `scipy.stats.skew` and `scipy.stats.kurtosis` with their defaults, of which the first is in SciPy's documentation.
    @Test("skewness and kurtosis are SciPy's", arguments: [1, 1e-200, 1e200, -0x1p-1000])
    func scipy(unit: Double) throws {
        let statistics = try RunningStatistics()
        for number in [2.0, 8, 0, 4, 1, 9, 9, 0] { statistics.add(unit * number) }
        #expect(abs(statistics.skewness - (unit < 0 ? -1 : 1) * 0.2650554122698573) < 1e-14)
        #expect(abs(statistics.kurtosis - -1.6660010752838508) < 1e-14)
        // Their squares add up to 247, their sum is 33.
        let deviation = ((247 - 33.0 * 33 / 8) / 7).squareRoot()
        #expect(abs(statistics.standardDeviation / abs(unit) / deviation - 1) < 1e-14)
        #expect(abs(statistics.mean / unit - 33.0 / 8) < 1e-14)
    }

    @Test("numbers that begin near 0 and grow far beyond count as they are")
    func growth() throws {
        let statistics = try RunningStatistics()
        for number in [0, 1e-300, 1e-150, 3, 5] { statistics.add(number) }
        #expect(abs(statistics.mean - 1.6) < 1e-15)
        #expect(abs(statistics.variance - (34 - 64.0 / 5) / 4) < 1e-14)
        for number in [1e250, -1e250] { statistics.add(number) }
        #expect(abs(statistics.standardDeviation / 1e250 - (2.0 / 6).squareRoot()) < 1e-14)
    }

    @Test("what there are too few numbers for is not a number")
    func tooFew() throws {
        let statistics = try RunningStatistics()
        #expect(statistics.mean.isNaN && statistics.minimum.isNaN && statistics.maximum.isNaN)
        statistics.add(-3)
        #expect(statistics.mean == -3 && statistics.minimum == -3 && statistics.maximum == -3)
        #expect(statistics.variance.isNaN && statistics.standardDeviation.isNaN)
        #expect(statistics.skewness.isNaN && statistics.kurtosis.isNaN)
        statistics.add(-1)
        #expect(statistics.variance == 2)
    }
}
