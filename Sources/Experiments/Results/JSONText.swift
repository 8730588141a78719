#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON of the files beside results: keys in alphabetical order, so that the same content gives the same bytes. They are laid out as
/// `JSONEncoder` does it with `prettyPrinted` and `sortedKeys`, which takes ten times as long, longer than many a run of a sweep.
enum JSONText {
    static func bytes(of value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, to: &bytes, indent: 0)
        return bytes
    }

    private static func append(_ value: JSONValue, to bytes: inout [UInt8], indent: Int) {
        switch value {
        case .array(let values):
            append(values, between: "[]", to: &bytes, indent: indent) { append($0, to: &$1, indent: indent + 2) }
        case .object(let fields):
            let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            append(sorted, between: "{}", to: &bytes, indent: indent) { field, bytes in
                append(field.key, to: &bytes)
                bytes += " : ".utf8
                append(field.value, to: &bytes, indent: indent + 2)
            }
        case .string(let text): append(text, to: &bytes)
        case .number(let number):
            let words = number.description
            bytes += words.hasSuffix(".0") ? words.utf8.dropLast(2) : words.utf8[...]
        case .integer(let digits): bytes += digits.utf8
        case .bool, .null: bytes += value.line.utf8
        }
    }

    private static func append<Item>(
        _ items: [Item], between brackets: StaticString, to bytes: inout [UInt8], indent: Int,
        _ append: (Item, inout [UInt8]) -> Void
    ) {
        func beginLine(_ indent: Int) {
            bytes.append(UInt8(ascii: "\n"))
            for _ in 0..<indent { bytes.append(UInt8(ascii: " ")) }
        }
        bytes.append(brackets.utf8Start[0])
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            beginLine(indent + 2)
            append(item, &bytes)
        }
        if items.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        beginLine(indent)
        bytes.append(brackets.utf8Start[1])
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    static func content<Content: Decodable>(of bytes: [UInt8]) throws -> Content {
        try JSONDecoder().decode(Content.self, from: Data(bytes))
    }
}
