import ScenarioFiles
import SimulationEngine

/// A table of results, as it was written.
struct ResultTable {
    /// The name of its file without an ending.
    let name: String

    let contents: TableContents
    private let rows: [[DelimitedTable.Field]]
    private let places: [String: Int]

    /// Reads a table.
    ///
    /// - Throws: `DataFileError`.
    init(_ name: String, _ contents: TableContents, at path: String) throws {
        self.init(name, contents, try DelimitedTable(contentsOf: path))
    }

    init(_ name: String, _ contents: TableContents, _ table: DelimitedTable) {
        (self.name, self.contents, rows) = (name, contents, table.rows)
        let names = table.header.enumerated().map { ($1.text, $0) }
        places = Dictionary(names, uniquingKeysWith: { first, _ in first })
    }

    var rowCount: Int { rows.count }

    func has(_ column: String) -> Bool { places[column] != nil }

    /// The numbers of a column, of which those that are missing are none; no numbers if there is no such column.
    func numbers(of column: String) -> [Double] {
        guard let place = places[column] else { return [] }
        return rows.map { Double($0[place].text) ?? .nan }
    }

    /// The texts of a column; none if there is no such column.
    func texts(of column: String) -> [String] {
        guard let place = places[column] else { return [] }
        return rows.map { $0[place].text }
    }

    /// The rows that follow each other and agree in some columns.
    func rows(ofEqual columns: [String]) -> [Range<Int>] {
        let texts = columns.map(texts(of:))
        var all: [Range<Int>] = []
        var start = 0
        for row in 0..<rowCount where row + 1 == rowCount || texts.contains(where: { $0[row + 1] != $0[row] }) {
            all.append(start..<row + 1)
            start = row + 1
        }
        return all
    }
}
