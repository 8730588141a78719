import Foundation
import GSL
import Recording
import Testing

/// How often the true mean of autoregressive series lies within one and two of the errors that are shown.
///
/// With a number of series in the environment variable `OBSERVATORY_COVERAGE`, such as 2000, correlation times from 0.5 to 200
/// samples and lengths from 10 to 10⁴ of them are gone through, for which a release build takes a quarter of an hour; the table
/// is printed.
@Suite struct ErrorCoverageTests {
    private struct Coverage {
        var series = 0
        var shown = 0
        var withinOne = 0
        var withinTwo = 0

        mutating func add(_ average: BlockAverage, trueMean: Double) {
            series += 1
            guard let error = average.standardError else { return }
            shown += 1
            let distance = abs(average.mean - trueMean)
            if distance < error { withinOne += 1 }
            if distance < 2 * error { withinTwo += 1 }
        }

        var text: String {
            let parts = [withinOne, withinTwo].map { String(format: "%.1f", 100 * Double($0) / Double(max(shown, 1))) }
            return "\(shown) of \(series): \(parts[0]) % and \(parts[1]) %"
        }

        /// Whether what is seen has a probability of 10⁻⁵ at least if the true ones lie in given ranges.
        func isPlausible(one: ClosedRange<Double>, two: ClosedRange<Double>) -> Bool {
            func holds(_ count: Int, _ range: ClosedRange<Double>) -> Bool {
                let number = Double(shown)
                let allowance = { (part: Double) in 4.3 * (number * part * (1 - part)).squareRoot() + 0.5 }
                return Double(count) >= number * range.lowerBound - allowance(range.lowerBound)
                    && Double(count) <= number * range.upperBound + allowance(range.upperBound)
            }
            return holds(withinOne, one) && holds(withinTwo, two)
        }
    }

    /// What errors of series with a correlation time are worth, at lengths in units of it.
    private func coverage(time: Double, lengths: [Double], seriesCount: Int, seed: UInt64) throws -> [Coverage] {
        let process = try AutoregressiveProcess(coefficient: exp(-1 / time), seed: seed)
        let counts = lengths.map { Int(($0 * time).rounded(.up)) }
        var coverages = [Coverage](repeating: Coverage(), count: lengths.count)
        for _ in 0..<seriesCount {
            var (average, added) = (BlockAverage(), 0)
            let series = process.series(count: counts.last ?? 0)
            for (index, count) in counts.enumerated() {
                for sample in series[added..<count] { average.add(sample + 3) }
                added = count
                coverages[index].add(average, trueMean: 3)
            }
        }
        return coverages
    }

    /// Each cell is refused wrongly with a probability of 4 · 10⁻⁵ if the true coverage is 66–70 % and 94–97 %.
    @Test(
        "The true mean lies within one and two errors as often as it should, or no error is shown", arguments: [1, 3])
    func coverage(time: Double) throws {
        let lengths: [Double] = [20, 50, 100, 400, 800]
        let coverages = try coverage(time: time, lengths: lengths, seriesCount: 200, seed: 11)
        for (length, coverage) in zip(lengths, coverages) {
            guard length > 100 else {
                #expect(coverage.shown == 0, "length \(length): \(coverage.text)")
                continue
            }
            #expect(coverage.shown > (length < 800 ? 130 : 190))
            #expect(coverage.isPlausible(one: 0.66...0.7, two: 0.94...0.97), "length \(length): \(coverage.text)")
        }
    }

    /// Of 175 samples with a correlation of e⁻² only those would have an error whose correlation happens to look shorter than it is.
    @Test("No error is shown where there are too few samples to see what is slower than one of them")
    func fewSamples() throws {
        let coverage = try coverage(time: 0.5, lengths: [350], seriesCount: 300, seed: 14)[0]
        #expect(coverage.shown == 0, "\(coverage.text)")
    }

    /// One series of twelve has an error at 300 correlation times of one sample, one of seven at 225 of five. Each cell is refused wrongly
    /// with a probability of 4 · 10⁻⁵ as above.
    @Test(
        "Where only some series look long enough, the errors of these are not too small",
        arguments: [(1.0, 300.0, 1000), (1, 350, 500), (5, 225, 400)])
    func hardlyLongEnough(time: Double, length: Double, seriesCount: Int) throws {
        let coverage = try coverage(time: time, lengths: [length], seriesCount: seriesCount, seed: 15)[0]
        #expect((30...300).contains(coverage.shown), "\(coverage.text)")
        #expect(coverage.isPlausible(one: 0.66...0.7, two: 0.94...0.97), "\(coverage.text)")
    }

    /// The cause of that. A correlation of 0.07 is seen to be 0.3 with a probability of 4 · 10⁻⁵; that with the correlation time which
    /// the error tells is 0.95.
    @Test("Which series are long enough is not correlated with their errors", arguments: [(1.0, 500), (5, 400)])
    func decision(time: Double, length: Int) throws {
        let process = try AutoregressiveProcess(coefficient: exp(-1 / time), seed: 16)
        let pairs = (0..<300).compactMap { _ -> (margin: Double, value: Double)? in
            var average = BlockAverage()
            for sample in process.series(count: length * Int(time)) { average.add(sample) }
            return average.longRunVariance.map { (log($0.margin), log($0.value)) }
        }
        #expect(pairs.count > 280)
        var (margins, values) = (Moments(), Moments())
        for pair in pairs {
            margins.add(pair.margin)
            values.add(pair.value)
        }
        let covariance = pairs.reduce(0) { $0 + ($1.margin - margins.mean) * ($1.value - values.mean) }
        let deviations = margins.standardDeviation * values.standardDeviation
        #expect(abs(covariance / Double(pairs.count - 1)) < 0.3 * deviations)
    }

    /// As above. A damped oscillation: the sum of the autocorrelation is small beside its parts.
    @Test("So it is with a damped oscillation, and with a slow process behind noise")
    func otherProcesses() throws {
        let generator = try RandomGenerator(key: (12, 0))
        func noise() -> Double { generator.normal(mean: 0, deviation: 1) }
        var (oscillations, slow) = (Coverage(), Coverage())
        let decay = exp(-1.0 / 4)
        for _ in 0..<100 {
            var (average, last, before) = (BlockAverage(), 0.0, 0.0)
            for step in 0..<2648 {
                (last, before) = (2 * decay * cos(2 * .pi / 4.5) * last - decay * decay * before + noise(), last)
                if step >= 200 { average.add(last) }
            }
            oscillations.add(average, trueMean: 0)
            (average, last) = (BlockAverage(), noise())
            for _ in 0..<4096 {
                last = exp(-0.1) * last + (1 - exp(-0.2)).squareRoot() * noise()
                average.add(noise() + 0.5 * last)
            }
            slow.add(average, trueMean: 0)
        }
        #expect(oscillations.isPlausible(one: 0.65...0.72, two: 0.93...0.97), "\(oscillations.text)")
        #expect(slow.isPlausible(one: 0.65...0.72, two: 0.93...0.97), "\(slow.text)")
        #expect(oscillations.shown > 90 && slow.shown > 90)
    }

    private func coverageAtStop(time: Double, mean: Double, relativeError: Double, seriesCount: Int) throws -> Coverage
    {
        let coefficient = exp(-1 / time)
        let generator = try RandomGenerator(key: (13, UInt64(mean * 1000)))
        let amplitude = (1 - coefficient * coefficient).squareRoot()
        var coverage = Coverage()
        for _ in 0..<seriesCount {
            var (average, state) = (BlockAverage(), generator.normal(mean: 0, deviation: 1))
            repeat {
                state = coefficient * state + amplitude * generator.normal(mean: 0, deviation: 1)
                average.add(mean + state)
            } while !average.isConverged(relativeError: relativeError)
            coverage.add(average, trueMean: mean)
        }
        return coverage
    }

    /// Means at which 60, 300 and 1200 correlation times are needed, so that the shortest series with an error stop, or some.
    @Test("At the stop of a mean that has converged, its error is right as often", arguments: [60.0, 300, 1200])
    func stop(needed: Double) throws {
        let (time, relativeError) = (1.0, 0.1)
        let inefficiency = 1 / tanh(0.5 / time)
        let mean = (inefficiency / (needed * time)).squareRoot() / relativeError
        let coverage = try coverageAtStop(time: time, mean: mean, relativeError: relativeError, seriesCount: 150)
        #expect(coverage.shown == 150)
        #expect(coverage.isPlausible(one: 0.66...0.7, two: 0.94...0.97), "\(coverage.text)")
    }

    private static let seriesCount = ProcessInfo.processInfo.environment["OBSERVATORY_COVERAGE"].flatMap { Int($0) }

    @Test("All of this for many series", .enabled(if: seriesCount != nil))
    func grid() throws {
        let seriesCount = Self.seriesCount ?? 0
        let lengths: [Double] = [10, 30, 100, 200, 250, 300, 350, 400, 500, 1000, 3000, 10_000]
        for (seed, time) in [0.5, 1, 2, 5, 10, 20, 50, 100, 200].enumerated() {
            let coverages = try coverage(time: time, lengths: lengths, seriesCount: seriesCount, seed: UInt64(seed))
            for (length, coverage) in zip(lengths, coverages) where coverage.shown > 0 {
                print("time \(time), length \(length): \(coverage.text)")
                #expect(
                    coverage.isPlausible(one: 0.66...0.7, two: 0.94...0.97), "time \(time), length \(length)")
            }
            for needed in [30.0, 100, 300, 1000, 3000] {
                let mean = (1 / tanh(0.5 / time) / (needed * time)).squareRoot() / 0.1
                let coverage = try coverageAtStop(time: time, mean: mean, relativeError: 0.1, seriesCount: seriesCount)
                print("time \(time), stop after about \(needed): \(coverage.text)")
                #expect(coverage.isPlausible(one: 0.66...0.7, two: 0.94...0.97), "time \(time), stop at \(needed)")
            }
        }
    }
}
