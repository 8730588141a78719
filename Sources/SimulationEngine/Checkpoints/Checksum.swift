/// A checksum of bytes, of 64 bits, which tells any change within eight bytes of one another, and others but for one in 2⁶⁴;
/// not changes that are made to deceive.
///
/// The bytes are taken as words of 64 bits, little-endian, the last one filled up with zeros, which go by turns to four sums
/// in the manner of FNV-1a, so that the processor works on four at once; a rotation lets the highest bits, which a
/// multiplication does not spread, count in all that follow. The checksum is that of the four sums and of the number of
/// bytes. It does not depend on how many bytes are added at a time.
///
/// G. Fowler, L. C. Noll, K.-P. Vo and D. Eastlake, *The FNV Non-Cryptographic Hash Algorithm*,
/// <https://datatracker.ietf.org/doc/draft-eastlake-fnv/>.
package struct Checksum {
    private typealias Block = SIMD4<UInt64>

    private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3
    private static let blockLength = 32

    private var sums = Block(repeating: basis)

    /// The bytes that do not fill a block yet, and zeros.
    private var rest = Block.zero
    private var restLength = 0
    private var byteCount: UInt64 = 0

    /// The checksum of no bytes.
    package init() {}

    /// The checksum of all bytes so far.
    package var value: UInt64 {
        let last = restLength > 0 ? Self.adding(rest, to: sums) : sums
        var value = Self.basis
        for word in [last[0], last[1], last[2], last[3], byteCount] { value = (value ^ word) &* Self.prime }
        return value
    }

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var start = 0
        if restLength > 0 {
            start = min(Self.blockLength - restLength, bytes.count)
            keep(UnsafeRawBufferPointer(rebasing: bytes[..<start]))
            guard restLength == Self.blockLength else { return }
            sums = Self.adding(rest, to: sums)
            (rest, restLength) = (.zero, 0)
        }
        var sums = sums
        while bytes.count - start >= Self.blockLength {
            sums = Self.adding(bytes.loadUnaligned(fromByteOffset: start, as: Block.self), to: sums)
            start += Self.blockLength
        }
        self.sums = sums
        keep(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &rest) { rest in
            UnsafeMutableRawBufferPointer(rebasing: rest[restLength...]).copyMemory(from: bytes)
        }
        restLength += bytes.count
    }

    private static func adding(_ block: Block, to sums: Block) -> Block {
        let products = (sums ^ Block(littleEndian: block)) &* prime
        return products &<< 29 | products &>> 35
    }
}

extension SIMD4<UInt64> {
    /// The numbers of which these are the bytes in little-endian order.
    fileprivate init(littleEndian words: Self) {
        self = Self(
            UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]), UInt64(littleEndian: words[2]),
            UInt64(littleEndian: words[3]))
    }
}
