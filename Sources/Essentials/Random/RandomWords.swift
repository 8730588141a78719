import GSL

/// The words of one stream of random numbers, as a value that inner loops draw from without a call or a reference.
///
/// The words are the same, and come in the same order, as those of the `RandomGenerator` of the stream.
public struct RandomWords: RandomNumberGenerator, Sendable {
    @usableFromInline package let key: Philox4x64.Key
    @usableFromInline package var counter: Philox4x64.Counter
    @usableFromInline package var waiting: Philox4x64.Block = (0, 0, 0, 0)
    @usableFromInline package var waitingCount = 0

    /// Creates the words from the beginning of a stream.
    @inlinable
    public init(key: Philox4x64.Key, counter: Philox4x64.Counter) {
        self.key = key
        self.counter = counter
    }

    /// The next word: 64 random bits.
    @inlinable
    public mutating func next() -> UInt64 {
        if waitingCount == 0 {
            waiting = nextBlock()
            waitingCount = 4
        }
        waitingCount &-= 1
        let word = waiting.0
        waiting = (waiting.1, waiting.2, waiting.3, 0)
        return word
    }

    /// Four words at once: those that come after the present block, of which what is left remains for ``next()``.
    @inlinable
    package mutating func nextBlock() -> Philox4x64.Block {
        let block = Philox4x64.block(counter: counter, key: key)
        counter.0 &+= 1
        return block
    }
}

extension RandomWords {
    /// A number from [0, 1): the upper 53 bits of a word.
    @inlinable
    public static func uniform(of word: UInt64) -> Double {
        Double(word >> 11) * 0x1p-53
    }

    /// A number from (0, 1], whose logarithm is finite.
    @inlinable
    public static func positiveUniform(of word: UInt64) -> Double {
        Double((word >> 11) + 1) * 0x1p-53
    }

    /// A number from [0, 1).
    @inlinable
    public mutating func uniform() -> Double {
        Self.uniform(of: next())
    }

    /// A number from (0, 1], whose logarithm is finite.
    @inlinable
    public mutating func positiveUniform() -> Double {
        Self.positiveUniform(of: next())
    }

    /// An integer from 0 up to a bound that is greater than 0, each with the same probability.
    ///
    /// D. Lemire, *Fast random integer generation in an interval*, ACM Trans. Model. Comput. Simul. 29 (2019) 3,
    /// DOI 10.1145/3230636.
    ///
    /// - Complexity: O(1) expected; one word unless it is rejected, with a probability below bound / 2⁶⁴.
    @inlinable
    public mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "a number below a bound needs a bound above 0")
        let bound = UInt64(bound)
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return Int(product.high)
    }
}

extension RandomWords {
    /// The words of a stream whose key is known, for threads, which must not share the streams.
    @inlinable
    package init(key: Philox4x64.Key, node: Int, step: Int) {
        self.init(key: key, counter: RandomStreams.counter(node: node, step: step))
    }

    /// The words from the beginning of a stream beside this one, of the same node and step, in another column than 0.
    @inlinable
    package func ofColumn(_ column: Int) -> RandomWords {
        RandomWords(key: key, counter: (0, counter.1, counter.2, UInt64(bitPattern: Int64(column))))
    }
}

extension RandomStreams {
    /// The words of a stream, for inner loops.
    public func words(for purpose: RandomPurpose, node: Int = 0, step: Int = 0) -> RandomWords {
        RandomWords(key: key(for: purpose), counter: Self.counter(node: node, step: step))
    }
}
