/// An archive with what tells that it is one, and a whole one: a header, the contents, and a checksum of both.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `OBSVCKPT` |
/// | 8 | the version of the format |
/// | 8 | the number *n* of bytes of the contents |
/// | *n* | the contents; see ``StateArchive`` |
/// | 8 | the checksum of all that stands before it |
///
/// Numbers are little-endian. The checksum is one of 64 bits (`Checksum`), which `Checkpoint+Verification.swift` compares.
package enum Checkpoint {
    /// The version of the format.
    package static let version = 16

    static let magic = Array("OBSVCKPT".utf8)
    static let wordLength = 8
    static let headerLength = 3 * wordLength

    /// The bytes of a checkpoint with the contents of an archive that was written.
    ///
    /// - Complexity: O(n) for n bytes.
    package static func bytes(of archive: StateArchive) -> [UInt8] {
        let contents = archive.contents
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerLength + contents.count + wordLength)
        bytes += magic
        bytes += word(UInt64(version))
        bytes += word(UInt64(contents.count))
        bytes += contents
        bytes += word(checksum(of: bytes[...]))
        return bytes
    }

    private static func word(_ number: UInt64) -> [UInt8] {
        (0..<wordLength).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var checksum = Checksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        return checksum.value
    }
}
