import CGSL

/// A stream of random numbers from ``Philox4x64`` that GSL's distributions can draw from.
///
/// A key and a counter name a stream. The stream runs through the blocks at counter word 0, word 0 + 1, and so on,
/// four words a block; the other three words belong to the caller (a node, a step, a purpose), whose streams do not
/// overlap until 2⁶⁶ words have been drawn. ``reset(key:counter:)`` moves the generator to another stream for the
/// price of a few stores, so that one generator serves every node in turn.
///
/// A generator is not `Sendable`: give each thread its own. It owns a `gsl_rng` of a type of its own, whose state lies
/// in the memory that GSL manages.
public final class RandomGenerator {
    let pointer: UnsafeMutablePointer<gsl_rng>

    /// Creates a generator at the beginning of a stream (`gsl_rng_alloc`).
    ///
    /// - Parameters:
    ///   - key: The key of the stream, such as a seed and a replicate.
    ///   - counter: The counter of the stream's first block.
    /// - Throws: ``GSLError`` if there is no memory for the generator.
    public init(key: Philox4x64.Key, counter: Philox4x64.Counter = (0, 0, 0, 0)) throws(GSLError) {
        _ = ErrorHandler.isOff
        guard let pointer = gsl_rng_alloc(PhiloxState.generatorType) else {
            throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_rng_alloc")
        }
        self.pointer = pointer
        reset(key: key, counter: counter)
    }

    deinit {
        gsl_rng_free(pointer)
    }

    /// Moves to the beginning of a stream.
    ///
    /// - Parameters:
    ///   - key: The key of the stream.
    ///   - counter: The counter of the stream's first block.
    /// - Complexity: O(1); no allocation, and no block is computed before it is needed.
    public func reset(key: Philox4x64.Key, counter: Philox4x64.Counter = (0, 0, 0, 0)) {
        pointer.pointee.state.assumingMemoryBound(to: PhiloxState.self).pointee =
            PhiloxState(counter: counter, key: key)
    }
}

@available(*, unavailable, message: "A generator belongs to one thread.")
extension RandomGenerator: Sendable {}

extension RandomGenerator: RandomNumberGenerator {
    /// Draws 64 random bits (`gsl_rng_get`), for Swift's own shuffles and choices.
    public func next() -> UInt64 {
        UInt64(gsl_rng_get(pointer))
    }
}
