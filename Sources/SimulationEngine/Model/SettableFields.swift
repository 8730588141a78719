/// A model whose fields can be set one by one, whatever the states of its nodes are made of.
public protocol SettableFields: SimulationModel {
    /// Sets a field of a node.
    ///
    /// - Parameters:
    ///   - field: An index into ``SimulationModel/fields``.
    ///   - node: The node, which is in range.
    ///   - value: The new value. One that stands for no state, such as a number of no compartment, leaves the state as it
    ///     is.
    func setField(_ field: Int, at node: Int, to value: Double)
}

extension SettableFields {
    /// The state of a node as it would be with other values in some of its fields.
    ///
    /// - Parameters:
    ///   - node: The node, which is in range.
    ///   - fields: Indices into ``SimulationModel/fields``.
    ///   - values: As many values.
    /// - Returns: The state. The model is as before.
    /// - Throws: ``SimulationError/impossibleValue(_:field:node:)`` for a value that stands for no state.
    public func nodeState(
        at node: Int, setting fields: [Int], to values: [Double]
    ) throws(SimulationError) -> NodeState {
        let old = fields.map { value(ofField: $0, at: node) }
        defer { for (field, value) in zip(fields, old) { setField(field, at: node, to: value) } }
        for (field, value) in zip(fields, values) {
            setField(field, at: node, to: value)
            let found = self.value(ofField: field, at: node)
            guard found == value || found.isNaN && value.isNaN else {
                throw .impossibleValue(value, field: self.fields[field], node: node)
            }
        }
        return nodeState(at: node)
    }
}
