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
/// Numbers are little-endian. The checksum is one of 64 bits; see `Checksum`.
package enum Checkpoint {
    /// The version of the format.
    package static let version = 7

    private static let magic = Array("OBSVCKPT".utf8)
    private static let wordLength = 8
    private static let headerLength = 3 * wordLength

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

    /// The archive in the bytes of a checkpoint, to be read.
    ///
    /// - Throws: ``CheckpointError/damaged(reason:)``, ``CheckpointError/otherVersion(found:expected:)``.
    /// - Complexity: O(n) for n bytes.
    package static func archive(in bytes: [UInt8]) throws(CheckpointError) -> StateArchive {
        guard bytes.starts(with: magic) else { throw .damaged(reason: "it does not begin as checkpoints do") }
        guard bytes.count >= headerLength + wordLength else {
            throw .damaged(reason: "it ends after \(bytes.count) bytes")
        }
        let found = number(at: wordLength, in: bytes)
        guard found == UInt64(version) else {
            throw .otherVersion(found: Int(truncatingIfNeeded: found), expected: version)
        }
        let end = bytes.count - wordLength
        let length = number(at: 2 * wordLength, in: bytes)
        guard length == UInt64(end - headerLength) else {
            let (expected, overflow) = length.addingReportingOverflow(UInt64(headerLength + wordLength))
            throw .damaged(
                reason: "it has \(bytes.count) bytes, but should have "
                    + (overflow ? "more than there can be" : String(expected)))
        }
        guard number(at: end, in: bytes) == checksum(of: bytes[..<end]) else {
            throw .damaged(reason: "its bytes do not give its checksum")
        }
        return StateArchive(reading: Array(bytes[headerLength..<end]))
    }

    private static func word(_ number: UInt64) -> [UInt8] {
        (0..<wordLength).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    private static func number(at start: Int, in bytes: [UInt8]) -> UInt64 {
        (0..<wordLength).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }

    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var checksum = Checksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        return checksum.value
    }
}
