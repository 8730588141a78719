import Foundation
import GSL
import Recording
import Testing

@Suite struct QuantileSketchTests {
    private let probabilities = [0, 0.001, 0.05, 0.25, 0.5, 0.75, 0.95, 0.999, 1]

    /// Type 7 of Hyndman and Fan (1996), doi:10.2307/2684934.
    private func quantile(_ probability: Double, ofSorted numbers: [Double]) -> Double {
        let position = Double(numbers.count - 1) * probability
        let place = min(Int(position), numbers.count - 1)
        let next = numbers[min(place + 1, numbers.count - 1)]
        return numbers[place] + (position - Double(place)) * (next - numbers[place])
    }

    private func sketch(of numbers: [Double]) -> QuantileSketch {
        var sketch = QuantileSketch()
        for number in numbers { sketch.add(number) }
        return sketch
    }

    private func normalNumbers(_ count: Int, seed: UInt64) throws -> [Double] {
        try AutoregressiveProcess(coefficient: 0, seed: seed).series(count: count)
    }

    @Test("up to 4096 numbers quantiles are exact", arguments: [1, 2, 5, 100, 4096])
    func exact(count: Int) throws {
        let numbers = try normalNumbers(count, seed: 1)
        var sketch = sketch(of: numbers)
        sketch.add(.nan)
        #expect(sketch.count == count)
        #expect(sketch.rankError == 0)
        let sorted = numbers.sorted()
        for (probability, estimate) in zip(probabilities, sketch.quantiles(probabilities)) {
            #expect(abs(estimate.value - quantile(probability, ofSorted: sorted)) <= 1e-15)
            #expect(estimate.error == 0)
        }
    }

    @Test("of no numbers there is no quantile, and infinite ones have their place")
    func specialNumbers() {
        #expect(QuantileSketch().quantiles([0.5])[0].value.isNaN)
        #expect(QuantileSketch().quantiles([0.5])[0].error.isNaN)
        let infinity = Double.infinity
        let infinite = sketch(of: [-infinity, -infinity, 1, infinity, infinity])
        let expected: [Double] = [-infinity, -infinity, 1, infinity]
        #expect(infinite.quantiles([0, 0.1, 0.5, 0.9]).map(\.value) == expected)
    }

    enum Order: CaseIterable {
        case drawn, ascending, descending, fromBothEnds, fewValues

        func arrange(_ numbers: [Double]) -> [Double] {
            let sorted = numbers.sorted()
            return switch self {
            case .drawn: numbers
            case .ascending: sorted
            case .descending: sorted.reversed()
            case .fromBothEnds: zip(sorted, sorted.reversed()).flatMap { [$0, $1] }.prefix(numbers.count).map(\.self)
            case .fewValues: numbers.map { $0.rounded() }
            }
        }
    }

    @Test("of more numbers they are within the stated error, whatever the order", arguments: Order.allCases)
    func statedError(order: Order) throws {
        let count = 50_000
        let numbers = order.arrange(try normalNumbers(count, seed: 2))
        let sketch = sketch(of: numbers)
        // log₂(50 000/4096) = 3.6 levels.
        #expect(sketch.rankError > 0 && Double(sketch.rankError) < 4 * Double(count) / 8192 + 16)
        let sorted = numbers.sorted()
        for (probability, estimate) in zip(probabilities, sketch.quantiles(probabilities)) {
            let exact = quantile(probability, ofSorted: sorted)
            #expect(abs(estimate.value - exact) <= estimate.error, "\(probability)")
            let place = Int(probability * Double(count - 1))
            let least = sorted[max(0, place - sketch.rankError)]
            let greatest = sorted[min(count - 1, place + 1 + sketch.rankError)]
            #expect(estimate.value >= least && estimate.value <= greatest, "\(probability)")
        }
    }

    /// A number that is at 0 for 45 % of the time and at 10 otherwise, in turns of some hundred samples.
    @Test("of a series that jumps between two values the median is right")
    func bimodal() throws {
        let numbers = try normalNumbers(40_000, seed: 3).enumerated().map { index, noise in
            (index % 1000 < 450 ? 0 : 10) + 0.1 * noise
        }
        let median = quantile(0.5, ofSorted: numbers.sorted())
        let estimate = sketch(of: numbers).quantiles([0.5])[0]
        #expect(abs(estimate.value - median) <= estimate.error)
        #expect(estimate.error < 0.01)
    }

    @Test("statistics of a series tell the error of their quantiles")
    func seriesStatistics() throws {
        let statistics = try SeriesStatistics(.init(quantiles: [0.25, 0.5]), interval: nil)
        for number in 0..<4096 { statistics.add(Double(number)) }
        let rows = statistics.rows.filter { $0.name.hasPrefix("quantile") }
        #expect(rows.map(\.name) == ["quantile-0.25", "quantile-0.5"])
        #expect(rows.map(\.value) == [1023.75, 2047.5])
        #expect(rows.map(\.error) == [0, 0])
        statistics.add(4096)
        #expect(statistics.rows.first { $0.name == "quantile-0.5" }?.error ?? 0 >= 1)
        for probability in [-0.1, 1.1, .nan] {
            let error = #expect(throws: StatisticsError.self) {
                try SeriesStatistics(.init(quantiles: [probability]), interval: nil)
            }
            #expect(error.map { "\($0)" }?.contains("between 0 and 1") == true)
        }
    }

    @Test("the quantiles 0 and 1 are the minimum and the maximum, also where these have been thinned out")
    func ends() throws {
        let statistics = try SeriesStatistics(.init(quantiles: [1, 0]), interval: nil)
        for number in 0..<100_000 { statistics.add(Double(number * 7919 % 100_003)) }
        let rows = statistics.rows.filter { $0.name.hasPrefix("quantile") }
        let ends = ["maximum", "minimum"].map { name in statistics.rows.first { $0.name == name }?.value }
        #expect(rows.map(\.value) == ends)
        #expect(rows.map(\.error) == [0, 0])
    }

    @Test("what is no probability has no quantile")
    func noProbability() {
        var sketch = QuantileSketch()
        for number in 0..<10 { sketch.add(Double(number)) }
        #expect(sketch.quantiles([.nan])[0].value.isNaN)
        #expect(sketch.quantiles([-.infinity, -1, 2, .infinity]).map(\.value) == [0, 0, 9, 9])
    }
}
