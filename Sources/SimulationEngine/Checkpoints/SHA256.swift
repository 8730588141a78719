import CKernels

/// The checksum of bytes by SHA-256 (FIPS 180-4, DOI 10.6028/NIST.FIPS.180-4), as `sha256sum` prints it. Kernels in C add whole
/// blocks of bytes to its state.
package struct SHA256 {
    private let usesExtensions: Bool
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let blockLength = k_sha256_block

    /// The checksum of no bytes yet; a test chooses whether by instructions that not all processors have.
    package init(usingExtensions usesExtensions: Bool = k_has_sha()) {
        self.usesExtensions = usesExtensions
    }

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(Self.blockLength - rest.count, bytes.count)
            rest += bytes[..<start]
            guard rest.count == Self.blockLength else { return }
            rest.withUnsafeBytes { addBlocks($0) }
            rest = []
        }
        let end = bytes.count - (bytes.count - start) % Self.blockLength
        addBlocks(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        rest += bytes[end...]
    }

    /// The checksum of a text, in hexadecimal digits.
    package static func hexadecimal(of text: String) -> String {
        var (text, checksum) = (text, SHA256())
        text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
        return checksum.hexadecimal()
    }

    /// The checksum of all bytes so far, in hexadecimal digits.
    package func hexadecimal() -> String {
        var copy = self
        let zeroCount = (2 * Self.blockLength - 9 - rest.count) % Self.blockLength
        let padding = [0x80] + [UInt8](repeating: 0, count: zeroCount)
        padding.withUnsafeBytes { copy.add($0) }
        withUnsafeBytes(of: (byteCount * 8).bigEndian) { copy.add($0) }
        return String(unsafeUninitializedCapacity: 8 * copy.state.count) { text in
            for (index, word) in copy.state.enumerated() {
                for place in 0..<8 {
                    let digit = UInt8(truncatingIfNeeded: word >> (28 - 4 * place) & 15)
                    text[8 * index + place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                }
            }
            return text.count
        }
    }

    private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer) {
        let blockCount = Int64(bytes.count / Self.blockLength)
        guard blockCount > 0 else { return }
        state.withUnsafeMutableBufferPointer { k_sha256(usesExtensions, $0.baseAddress, bytes.baseAddress, blockCount) }
    }
}
