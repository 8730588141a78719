import Recording
import SimulationEngine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The columns of a table that was written, as the table itself tells them.
enum TableColumns {
    /// A row of JSON lines is not searched for its end beyond this length.
    private static let longestRow = 1 << 26

    /// Tests if a table begins as one of these columns does. One of JSON lines that has no rows begins as any does.
    ///
    /// - Throws: `InputFile.Failure`.
    static func are(_ columns: [String], in path: String) throws -> Bool {
        path.hasSuffix(".jsonl") ? try areKeys(columns, in: path) : try areHeader(columns, in: path)
    }

    private static func areHeader(_ columns: [String], in path: String) throws -> Bool {
        let names = columns.map { CSVText($0).bytes }
        let header = Array(names.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "\n")]
        return try beginning(of: path, upTo: header.count) == header
    }

    private static func areKeys(_ columns: [String], in path: String) throws -> Bool {
        let row = try beginning(of: path, upTo: longestRow).prefix { $0 != UInt8(ascii: "\n") }
        guard !row.isEmpty else { return true }
        let keys = try? JSONDecoder().decode(Keys.self, from: Data(row))
        return keys?.names == Set(columns)
    }

    private static func beginning(of path: String, upTo length: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try InputFile(path).forEachPiece(upTo: length) { bytes += $0 }
        return bytes
    }

    /// The keys of an object.
    private struct Keys: Decodable {
        let names: Set<String>

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            names = Set(try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue))
        }
    }
}
