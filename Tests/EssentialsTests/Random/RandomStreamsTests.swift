import GSL
import Essentials
import Testing

@Suite struct RandomStreamsTests {
    private let purpose = RandomPurpose(number: 1000)

    private func words(
        seed: UInt64 = 42, replicate: UInt32 = 3, purpose: UInt32 = 1000, node: Int = 5, step: Int = 7, count: Int = 4
    ) throws -> [UInt64] {
        let streams = try RandomStreams(seed: seed, replicate: replicate)
        let stream = streams.stream(for: RandomPurpose(number: purpose), node: node, step: step)
        return (0..<count).map { _ in stream.next() }
    }

    private func block(_ counter: Philox4x64.Counter, _ key: Philox4x64.Key) -> [UInt64] {
        let block = Philox4x64.block(counter: counter, key: key)
        return [block.0, block.1, block.2, block.3]
    }

    /// Scenarios of years ago must give the same numbers, so the key must never change.
    @Test func keysAreAsDocumented() throws {
        let key: Philox4x64.Key = (42, 3 << 32 | 1000)
        #expect(try words(count: 8) == block((0, 5, 7, 0), key) + block((1, 5, 7, 0), key))
        #expect(try words(node: -1, step: .max) == block((0, .max, 1 << 63 - 1, 0), key))
        #expect(
            try words(seed: .max, replicate: .max, purpose: .max, node: 0, step: 0) == block((0, 0, 0, 0), (.max, .max))
        )
    }

    /// The first test vector of Random123 for Philox4x64-10: key and counter are zero.
    @Test func theZeroStreamIsTheOneOfRandom123() throws {
        #expect(
            try words(seed: 0, replicate: 0, purpose: 0, node: 0, step: 0)
                == [0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b])
    }

    @Test func wordsAreThoseOfTheGenerator() throws {
        let streams = try RandomStreams(seed: 42, replicate: 3)
        var words = streams.words(for: purpose, node: 5, step: 7)
        let generator = streams.stream(for: purpose, node: 5, step: 7)
        for _ in 0..<11 { #expect(words.next() == generator.next()) }
    }

    /// Each of 7 integers 10,000 times: χ² of 6 degrees of freedom exceeds 22.5 with a probability of 0.001.
    @Test func integersBelowABoundAreEven() throws {
        var words = try RandomStreams(seed: 3).words(for: purpose)
        var counts = [Int](repeating: 0, count: 7)
        for _ in 0..<70_000 { counts[words.below(7)] += 1 }
        #expect(counts.reduce(0) { $0 + Double(($1 - 10_000) * ($1 - 10_000)) / 10_000 } < 22.5)
    }

    @Test func purposesOfTheEngineKeepTheirNumbers() {
        #expect(RandomPurpose.naturalFrequency.number == 1)
        #expect(RandomPurpose.initialState.number == 2)
    }

    @Test func eachPartOfTheKeyMatters() throws {
        let all = try [
            words(), words(seed: 43), words(replicate: 4), words(purpose: 1001), words(node: 6), words(step: 8),
            words(node: 7, step: 5), words(replicate: 1000, purpose: 3),
        ]
        #expect(Set(all).count == all.count)
        #expect(Set(all.joined()).count == 4 * all.count)
    }

    @Test func theOrderOfAskingDoesNotMatter() throws {
        let streams = try RandomStreams(seed: 1)
        let ascending = (0..<100).map { streams.stream(for: purpose, node: $0).next() }
        let descending = (0..<100).reversed().map { node in
            let stream = streams.stream(for: purpose, node: node)
            defer { for _ in 0..<node { _ = stream.next() } }
            return stream.next()
        }
        #expect(ascending == descending.reversed())
    }

    @Test func numbersOfNodesComeFromTheirStreams() throws {
        let streams = try RandomStreams(seed: 1, replicate: 2)
        for distribution in [Distribution.uniform(lower: 0, upper: 1), .normal(mean: 2, deviation: 3)] {
            let numbers = streams.numbers(from: distribution, for: purpose, nodeCount: 50)
            let expected = (0..<50).map { distribution.draw(from: streams.stream(for: purpose, node: $0)) }
            #expect(numbers == expected)
            #expect(Array(numbers.prefix(10)) == streams.numbers(from: distribution, for: purpose, nodeCount: 10))
            #expect(Set(numbers).count == 50)
        }
        #expect(streams.numbers(from: .uniform(lower: 0, upper: 1), for: purpose, nodeCount: 0).isEmpty)
    }
}
