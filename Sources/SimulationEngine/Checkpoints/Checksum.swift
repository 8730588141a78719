/// The FNV-1a checksum of bytes, of 64 bits, which tells any change of a single byte, and others but for one in 2⁶⁴; not
/// changes that are made to deceive.
///
/// G. Fowler, L. C. Noll, K.-P. Vo and D. Eastlake, *The FNV Non-Cryptographic Hash Algorithm*,
/// <https://datatracker.ietf.org/doc/draft-eastlake-fnv/>.
package struct Checksum {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The checksum of no bytes.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
