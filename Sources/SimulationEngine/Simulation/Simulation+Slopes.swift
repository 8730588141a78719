extension Simulation {
    /// The rates of change of a field of nodes in the state that the model is in; `nil` if the field is not a column of the
    /// state of differential equations.
    ///
    /// - Complexity: An evaluation of the equations.
    func slopes(ofField field: Int, at nodes: [Int]) -> [Double]? {
        guard let equations = model as? any DifferentialEquations, field < equations.state.columnCount,
            let state = equations.state.elements.baseAddress
        else { return nil }
        let first = field * equations.state.rowCount
        // A model may show something else than the columns of its state.
        guard nodes.allSatisfy({ model.value(ofField: field, at: $0) == state[first + $0] }) else { return nil }
        if slopeMemory.count != equations.state.count {
            slopeMemory = [Double](repeating: 0, count: equations.state.count)
        }
        equations.look { equations.rates(at: revision.time, of: state, into: &slopeMemory) }
        return nodes.map { slopeMemory[first + $0] }
    }
}
