/// The file `units.json` beside the tables of a run: the unit of each column.
struct UnitSidecar {
    static let fileName = "units.json"

    let units: ColumnUnits

    private struct Contents: Encodable {
        /// Of each table the unit of each column, `null` where it has none.
        let columns: [String: [String: String?]]
        let units: [String: String]
    }

    /// The file as JSON, with keys in alphabetical order.
    func json(of tables: WrittenTables) throws -> [UInt8] {
        let columns = tables.columns.compactMapValues { columns in
            columns?.reduce(into: [String: String?]()) { $0.updateValue(units.unit($1), forKey: $1) }
        }
        return try JSONText.bytes(of: Contents(columns: columns, units: units.all))
    }
}
