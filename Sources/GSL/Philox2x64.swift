/// The counter-based generator Philox2x64: a bijection of 128-bit counters for each 64-bit key.
///
/// It makes half as many words as ``Philox4x64`` of a third of the multiplications, for whoever needs one or two numbers for each
/// of many things. Six rounds pass TestU01's BigCrush; ten are usual.
///
/// J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, *Parallel random numbers: as easy as 1, 2, 3*, SC '11,
/// [doi:10.1145/2063384.2063405](https://doi.org/10.1145/2063384.2063405).
public enum Philox2x64 {
    /// Two words that say which block is wanted.
    public typealias Counter = (UInt64, UInt64)

    /// Two words of 64 random bits each.
    public typealias Block = (UInt64, UInt64)

    /// Computes the block of random words that belongs to a counter and a key.
    ///
    /// - Parameters:
    ///   - counter: The counter to encrypt.
    ///   - key: The key to encrypt it with.
    ///   - rounds: How often words are multiplied and crossed over.
    /// - Returns: The words in the order of Random123.
    /// - Complexity: O(1): a multiplication a round; no allocation.
    @inlinable
    @inline(__always)
    public static func block(counter: Counter, key: UInt64, rounds: Int = 10) -> Block {
        var (x0, x1) = counter
        var key = key
        for _ in 0..<rounds {
            let product = x0.multipliedFullWidth(by: 0xD2B7_4407_B1CE_6E93)
            (x0, x1) = (product.high ^ key ^ x1, product.low)
            key &+= 0x9E37_79B9_7F4A_7C15
        }
        return (x0, x1)
    }
}
