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

    /// The numbers of nodes along the axes of a graph whose nodes stand in rows, the first axis first; `nil` for others.
    package var gridSides: [Int]? {
        guard let generator = document.root.entries(of: "graph").first else { return nil }
        switch generator.key {
        case "ring": return generator.value.value(of: "nodes").flatMap(\.integer).map { [$0] }
        case "lattice", "moore-lattice":
            guard case .list(let items) = generator.value.value(of: "sides")?.content else { return nil }
            return items.compactMap(\.integer)
        default: return nil
        }
    }
}

extension DocumentNode {
    /// The entries of a mapping behind one of its keys.
    fileprivate func entries(of key: String) -> [Entry] {
        guard case .mapping(let entries) = value(of: key)?.content else { return [] }
        return entries
    }

    fileprivate func value(of key: String) -> DocumentNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var integer: Int? {
        guard case .scalar(let scalar) = content else { return nil }
        return Int(scalar.text)
    }
}
