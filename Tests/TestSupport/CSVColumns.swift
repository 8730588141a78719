import Foundation

/// A CSV file without quoted fields, as a check reads it: independent of the engine's own reader.
public struct CSVColumns: Equatable, Sendable {
    /// The names of the columns.
    public let header: [String]

    private let rows: [[String]]

    /// Reads a file.
    public init(contentsOf path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        header = lines[0].split(separator: ",").map(String.init)
        rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The texts of a column.
    public func texts(_ column: String) -> [String] {
        header.firstIndex(of: column).map { index in rows.map { $0[index] } } ?? []
    }

    /// The number of rows below the header.
    public var count: Int { rows.count }

    /// The numbers of a column, of those rows whose column `node` has a value, if one is given.
    public func numbers(_ column: String, node: String? = nil) -> [Double] {
        guard let index = header.firstIndex(of: column) else { return [] }
        let nodeIndex = header.firstIndex(of: "node")
        return rows.compactMap { row in
            if let node, let nodeIndex, row[nodeIndex] != node { return nil }
            return Double(row[index])
        }
    }
}
