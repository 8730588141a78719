import Foundation
import GSL
import Recording
import Testing

@Suite struct AutocorrelationTests {
    @Test("lags are those of the multiple-τ scheme with 16 points and a ratio of 2")
    func lags() throws {
        let correlator = try Autocorrelation()
        for sample in 0..<128 { correlator.add(Double(sample % 3)) }
        // Of 120 there is one pair.
        let lags = [(0, 15, 1), (16, 30, 2), (32, 60, 4), (64, 112, 8)].flatMap { first, last, step in
            Array(stride(from: first, through: last, by: step))
        }
        #expect(correlator.autocovariance.map(\.lag) == lags)
        #expect(correlator.autocovariance[15].pairCount == 113)
        // 64 samples, every second one, 8 places apart.
        #expect(correlator.autocovariance[16].pairCount == 56)
        #expect(correlator.count == 128)
    }

    /// The covariance of pairs of the whole record, with means of its own for each lag: a loop over the record for each.
    private func checkWholeRecord(
        _ series: [Double], _ scheme: (points: Int, ratio: Int), tolerance: Double,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let correlator = try Autocorrelation(points: scheme.points, ratio: scheme.ratio)
        for sample in series { correlator.add(sample) }
        // A record that is written by its distance from another of its values is the same to rounding.
        let origin = series[series.count / 2]
        var samples = series.map { $0 - origin }
        func mean(_ numbers: some Collection<Double>) -> Double { numbers.reduce(0, +) / Double(numbers.count) }
        let error = abs(correlator.mean - (origin + mean(samples)))
        let largest = samples.map(abs).max() ?? 0
        #expect(error <= 1e-15 * (abs(origin) + largest) + 1e-12, sourceLocation: location)
        var unit = 1
        for point in correlator.autocovariance {
            if point.lag >= scheme.points * unit {
                samples = stride(from: scheme.ratio - 1, to: samples.count, by: scheme.ratio).map { samples[$0] }
                unit *= scheme.ratio
            }
            let place = point.lag / unit
            let (head, tail) = (samples.dropLast(place), samples.dropFirst(place))
            let (headMean, tailMean) = (mean(head), mean(tail))
            let products = zip(head, tail).map { ($0 - headMean) * ($1 - tailMean) }
            #expect(point.pairCount == products.count, sourceLocation: location)
            #expect(abs(point.value - mean(products)) <= tolerance, "lag \(point.lag)", sourceLocation: location)
        }
    }

    @Test("the autocovariance is that of the whole record, around 10⁹ too", arguments: [0, 1e9], [(16, 2), (6, 3)])
    func wholeRecord(offset: Double, scheme: (points: Int, ratio: Int)) throws {
        let series = try AutoregressiveProcess(coefficient: 0.8, seed: 1).series(count: 1000)
            .map { offset + ($0 * 1024).rounded() / 1024 }
        try checkWholeRecord(series, scheme, tolerance: 1e-12)
    }

    /// The drift has a variance of (0.5 · 1000)²/12 = 20833, of which 1e-14 is rounding.
    @Test("the means are those of the samples that have a pair, so that a drift is right", arguments: [0, 1e9])
    func drift(offset: Double) throws {
        let noise = try AutoregressiveProcess(coefficient: 0.8, seed: 4).series(count: 1000)
        let series = noise.enumerated().map { offset + 0.5 * Double($0) + ($1 * 1024).rounded() / 1024 }
        try checkWholeRecord(series, (16, 2), tolerance: 2e-9)
    }

    @Test("a first sample far away from the others does not spoil them")
    func outlierAtTheBeginning() throws {
        let series = try [1e6] + AutoregressiveProcess(coefficient: 0.8, seed: 5).series(count: 500)
        try checkWholeRecord(series, (8, 2), tolerance: 1e-5)
        // With means that lack the outlier at one end only, it is in no covariance but that at lag 0.
        let correlator = try Autocorrelation()
        for sample in series { correlator.add(sample) }
        #expect(correlator.autocovariance[0].value > 1e9)
        #expect(abs(correlator.autocovariance[1].value) < 1e5)
    }

    /// The standard error at long lags is √((1 + φ²)/(1 − φ²)/n) = 0.0115; five of them are exceeded with a probability of
    /// 6e-7 at one of some 50 lags.
    @Test("the autocorrelation of an autoregressive process is exponential")
    func autoregression() throws {
        let process = try AutoregressiveProcess(coefficient: 0.9, seed: 2)
        let correlator = try Autocorrelation()
        for sample in process.series(count: 70_000) { correlator.add(sample) }
        let points = correlator.autocorrelation
        #expect(points.first?.value == 1)
        for point in points where point.lag < 100 {
            #expect(abs(point.value - pow(0.9, Double(point.lag))) < 0.058, "lag \(point.lag)")
        }
    }

    @Test("rotating vectors correlate as the cosine of the lag, at all lags")
    func rotation() throws {
        let frequency = 0.05
        let nodeCount = 3
        let correlator = try VectorAutocorrelation(nodeCount: nodeCount, dimension: 2)
        for step in 0..<512 {
            let vectors = (0..<nodeCount).flatMap { node in
                let angle = frequency * Double(step) + Double(node)
                return [cos(angle), sin(angle)]
            }
            correlator.add(vectors.span)
        }
        let points = correlator.correlation
        for point in points { #expect(abs(point.value - cos(frequency * Double(point.lag))) < 1e-12) }
        #expect(points.last?.lag == 480)
        #expect(correlator.normalizedCorrelation.first?.value == 1)
    }

    /// Whole periods of pairs: at lag 16 · 2ⁱ, of period 5, the correlation is cos(2π · lag/5) but for the ends of the series.
    @Test("an oscillation does not fade at long lags")
    func oscillation() throws {
        let correlator = try Autocorrelation()
        for step in 0..<80_000 { correlator.add(sin(2 * .pi * Double(step % 5) / 5 + 0.3)) }
        for point in correlator.autocorrelation where point.lag <= 1000 {
            #expect(abs(point.value - cos(2 * .pi * Double(point.lag % 5) / 5)) < 0.005, "lag \(point.lag)")
        }
        let lags = correlator.autocorrelation.map(\.lag)
        #expect(lags.contains(20) && lags.contains(40))
    }

    /// By NumPy: `h, t = b[:-p], b[p:]; ((h - h.mean()) * (t - t.mean())).mean()` with `b = y[u - 1::u]` for each unit u.
    @Test("the covariances are those of plain arithmetic")
    func plainArithmetic() throws {
        let digits = "3141592653589793238462643383279502884197"
        let correlator = try Autocorrelation(points: 4, ratio: 2)
        for digit in digits { correlator.add(Double(digit.wholeNumberValue ?? 0)) }
        let expected: [(Int, Double, Int)] = [
            (0, 7.2275, 40), (1, 0.6456278763971073, 39), (2, -2.2894736842105265, 38), (3, -1.0482103725346967, 37),
            (4, -0.9475308641975307, 18), (6, 1.5640138408304498, 17), (8, -2.1875, 8), (12, 0.020408163265306114, 7),
            (16, -0.7777777777777778, 3), (24, -1.5, 2),
        ]
        let points = correlator.autocovariance
        #expect(points.count == expected.count)
        for (point, (lag, value, pairs)) in zip(points, expected) {
            #expect(point.lag == lag && point.pairCount == pairs)
            #expect(abs(point.value - value) < 1e-13)
        }
    }

    @Test("a scheme that is none is told")
    func wrongSchemes() {
        func message(points: Int, ratio: Int) -> String? {
            #expect(throws: StatisticsError.self) { try Autocorrelation(points: points, ratio: ratio) }?.description
        }
        #expect(message(points: 1, ratio: 2) == "the number of points of a level must be from 2 to 65536, not 1")
        #expect(message(points: 8, ratio: 1) == "the ratio of two levels must be from 2 to 8, not 1")
        #expect(message(points: 9, ratio: 2) == "the number of points of a level must be a multiple of 2, not 9")
        #expect(throws: StatisticsError.self) { try VectorAutocorrelation(nodeCount: 0, dimension: 3) }
        #expect(throws: StatisticsError.self) { try MeanSquaredDisplacement(nodeCount: 1, dimension: 0) }
    }
}
