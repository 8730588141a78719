import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Whether numbers that belong to vertices, edges and occasions are independent of each other where these differ by little.
/// Each test would fail with a correct program with a probability below 0.001; the seed is fixed.
@Suite struct KeyedWordsTests {
    private static let words = KeyedWords(
        key: (2027, UInt64(RandomPurpose.events.number)))

    /// Ways to go from one number to another one with which it must have nothing to do.
    enum Neighbour: CaseIterable {
        case target, source, turned, occasion, number, secondWord, chain

        /// Two words of an edge that are next to each other.
        func pair(_ source: Int32, _ target: Int32) -> (UInt64, UInt64) {
            let words = KeyedWordsTests.words
            let first = words.words(from: source, to: target, 1 << 16 | 1)
            switch self {
            case .target: return (first.0, words.words(from: source, to: target + 1, 1 << 16 | 1).0)
            case .source: return (first.0, words.words(from: source + 1, to: target, 1 << 16 | 1).0)
            case .turned: return (first.0, words.words(from: target, to: source, 1 << 16 | 1).0)
            case .occasion: return (first.0, words.words(from: source, to: target, 1 << 16 | 2).0)
            case .number: return (first.0, words.words(from: source, to: target, 2 << 16 | 1).0)
            case .secondWord: return first
            case .chain:
                return (words.words(after: first.0, 0).0, words.words(after: first.0, 1).0)
            }
        }
    }

    /// 160,000 pairs in 16 × 16 cells: χ² of 255 degrees of freedom exceeds 330 with a probability of 0.0011, and by the
    /// lowest bits as by the highest, so that one of 14 does with one of 0.015; the bound 350 is exceeded with 0.00008 each.
    @Test("pairs of numbers fill the square evenly", arguments: Neighbour.allCases)
    func pairs(_ neighbour: Neighbour) {
        var high = [Int](repeating: 0, count: 256)
        var low = high
        for source in 0..<400 as Range<Int32> {
            for target in 1000..<1400 as Range<Int32> {
                let (a, b) = neighbour.pair(source, target)
                high[Int((a >> 60) << 4 | b >> 60)] += 1
                low[Int((a & 15) << 4 | b & 15)] += 1
            }
        }
        for counts in [high, low] {
            #expect(chiSquared(counts, Array(repeating: 625, count: 256)) < 350)
        }
    }

    /// Of each bit of the numbers that two neighbours have in common half must differ: 64 numbers, each of which is off by more
    /// than 5 deviations with a probability of 6e-7.
    @Test("a step to a neighbour turns over half of all bits", arguments: Neighbour.allCases)
    func bits(_ neighbour: Neighbour) {
        var turned = [Int](repeating: 0, count: 64)
        let pairs = 20_000
        for index in 0..<pairs {
            let (a, b) = neighbour.pair(Int32(index % 100), Int32(1000 + index / 100))
            for bit in 0..<64 where (a ^ b) >> UInt64(bit) & 1 == 1 { turned[bit] += 1 }
        }
        for count in turned { #expect(deviations(count, of: pairs, probability: 0.5) < 5) }
    }

    @Test("no two numbers are the same")
    func collisions() {
        var seen: Set<UInt64> = []
        for source in -1..<100 as Range<Int32> {
            for target in -1..<100 as Range<Int32> {
                for occasion in 0..<4 as Range<UInt64> {
                    seen.insert(Self.words.words(from: source, to: target, occasion << 16).0)
                }
            }
        }
        #expect(seen.count == 101 * 101 * 4)
    }
}
