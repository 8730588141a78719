/// How much of a workload is done in one run.
public struct Work: Sendable {
    /// How many observers, objects or messages there are: what the rows of the table count.
    public let count: Int

    /// How often the timed work is repeated, so that a run lasts long enough for the clock.
    public let rounds: Int

    /// Creates an amount of work of at least one round with a count of at least one.
    public init(count: Int, rounds: Int) {
        self.count = max(1, count)
        self.rounds = max(1, rounds)
    }

    /// How many small groups of objects are measured side by side where a round cannot be repeated within one reading of
    /// the clock, which takes longer than beginning one observation.
    public var groupCount: Int { max(1, 1000 / count) }

    /// By what a chain multiplies, what has to be exceeded, and what it adds: 2, 0 and 1, which the compiler does not see.
    var capturedNumbers: (factor: Double, bound: Double, summand: Double) {
        let number = Double(count)
        return ((number + number) / number, number - number, number / number)
    }

    /// Positions below the count, as many as there are rounds times the count: in no order, and the same in each run.
    public var positions: [Int] {
        // Steele and Vigna's multiplier for 64 bits (doi:10.1002/spe.3030); the high bits are good enough to pick with.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<rounds * count).map { _ in
            state = state &* 0xD134_2543_DE82_EF95 &+ 1
            return Int((state >> 33) % UInt64(count))
        }
    }
}
