#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON of the files beside results: keys in alphabetical order, so that the same content gives the same bytes.
enum JSONText {
    static func bytes(of content: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(content))
    }

    static func content<Content: Decodable>(of bytes: [UInt8]) throws -> Content {
        try JSONDecoder().decode(Content.self, from: Data(bytes))
    }
}
