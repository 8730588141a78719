extension Simulation {
    /// The rates of change of a field of nodes in the state that the model is in; `nil` if the field is not a column of the
    /// state of differential equations.
    ///
    /// - Complexity: An evaluation of the equations.
    func slopes(ofField field: Int, at nodes: [Int]) -> [Double]? {
        guard let equations = model as? any DifferentialEquations,
            let first = firstNumber(ofField: field, at: nodes, in: equations),
            let state = equations.state.elements.baseAddress
        else { return nil }
        if slopeMemory.count != equations.state.count {
            slopeMemory = [Double](repeating: 0, count: equations.state.count)
        }
        equations.look { equations.rates(at: revision.time, of: state, into: &slopeMemory) }
        return nodes.map { slopeMemory[first + $0] }
    }

    /// The rates of change of a field of nodes at both ends of the last step of the method; `nil` if the method has not computed
    /// them, or the field is not a column of the state.
    func endSlopes(ofField field: Int, at nodes: [Int]) -> (starts: [Double], ends: [Double])? {
        guard let slopes = watch.endSlopes(), let equations = model as? any DifferentialEquations,
            let first = firstNumber(ofField: field, at: nodes, in: equations)
        else { return nil }
        return (nodes.map { slopes.start[first + $0] }, nodes.map { slopes.end[first + $0] })
    }

    /// Where the column of a field begins in the state.
    private func firstNumber(ofField field: Int, at nodes: [Int], in equations: any DifferentialEquations) -> Int? {
        let state = equations.state
        guard field < state.columnCount else { return nil }
        let first = field * state.rowCount
        // A model may show something else than the columns of its state.
        let isShown = nodes.allSatisfy { model.value(ofField: field, at: $0) == state.elements[first + $0] }
        return isShown ? first : nil
    }
}
