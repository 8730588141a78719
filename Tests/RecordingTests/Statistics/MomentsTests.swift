import Recording
import Testing
import TestSupport

@Suite struct MomentsTests {
    @Test("moments of deviations of 5·10⁻³ around 10⁹ are those of exact integer arithmetic, also when they are merged")
    func largeOffset() {
        var generator = SeededGenerator(seed: 1)
        let multiples = (0..<10_000).map { _ in Int.random(in: -32_768...32_767, using: &generator) }
        // Multiples of 2⁻²² are exact beside 10⁹.
        let numbers = multiples.map { 1e9 + Double($0) * 0x1p-22 }
        var moments = Moments()
        for number in numbers { moments.add(number) }
        var merged = Moments()
        for part in [numbers[..<1], numbers[1..<1], numbers[1..<7000], numbers[7000...]] {
            var moments = Moments()
            for number in part { moments.add(number) }
            merged.merge(moments)
        }
        let count = multiples.count
        let sum = multiples.reduce(0, +)
        let squares = multiples.reduce(0) { $0 + $1 * $1 }
        let variance = Double(count * squares - sum * sum) / Double(count * (count - 1)) * 0x1p-44
        for result in [moments, merged] {
            #expect(result.count == count)
            // Within the rounding of the result.
            #expect(abs(result.mean - (1e9 + Double(sum) / Double(count) * 0x1p-22)) < 1.2e-7)
            #expect(abs(result.variance / variance - 1) < 1e-12)
            #expect(abs(result.standardDeviation / variance.squareRoot() - 1) < 1e-12)
            #expect(abs(result.standardError / (variance / Double(count)).squareRoot() - 1) < 1e-12)
        }
    }

    @Test("merging parts gives the moments of the whole to rounding")
    func merging() {
        var (whole, first, second) = (Moments(), Moments(), Moments())
        for number in 0..<1000 {
            let value = 1 / Double(number + 1)
            whole.add(value)
            if number < 300 { first.add(value) } else { second.add(value) }
        }
        first.merge(second)
        #expect(first.count == 1000)
        #expect(abs(first.mean - whole.mean) < 1e-16)
        #expect(abs(first.variance / whole.variance - 1) < 1e-13)
    }

    @Test("what there are too few numbers for is not a number")
    func tooFew() {
        var moments = Moments()
        #expect(moments.mean.isNaN && moments.variance.isNaN && moments.standardError.isNaN)
        moments.add(2)
        #expect(moments.mean == 2)
        #expect(moments.variance.isNaN && moments.standardDeviation.isNaN)
        moments.merge(Moments())
        #expect(moments.count == 1 && moments.mean == 2)
    }
}
