import GSL
import Testing
import TestSupport

@Suite struct HistogramTests {
    private func message(_ make: () throws -> Void) -> String? {
        #expect(throws: StatisticsError.self, performing: make)?.description
    }

    @Test("every number falls into its bin, or is counted apart")
    func uniformBins() throws {
        let histogram = try Histogram(bins: 4, in: -1..<1)
        #expect(histogram.edges == [-1, -0.5, 0, 0.5, 1])
        for number in [-1, -0.75, -0.5, 0.25, 0.4, 0.999, 1, 7, -1.5, .infinity, -.infinity, .nan, .nan, .nan] {
            histogram.add(number)
        }
        #expect(histogram.counts == [2, 1, 2, 1])
        #expect(histogram.underflow == 2)
        #expect(histogram.overflow == 3)
        #expect(histogram.notANumberCount == 3)
        #expect(histogram.density.elementsEqual([2, 1, 2, 1].map { $0 / 6 / 0.5 }))
        histogram.reset()
        #expect(histogram.counts == [0, 0, 0, 0])
        #expect(histogram.underflow == 0 && histogram.overflow == 0 && histogram.notANumberCount == 0)
        #expect(histogram.density == [0, 0, 0, 0])
    }

    @Test("with given edges the counts are those of the whole record, and the density integrates to 1")
    func givenEdges() throws {
        var generator = SeededGenerator(seed: 4)
        let edges = [0, 0.01, 0.1, 0.5, 0.75, 3]
        let histogram = try Histogram(edges: edges)
        let numbers = (0..<5000).map { _ in Double.random(in: -0.5..<4, using: &generator) }
        for number in numbers { histogram.add(number) }
        let expected = (0..<5).map { bin in numbers.count { $0 >= edges[bin] && $0 < edges[bin + 1] } }
        #expect(histogram.counts == expected)
        #expect(histogram.binCount == 5)
        #expect(histogram.underflow == numbers.count { $0 < 0 })
        #expect(histogram.overflow == numbers.count { $0 >= 3 })
        let parts = (0..<5).map { (bin: Int) in histogram.density[bin] * (edges[bin + 1] - edges[bin]) }
        let integral = parts.reduce(0, +)
        #expect(abs(integral - 1) < 1e-14)
    }

    @Test("what makes no bins is told")
    func wrongBins() {
        #expect(
            message { _ = try Histogram(bins: 0, in: 0..<1) }
                == "the number of bins must be from 1 to 268435456, not 0")
        #expect(
            message { _ = try Histogram(bins: 3, in: 1..<1) }
                == "a histogram needs finite bounds with lower < upper, not lower 1.0 and upper 1.0")
        #expect(
            message { _ = try Histogram(bins: 3, in: 0 ..< .infinity) }
                == "a histogram needs finite bounds with lower < upper, not lower 0.0 and upper inf")
        #expect(
            message { _ = try Histogram(edges: [0, 1, 1]) }
                == "the edges of a histogram must be finite and ascend: edge 2 is 1.0")
        #expect(
            message { _ = try Histogram(edges: [0, .nan]) }
                == "the edges of a histogram must be finite and ascend: edge 1 is nan")
        #expect(message { _ = try Histogram(edges: [0]) } == "the number of edges must be from 2 to 268435457, not 1")
        #expect(message { _ = try Histogram(bins: 10, in: 1..<1.0.nextUp) } != nil)
    }
}
