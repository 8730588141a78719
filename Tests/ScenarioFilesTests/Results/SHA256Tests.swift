import Testing

@testable import ScenarioFiles

/// The examples of the standard, and what hashlib of Python says of others.
@Suite struct SHA256Tests {
    private static func checksum(_ bytes: [UInt8], inPiecesOf length: Int) -> String {
        var checksum = SHA256()
        for start in stride(from: 0, to: bytes.count, by: length) {
            Array(bytes[start..<min(bytes.count, start + length)]).withUnsafeBytes { checksum.add($0) }
        }
        return checksum.hexadecimal()
    }

    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000),
                "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
            ),
        ])
    func examples(text: String, expected: String) {
        for length in [1, 7, 55, 64, 65, 2000] {
            #expect(Self.checksum(Array(text.utf8), inPiecesOf: length) == expected)
        }
    }

    @Test("Around the ends of blocks the padding is right")
    func padding() {
        let all = (0...130).map { count in
            Self.checksum((0..<count).map { UInt8($0) }, inPiecesOf: 50)
        }
        #expect(
            Self.checksum(Array(all.joined().utf8), inPiecesOf: 64)
                == "287ec38b0ef48cad9a69255fec0a3dd90bd752a394316d26a81b6c9b71e29a55")
    }
}
