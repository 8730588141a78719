import SimulationEngine

extension Scenario {
    /// The model, as it is before the run begins.
    package var model: any SimulationModel { experiment.anyModel }

    /// The tables that a run of the scenario writes into files, by their names.
    ///
    /// - Throws: Errors, which reading a scenario has told.
    package func tableContents() throws -> [String: TableContents] { try experiment.tableContents() }

    /// The unit of a column of a table; `nil` if it has none, or none is known.
    package func unit(ofColumn column: String) -> String? {
        columnUnits?.unit(column).flatMap { $0 == "1" ? nil : $0 }
    }

    /// The dimension of the numbers in a column of a table about particles, such as `energy`; `nil` if that is not known.
    package func dimension(ofColumn column: String) -> String? {
        experiment.dimensions.flatMap { _ in UnitSystem.Dimension(ofColumn: column)?.rawValue }
    }
}
