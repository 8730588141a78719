/// The file `units.json` beside the tables of a run: the unit of each column.
struct UnitSidecar {
    static let fileName = "units.json"

    let units: ColumnUnits

    /// The file as JSON, with keys in alphabetical order: of each table the unit of each column, `null` where it has none.
    func json(of tables: WrittenTables) -> [UInt8] {
        let columns = tables.columns.compactMap { table, columns in
            columns.map { columns in
                let fields = Set(columns).map { ($0, units.unit($0).map(JSONValue.string) ?? .null) }
                return (table, JSONValue.object(of: fields))
            }
        }
        let all = units.all.map { ($0, JSONValue.string($1)) }
        return JSONText.bytes(of: .fields(["columns": .object(of: columns), "units": .object(of: all)]))
    }
}
