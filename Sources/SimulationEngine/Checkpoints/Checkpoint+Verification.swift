extension Checkpoint {
    /// The archive in the bytes of a checkpoint, to be read, once header, length and checksum have turned out right.
    ///
    /// - Throws: ``CheckpointError/damaged(reason:)``, ``CheckpointError/otherVersion(found:expected:)``.
    /// - Complexity: O(n) for n bytes.
    package static func verifiedArchive(in bytes: [UInt8]) throws(CheckpointError) -> StateArchive {
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

    private static func number(at start: Int, in bytes: [UInt8]) -> UInt64 {
        (0..<wordLength).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
}
