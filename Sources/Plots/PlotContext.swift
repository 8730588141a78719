import ScenarioFiles

/// The context of results besides their tables: the scenario as it was run.
struct PlotContext {
    let scenario: Scenario

    /// The title above a picture of a table.
    func title(of table: ResultTable) -> String { "\(scenario.name): \(Self.words(table.name))" }

    func axis(_ column: String, called name: String? = nil) -> Axis {
        Axis(name ?? Self.words(column), unit: unit(of: column))
    }

    func unit(of column: String) -> String? {
        scenario.unit(ofColumn: column)?.replacing("^2", with: "²").replacing("^3", with: "³")
    }

    private static func words(_ name: String) -> String { name.replacing("-", with: " ") }
}
