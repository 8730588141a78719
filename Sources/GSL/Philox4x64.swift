/// The counter-based generator Philox4x64-10: a bijection of 256-bit counters for each 128-bit key.
///
/// A counter-based generator keeps no state. Whoever knows seed, node and step computes the numbers that belong to
/// them, in any order and on any thread. A round multiplies two words of the counter by constants, crosses over the
/// halves of the products and mixes in the key, which a Weyl sequence advances from round to round; ten rounds pass
/// TestU01's BigCrush.
///
/// J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, *Parallel random numbers: as easy as 1, 2, 3*, SC '11,
/// [doi:10.1145/2063384.2063405](https://doi.org/10.1145/2063384.2063405).
public enum Philox4x64 {
    /// Four words that say which block is wanted.
    public typealias Counter = (UInt64, UInt64, UInt64, UInt64)

    /// Two words that say which of the 2¹²⁸ streams is wanted.
    public typealias Key = (UInt64, UInt64)

    /// Four words of 64 random bits each.
    public typealias Block = (UInt64, UInt64, UInt64, UInt64)

    /// Computes the block of random words that belongs to a counter and a key.
    ///
    /// - Parameters:
    ///   - counter: The counter to encrypt.
    ///   - key: The key to encrypt it with.
    /// - Returns: The words in the order of Random123 and NumPy.
    /// - Complexity: O(1): twenty multiplications; no allocation.
    @inlinable
    public static func block(counter: Counter, key: Key) -> Block {
        var (x0, x1, x2, x3) = counter
        var (k0, k1) = key
        for _ in 0..<10 {
            let first = x0.multipliedFullWidth(by: 0xD2E7_470E_E14C_6C93)
            let second = x2.multipliedFullWidth(by: 0xCA5A_8263_9512_1157)
            (x0, x1, x2, x3) = (second.high ^ x1 ^ k0, second.low, first.high ^ x3 ^ k1, first.low)
            k0 &+= 0x9E37_79B9_7F4A_7C15
            k1 &+= 0xBB67_AE85_84CA_A73B
        }
        return (x0, x1, x2, x3)
    }
}
