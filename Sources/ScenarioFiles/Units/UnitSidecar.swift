/// The file `units.json` beside the tables of a run: the unit of each column.
struct UnitSidecar {
    static let fileName = "units.json"

    let system: UnitSystem
    let dimensions: Int

    private struct Contents: Encodable {
        /// Of each table the unit of each column, `null` where it has none.
        let columns: [String: [String: String?]]
        let units: [String: String]
    }

    /// The file as JSON, with keys in alphabetical order.
    func json(of tables: WrittenTables) throws -> [UInt8] {
        var units = UnitSystem.Dimension.allCases.filter { $0 != .none }.reduce(into: [:]) { units, dimension in
            units[dimension.rawValue] = system.unit(of: dimension, dimensions: dimensions)
        }
        units["charge"] = system.charge
        let columns = tables.columns.compactMapValues { columns in
            columns?.reduce(into: [String: String?]()) { units, column in
                let dimension = UnitSystem.Dimension(ofColumn: column)
                units.updateValue(
                    dimension.map { system.unit(of: $0, dimensions: dimensions) }, forKey: column)
            }
        }
        return try JSONText.bytes(of: Contents(columns: columns, units: units))
    }
}
