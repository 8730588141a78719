import GSL
import Testing

@Suite struct RunningQuantileTests {
    /// Table I of Jain and Chlamtac (1985), doi:10.1145/4372.4378, which ends at a median of 4.44.
    @Test("the median of the paper's example is the paper's")
    func publishedExample() throws {
        let median = try RunningQuantile(probability: 0.5)
        let observations = [
            0.02, 0.15, 0.74, 3.39, 0.83, 22.37, 10.15, 15.43, 38.62, 15.92, 34.60, 10.28, 1.47, 0.40, 0.05, 11.39,
            0.27, 0.42, 0.09, 11.37,
        ]
        for observation in observations { median.add(observation) }
        #expect(abs(median.value - 4.44) < 0.005)
        #expect(median.count == 20)
    }

    @Test("of up to five numbers it is exact", arguments: [0.1, 0.5, 0.75])
    func smallSamples(probability: Double) throws {
        let quantile = try RunningQuantile(probability: probability)
        #expect(quantile.value.isNaN)
        var numbers: [Double] = []
        for number in [3.0, -1, 4, 1.5, 9] {
            numbers.append(number)
            quantile.add(number)
            quantile.add(.nan)
            let sorted = numbers.sorted()
            let position = Double(numbers.count - 1) * probability
            let below = Int(position)
            let above = min(below + 1, numbers.count - 1)
            let expected = sorted[below] + (position - Double(below)) * (sorted[above] - sorted[below])
            #expect(abs(quantile.value - expected) < 1e-14)
        }
        #expect(quantile.count == 5)
        quantile.reset()
        #expect(quantile.value.isNaN)
    }

    /// The standard error is √(p (1 − p) / n) / density = 0.0076; four of them are exceeded with a probability of 6e-5.
    @Test("a quantile of normal numbers")
    func normalNumbers() throws {
        let generator = try RandomGenerator(key: (5, 6))
        let quantile = try RunningQuantile(probability: 0.9)
        for _ in 0..<50_000 { quantile.add(generator.normal(mean: 0, deviation: 1)) }
        #expect(abs(quantile.value - 1.2816) < 0.03)
    }

    @Test("a probability lies between 0 and 1", arguments: [0, 1, -0.5, .nan])
    func probability(_ value: Double) {
        let error = #expect(throws: StatisticsError.self) { try RunningQuantile(probability: value) }
        #expect(error?.description == "the probability of a quantile must lie between 0 and 1, not be \(value)")
    }
}
