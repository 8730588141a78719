import GSL
import Testing

@Suite struct RandomGeneratorTests {
    @Test func wordsAreNumPys() throws {
        let generator = try RandomGenerator(key: NumPyPhilox.key, counter: NumPyPhilox.counter)
        #expect(NumPyPhilox.words.map { _ in generator.next() } == NumPyPhilox.words)
    }

    @Test func fractionsAreNumPys() throws {
        let generator = try RandomGenerator(key: NumPyPhilox.key, counter: NumPyPhilox.counter)
        #expect(NumPyPhilox.fractions.map { _ in generator.uniform(in: 0..<1) } == NumPyPhilox.fractions)
    }

    @Test func wordsAreTheBlocksOfSuccessiveCounters() throws {
        let generator = try RandomGenerator(key: (3, 5), counter: (.max, 7, 8, 9))
        for first in [UInt64.max, 0, 1] {
            let block = Philox4x64.block(counter: (first, 7, 8, 9), key: (3, 5))
            #expect((0..<4).map { _ in generator.next() } == [block.0, block.1, block.2, block.3])
        }
    }

    @Test(arguments: 0..<9)
    func resetReturnsToTheBeginning(afterDraws count: Int) throws {
        let generator = try RandomGenerator(key: (1, 2))
        for _ in 0..<count {
            _ = generator.next()
        }
        generator.reset(key: NumPyPhilox.key, counter: NumPyPhilox.counter)
        #expect(NumPyPhilox.words.map { _ in generator.next() } == NumPyPhilox.words)
    }

    @Test func everyWordOfKeyAndCounterMatters() throws {
        var firstWords: Set<UInt64> = []
        let generator = try RandomGenerator(key: (0, 0))
        firstWords.insert(generator.next())
        for word in 0..<6 {
            let bit = (0..<6).map { $0 == word ? UInt64(1) : 0 }
            generator.reset(key: (bit[0], bit[1]), counter: (bit[2], bit[3], bit[4], bit[5]))
            firstWords.insert(generator.next())
        }
        #expect(firstWords.count == 7)
    }

    @Test func sameKeySameNormals() throws {
        let one = try RandomGenerator(key: (11, 12), counter: (0, 1, 2, 3))
        let other = try RandomGenerator(key: (11, 12), counter: (0, 1, 2, 3))
        let different = try RandomGenerator(key: (11, 13), counter: (0, 1, 2, 3))
        let draws = (0..<1000).map { _ in one.normal(mean: 0, deviation: 1) }
        #expect(draws == (0..<1000).map { _ in other.normal(mean: 0, deviation: 1) })
        #expect(draws != (0..<1000).map { _ in different.normal(mean: 0, deviation: 1) })
    }

    @Test func swiftShufflesWithIt() throws {
        var generator = try RandomGenerator(key: (1, 1))
        let shuffled = Array(0..<100).shuffled(using: &generator)
        #expect(shuffled.sorted() == Array(0..<100))
        #expect(shuffled != Array(0..<100))
    }
}
