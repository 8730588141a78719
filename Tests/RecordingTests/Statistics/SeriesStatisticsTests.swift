import Foundation
import GSL
import Recording
import Testing

@Suite struct SeriesStatisticsTests {
    private func rows(of series: [Double], interval: Double? = 0.5) throws -> [String: SeriesStatistics.Row] {
        let statistics = try SeriesStatistics(.init(quantiles: [0.5]), interval: interval)
        for sample in series { statistics.add(sample) }
        return Dictionary(uniqueKeysWithValues: statistics.rows.map { ($0.name, $0) })
    }

    @Test("One number that is none leaves no statistic a number, and is told")
    func notANumber() throws {
        let rows = try rows(of: [1, 2, .nan, 3])
        #expect(rows.count == 9)
        for row in rows.values { #expect(row.value.isNaN && row.error.isNaN && row.gap == .notANumber, "\(row.name)") }
    }

    @Test("What is not known says why")
    func gaps() throws {
        let series = try AutoregressiveProcess(coefficient: 0.5, seed: 1).series(count: 1000)
        let whole = try rows(of: series)
        #expect(whole.values.allSatisfy { $0.gap == nil && !$0.value.isNaN })
        let short = try rows(of: Array(series[..<50]))
        #expect(short["mean"]?.gap == .tooShort && short["correlation-time"]?.gap == .tooShort)
        #expect(short["mean"]?.value.isNaN == false && short["variance"]?.gap == nil)
        let constant = try rows(of: Array(repeating: 2, count: 1000))
        #expect(constant["mean"]?.error == 0 && constant["mean"]?.gap == nil)
        #expect(constant["skewness"]?.gap == .constant && constant["correlation-time"]?.gap == .constant)
        let single = try rows(of: [2])
        #expect(single["mean"]?.gap == .tooFew && single["variance"]?.gap == .tooFew)
        let infinite = try rows(of: [1, .infinity, 2])
        #expect(infinite["mean"]?.gap == .infinite && infinite["maximum"]?.value == .infinity)
    }

    @Test("The correlation time is the one that the error of the mean tells")
    func consistency() throws {
        let series = try AutoregressiveProcess(coefficient: 0.8, seed: 2).series(count: 20_000)
        let rows = try rows(of: series)
        var average = BlockAverage()
        for sample in series { average.add(sample) }
        let estimate = try #require(average.longRunVariance)
        let widening = (1 + 2 / estimate.degreesOfFreedom).squareRoot()
        let (mean, time) = (try #require(rows["mean"]), try #require(rows["correlation-time"]))
        let squared = 2 * (time.value / 0.5) * average.variance / 20_000
        #expect(abs(mean.error / (squared.squareRoot() * widening) - 1) < 1e-12)
    }

    @Test("The last bin of a histogram over time contains its end") func closedHistogram() throws {
        let statistics = try SeriesStatistics(SeriesStatistics.Options(histogramEdges: [0, 0.5, 1]), interval: nil)
        for number in [0, 0.25, 0.5, 1, 1, 1.25] { statistics.add(number) }
        #expect(statistics.histogram?.counts == [2, 3])
        #expect(statistics.histogram?.overflow == 1)
    }
}
