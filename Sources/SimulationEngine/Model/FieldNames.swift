extension SimulationModel {
    /// The fields that a name stands for: its own, or those of a group.
    package static func fields(of name: String) -> [String] {
        fieldGroups.first { $0.name == name }?.fields ?? [name]
    }

    /// The index of a field.
    ///
    /// - Throws: ``SimulationError/unknownField(_:known:)``.
    package static func fieldIndex(_ name: String) throws(SimulationError) -> Int {
        guard let index = fields.firstIndex(of: name) else { throw .unknownField(name, known: fields) }
        return index
    }

    /// The indices of fields.
    ///
    /// - Parameter names: The names of fields or groups of fields; none stand for all fields.
    /// - Returns: The indices, in the order of the names.
    /// - Throws: ``SimulationError/unknownField(_:known:)``, ``SimulationError/duplicateField(_:)``.
    package static func fieldIndices(_ names: [String]) throws(SimulationError) -> [Int] {
        guard !names.isEmpty else { return Array(fields.indices) }
        var indices: [Int] = []
        for name in names {
            for field in fields(of: name) {
                guard let index = fields.firstIndex(of: field) else {
                    throw .unknownField(name, known: fields + fieldGroups.map(\.name))
                }
                guard !indices.contains(index) else { throw .duplicateField(field) }
                indices.append(index)
            }
        }
        return indices
    }
}
