/// The rates of change of a field of nodes, where the field is a column of the state of differential equations.
final class FieldSlopes<Model: SimulationModel> {
    private let model: Model
    private let field: Int
    private let revision: StateRevision
    private let lastSlopes: () -> StepSlopes?

    /// The rates that were computed last. The memory is used again.
    private var rates: [Double] = []

    init(of model: Model, field: Int, at revision: StateRevision, ofLastStep lastSlopes: @escaping () -> StepSlopes?) {
        self.model = model
        self.field = field
        self.revision = revision
        self.lastSlopes = lastSlopes
    }

    /// The rates in the state that the model is in; `nil` if the field is not a column of the state.
    ///
    /// - Complexity: An evaluation of the equations.
    func present(at nodes: [Int]) -> [Double]? {
        guard let equations = model as? any DifferentialEquations,
            let first = firstNumber(at: nodes, in: equations), let state = equations.state.elements.baseAddress
        else { return nil }
        if rates.count != equations.state.count { rates = [Double](repeating: 0, count: equations.state.count) }
        equations.look { equations.rates(at: revision.time, of: state, into: &rates) }
        return nodes.map { rates[first + $0] }
    }

    /// The rates at both ends of the last step of the method; `nil` if the method has not computed them, or the field is not a
    /// column of the state.
    func ofLastStep(at nodes: [Int]) -> (starts: [Double], ends: [Double])? {
        guard let slopes = lastSlopes(), let equations = model as? any DifferentialEquations,
            let first = firstNumber(at: nodes, in: equations)
        else { return nil }
        return (nodes.map { slopes.start[first + $0] }, nodes.map { slopes.end[first + $0] })
    }

    /// Where the column of the field begins in the state.
    private func firstNumber(at nodes: [Int], in equations: any DifferentialEquations) -> Int? {
        let state = equations.state
        guard field < state.columnCount else { return nil }
        let first = field * state.rowCount
        // A model may show something else than the columns of its state.
        let isShown = nodes.allSatisfy { model.value(ofField: field, at: $0) == state.elements[first + $0] }
        return isShown ? first : nil
    }
}
