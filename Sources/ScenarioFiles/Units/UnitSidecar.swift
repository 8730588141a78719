import Foundation

/// The file `units.json` beside the tables of a run: the unit of each column.
struct UnitSidecar {
    static let fileName = "units.json"

    let system: UnitSystem
    let dimensions: Int

    /// The file as JSON, with keys in alphabetical order.
    func json(of tables: WrittenTables) throws -> Data {
        var units = UnitSystem.Dimension.allCases.filter { $0 != .none }.reduce(into: [:]) { units, dimension in
            units[dimension.rawValue] = system.unit(of: dimension, dimensions: dimensions)
        }
        units["charge"] = system.charge
        let columns = tables.columns.compactMapValues { columns in
            columns?.reduce(into: [String: Any]()) { units, column in
                units[column] =
                    UnitSystem.Dimension(ofColumn: column).map { system.unit(of: $0, dimensions: dimensions) }
                    ?? NSNull()
            }
        }
        return try JSONSerialization.data(
            withJSONObject: ["units": units, "columns": columns] as [String: Any],
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }
}
