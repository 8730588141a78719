import GSL

/// The purpose for which random numbers are drawn. Numbers for different purposes are independent of each other.
public struct RandomPurpose: Equatable, Sendable {
    /// Part of the key of the random numbers, so that it must never change.
    public let number: UInt32

    /// True for what is drawn before a run begins: graphs, initial states, parameters of nodes.
    let isOfBeginning: Bool

    /// Creates a purpose. Numbers below 1,000 belong to the engine.
    public init(number: UInt32) {
        (self.number, isOfBeginning) = (number, false)
    }

    /// Creates the purpose of something that is drawn before a run begins.
    package init(ofBeginning number: UInt32) {
        (self.number, isOfBeginning) = (number, true)
    }

    /// The natural frequencies of oscillators.
    public static let naturalFrequency = RandomPurpose(ofBeginning: 1)

    /// The initial states of nodes.
    public static let initialState = RandomPurpose(ofBeginning: 2)

    /// The path between the ends of a step until a level is reached.
    public static let firstPassage = RandomPurpose(number: 3)

    /// The noise of stochastic differential equations.
    public static let noise = RandomPurpose(number: 4)
}

/// The random numbers of an experiment: for each seed, replicate, purpose, node and step a stream of its own.
///
/// Which numbers a node gets depends on nothing else: not on the order in which nodes ask, nor on the number of threads.
///
/// Like the generator that it hands out, this belongs to one thread.
public final class RandomStreams {
    private let seed: UInt64
    private let replicate: UInt32
    private let luck: UInt32
    private let generator: RandomGenerator

    /// Creates the streams of an experiment.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - replicate: Which of several experiments of the seed.
    ///   - luck: Which of several courses that begin in the same way: the replicate whose numbers are those of all that is not drawn
    ///     before a run begins; the same one unless given.
    /// - Throws: `GSLError` if there is no memory for a generator.
    public init(seed: UInt64, replicate: UInt32 = 0, luck: UInt32? = nil) throws(GSLError) {
        self.seed = seed
        self.replicate = replicate
        self.luck = luck ?? replicate
        generator = try RandomGenerator(key: (seed, 0))
    }

    /// The generator at the beginning of a stream, until the next call.
    ///
    /// - Complexity: O(1), without allocation.
    public func stream(for purpose: RandomPurpose, node: Int = 0, step: Int = 0) -> RandomGenerator {
        stream(for: purpose, node: node, column: 0, step: step)
    }

    /// The generator at the beginning of the stream of one of several numbers of a node, until the next call.
    package func stream(for purpose: RandomPurpose, node: Int, column: Int, step: Int) -> RandomGenerator {
        generator.reset(key: key(for: purpose), counter: Self.counter(node: node, column: column, step: step))
        return generator
    }

    package func key(for purpose: RandomPurpose) -> Philox4x64.Key {
        (seed, UInt64(purpose.isOfBeginning ? replicate : luck) << 32 | UInt64(purpose.number))
    }

    @inlinable
    package static func counter(node: Int, column: Int = 0, step: Int) -> Philox4x64.Counter {
        (0, UInt64(bitPattern: Int64(node)), UInt64(bitPattern: Int64(step)), UInt64(bitPattern: Int64(column)))
    }

    /// A number for each of a number of nodes, each from its own stream.
    ///
    /// - Precondition: The number of nodes is not negative, and below 2³¹.
    /// - Complexity: O(n) for n nodes.
    public func numbers(from distribution: Distribution, for purpose: RandomPurpose, nodeCount: Int) -> [Double] {
        precondition((0...Int(Int32.max)).contains(nodeCount), "there cannot be \(nodeCount) nodes")
        return (0..<nodeCount).map { distribution.draw(from: stream(for: purpose, node: $0)) }
    }
}
