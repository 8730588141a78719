import Foundation
import GSL
import Testing

/// Statistical tests with fixed seeds; each would fail for one in a million seeds if the generator were perfect.
@Suite struct DistributionTests {
    static let count = 50_000

    /// √(ln(2 / 10⁻⁶) / 2): Kolmogorov's statistic √n · D exceeds it with probability 10⁻⁶.
    static let kolmogorovBound = (log(2 / 1e-6) / 2).squareRoot()

    /// The two-sided quantile of the normal distribution for an error probability of 10⁻⁶.
    static let normalBound = 4.8916

    static func sample(_ distribution: Distribution, key: UInt64) throws -> [Double] {
        let generator = try RandomGenerator(key: (key, 0))
        return (0..<count).map { _ in distribution.draw(from: generator) }
    }

    /// Kolmogorov's √n · D, the largest distance between the sample's and the distribution's cumulative function.
    static func kolmogorov(_ sample: [Double], _ cumulative: (Double) -> Double) -> Double {
        let n = Double(sample.count)
        var distance = 0.0
        for (index, value) in sample.sorted().enumerated() {
            let expected = cumulative(value)
            distance = max(distance, expected - Double(index) / n, Double(index + 1) / n - expected)
        }
        return distance * n.squareRoot()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func uniformHasItsDistribution(key: UInt64) throws {
        let sample = try Self.sample(.uniform(lower: -2, upper: 5), key: key)
        #expect(Self.kolmogorov(sample) { ($0 + 2) / 7 } < Self.kolmogorovBound)
        #expect(sample.allSatisfy { (-2..<5).contains($0) })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func normalHasItsDistribution(key: UInt64) throws {
        let sample = try Self.sample(.normal(mean: 3, deviation: 2), key: key)
        #expect(Self.kolmogorov(sample) { erfc((3 - $0) / 8.0.squareRoot()) / 2 } < Self.kolmogorovBound)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func cauchyHasItsDistribution(key: UInt64) throws {
        let sample = try Self.sample(.cauchy(location: 3, scale: 2), key: key)
        #expect(Self.kolmogorov(sample) { atan(($0 - 3) / 2) / .pi + 0.5 } < Self.kolmogorovBound)
    }

    /// Closed forms; 1.96 is the number that everybody knows.
    @Test func quantilesAreThoseOfTheDistributions() {
        #expect(Distribution.constant(4).quantile(0.1) == 4)
        #expect(Distribution.uniform(lower: -1, upper: 3).quantile(0.25) == 0)
        #expect(abs(Distribution.normal(mean: 1, deviation: 2).quantile(0.975) - (1 + 2 * 1.959963984540054)) < 1e-12)
        #expect(abs(Distribution.cauchy(location: 1, scale: 2).quantile(0.75) - 3) < 1e-14)
    }

    /// The standard errors of mean and variance of n normal numbers are σ/√n and σ²√(2/n).
    @Test(arguments: [1, 2, 3] as [UInt64])
    func normalHasItsMoments(key: UInt64) throws {
        let sample = try Self.sample(.normal(mean: 3, deviation: 2), key: key)
        let n = Double(sample.count)
        let mean = sample.reduce(0, +) / n
        let variance = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
        #expect(abs(mean - 3) < Self.normalBound * 2 / n.squareRoot())
        #expect(abs(variance - 4) < Self.normalBound * 4 * (2 / n).squareRoot())
    }

    /// First words of streams whose counters differ by one, as those of neighbouring nodes, are as good as one stream.
    @Test func firstDrawsOfNeighbouringStreamsAreUniformAndUncorrelated() throws {
        let generator = try RandomGenerator(key: (0, 0))
        let sample = (0..<Self.count).map { node in
            generator.reset(key: (9, 0), counter: (0, UInt64(node), 0, 0))
            return generator.uniform(in: 0..<1)
        }
        #expect(Self.kolmogorov(sample) { $0 } < Self.kolmogorovBound)
        let products = zip(sample, sample.dropFirst()).map { ($0 - 0.5) * ($1 - 0.5) }
        // The product of two uniform deviates has the variance 1/144.
        let n = Double(products.count)
        #expect(abs(products.reduce(0, +) / n) < Self.normalBound / 12 / n.squareRoot())
    }

    @Test func constantLeavesTheGeneratorAlone() throws {
        let generator = try RandomGenerator(key: NumPyPhilox.key, counter: NumPyPhilox.counter)
        #expect(Distribution.constant(4.5).draw(from: generator) == 4.5)
        #expect(generator.next() == NumPyPhilox.words[0])
    }

    @Test func deviationZeroIsTheMean() throws {
        let generator = try RandomGenerator(key: (1, 0))
        #expect(Distribution.normal(mean: 7, deviation: 0).draw(from: generator) == 7)
    }

    @Test func unvalidatedBoundsDoNotTrap() throws {
        let generator = try RandomGenerator(key: (1, 0))
        let value = Distribution.uniform(lower: 2, upper: 1).draw(from: generator)
        #expect((1...2).contains(value))
    }

    @Test(
        arguments: [
            .constant(-1), .uniform(lower: 0, upper: 1), .normal(mean: 0, deviation: 0),
            .uniform(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude),
        ] as [Distribution])
    func soundParametersPass(_ distribution: Distribution) {
        #expect(throws: Never.self) { try distribution.validate() }
    }

    @Test(
        arguments: [
            (.constant(.nan), "the parameter constant of a distribution must be finite, not nan"),
            (.uniform(lower: -.infinity, upper: 1), "the parameter lower of a distribution must be finite, not -inf"),
            (.uniform(lower: 0, upper: .infinity), "the parameter upper of a distribution must be finite, not inf"),
            (.uniform(lower: 1, upper: 1), "a uniform distribution needs lower < upper, not lower 1.0 and upper 1.0"),
            (.normal(mean: .nan, deviation: 1), "the parameter mean of a distribution must be finite, not nan"),
            (.normal(mean: 0, deviation: .nan), "the parameter deviation of a distribution must be finite, not nan"),
            (.normal(mean: 0, deviation: -1), "the deviation of a normal distribution must be 0 or more, not -1.0"),
        ] as [(Distribution, String)])
    func unsoundParametersAreNamed(_ distribution: Distribution, message: String) {
        let error = #expect(throws: DistributionError.self) { try distribution.validate() }
        #expect(error?.description == message)
    }
}
