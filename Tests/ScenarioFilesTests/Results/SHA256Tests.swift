import CKernels
import SimulationEngine
import TestSupport
import Testing

/// The examples of the standard, and what hashlib of Python says of others, by all instructions of this processor.
@Suite struct SHA256Tests {
    private static let ways = k_has_sha() ? [false, true] : [false]

    /// The checksums of bytes that come in pieces, without the extensions of this processor and by them.
    private static func checksums(_ bytes: [UInt8], pieceLength: () -> Int) -> [String] {
        var checksums = ways.map { SHA256(usingExtensions: $0) }
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(pieceLength())
                for n in checksums.indices { checksums[n].add(UnsafeRawBufferPointer(rebasing: piece)) }
                rest = rest[piece.endIndex...]
            }
        }
        return checksums.map { $0.hexadecimal() }
    }

    @Test(
        arguments: [
            ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("a", 1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ])
    func examples(text: String, count: Int, expected: String) {
        let bytes = Array(String(repeating: text, count: count).utf8)
        for length in [1, 7, 55, 64, 65, 2000] {
            for checksum in Self.checksums(bytes, pieceLength: { length }) { #expect(checksum == expected) }
        }
    }

    @Test("The example of a million letters")
    func millionLetters() {
        for checksum in Self.checksums([UInt8](repeating: 0x61, count: 1_000_000), pieceLength: { 65_536 }) {
            #expect(checksum == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        }
    }

    @Test("Around the ends of blocks the padding is right")
    func padding() {
        for n in Self.ways.indices {
            let all = (0...130).map { count in
                Self.checksums((0..<count).map { UInt8($0) }, pieceLength: { 50 })[n]
            }
            #expect(
                Self.checksums(Array(all.joined().utf8), pieceLength: { 64 })[n]
                    == "287ec38b0ef48cad9a69255fec0a3dd90bd752a394316d26a81b6c9b71e29a55")
        }
    }

    @Test("It does not matter in which pieces bytes come, or by which instructions they are added")
    func pieces() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0...1000, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let longest = Int.random(in: 1...300, using: &generator)
            let whole = Self.checksums(bytes, pieceLength: { bytes.count })
            let inPieces = Self.checksums(bytes, pieceLength: { Int.random(in: 1...longest, using: &generator) })
            #expect(Set(whole + inPieces).count == 1)
        }
    }
}
