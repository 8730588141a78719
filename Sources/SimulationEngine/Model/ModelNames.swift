/// The names by which fields of nodes and parameters of a model are asked for.
package struct ModelNames: Equatable, Sendable {
    /// As ``SimulationModel/fields``.
    package let fields: [String]

    /// As ``SimulationModel/fieldGroups``.
    package let fieldGroups: [FieldGroup]

    /// As ``SimulationModel/parameters``.
    package let parameters: [String]

    package init(fields: [String], fieldGroups: [FieldGroup] = [], parameters: [String] = []) {
        self.fields = fields
        self.fieldGroups = fieldGroups
        self.parameters = parameters
    }

    /// These names with other parameters.
    package func with(parameters: [String]) -> ModelNames {
        ModelNames(fields: fields, fieldGroups: fieldGroups, parameters: parameters)
    }

    /// The fields that a name stands for: its own, or those of a group.
    package func fields(of name: String) -> [String] {
        fieldGroups.first { $0.name == name }?.fields ?? [name]
    }

    /// The index of a field.
    ///
    /// - Throws: ``SimulationError/unknownField(_:known:)``.
    package func fieldIndex(_ name: String) throws(SimulationError) -> Int {
        guard let index = fields.firstIndex(of: name) else { throw .unknownField(name, known: fields) }
        return index
    }

    /// The indices of fields.
    ///
    /// - Parameter names: The names of fields or groups of fields; none stand for all fields.
    /// - Returns: The indices, in the order of the names.
    /// - Throws: ``SimulationError/unknownField(_:known:)``, ``SimulationError/duplicateField(_:)``.
    package func fieldIndices(_ names: [String]) throws(SimulationError) -> [Int] {
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

extension SimulationModel {
    /// All of them.
    package var names: ModelNames { ModelNames(fields: fields, fieldGroups: fieldGroups, parameters: parameters) }
}

/// A model whose names are those of all instances, so that a reader can check them before there is one.
package protocol FixedNames: SimulationModel {
    /// The names of each instance.
    static var names: ModelNames { get }
}

extension FixedNames {
    /// The same for all instances.
    public var fields: [String] { Self.names.fields }

    /// The same for all instances.
    public var fieldGroups: [FieldGroup] { Self.names.fieldGroups }

    /// The same for all instances.
    public var parameters: [String] { Self.names.parameters }
}
