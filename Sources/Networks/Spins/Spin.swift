import SimulationEngine

/// A spin of the Ising model.
public enum Spin: Int8, CaseIterable, Sendable {
    /// The spin −1.
    case down = -1

    /// The spin +1.
    case up = 1

    /// Independent random spins.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - partUp: The probability of each to point up.
    ///   - streams: The random numbers.
    /// - Returns: The spins.
    /// - Throws: ``MonteCarloError`` if the probability is none.
    /// - Complexity: O(n) for n spins.
    public static func random(
        count: Int, partUp: Double = 0.5, from streams: RandomStreams
    ) throws(MonteCarloError) -> [Spin] {
        try MonteCarloError.check(partUp, "the part of spins that point up", in: 0...1)
        try MonteCarloError.check(count: count, of: "spins")
        var random = streams.words(for: .initialState)
        return (0..<count).map { _ in random.uniform() < partUp ? .up : .down }
    }
}
