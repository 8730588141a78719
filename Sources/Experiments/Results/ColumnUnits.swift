import Descriptions

/// The units of the columns of tables.
package struct ColumnUnits {
    /// The units by what they are those of.
    let all: [String: String]

    /// The unit of a column; `nil` if it has none, or none that is known.
    let unit: @Sendable (_ column: String) -> String?

    /// Those of a scenario about particles.
    init(_ system: UnitSystem, dimensions: Int) {
        var all = UnitSystem.Dimension.allCases.filter { $0 != .none }.reduce(into: [:]) { units, dimension in
            units[dimension.rawValue] = system.unit(of: dimension, dimensions: dimensions)
        }
        all["charge"] = system.charge
        self.all = all
        unit = { column in
            UnitSystem.Dimension(ofColumn: column).map { system.unit(of: $0, dimensions: dimensions) }
        }
    }

    /// Those of a model whose numbers have units of their own; `nil` if no component is one.
    init?(of components: [ComponentDescription]) {
        guard let model = components.first(where: { $0.timeUnit != nil }) else { return nil }
        var units =
            model.ownUnits
            ?? model.parameters.reduce(into: [:]) { units, parameter in units[parameter.name] = parameter.unit ?? "1" }
        units["time"] = model.timeUnit
        all = units
        unit = { [units] in units[$0] }
    }
}

extension ColumnUnits {
    /// The file beside the tables of a run.
    static let fileName = "units.json"

    /// The file as JSON, with keys in alphabetical order: of each table the unit of each column, `null` where it has none.
    func json(of tables: WrittenTables) -> [UInt8] {
        let columns = tables.columns.compactMap { table, columns in
            columns.map { columns in
                let fields = Set(columns).map { ($0, unit($0).map(JSONValue.string) ?? .null) }
                return (table, JSONValue.object(of: fields))
            }
        }
        let units = all.map { ($0, JSONValue.string($1)) }
        return JSONText.bytes(of: .fields(["columns": .object(of: columns), "units": .object(of: units)]))
    }
}
