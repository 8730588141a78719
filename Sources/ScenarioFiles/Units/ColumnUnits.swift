import Descriptions

/// The units of the columns of tables.
struct ColumnUnits {
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
