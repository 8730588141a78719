/// The rates of change of a field of nodes, where the field is a column of the state of differential equations.
final class FieldSlopes<Model: SimulationModel> {
    private let model: Model
    private let field: Int
    private let revision: StateRevision
    private let lastSlopes: () -> StepSlopes?
    private let knownStep: () -> KnownStep?

    /// The model, if it is one of differential equations.
    private let equations: (any DifferentialEquations)?

    /// The rates that were computed last. The memory is used again.
    private var rates: [Double] = []

    init(of model: Model, field: Int, at revision: StateRevision, in watch: StepWatch<Model>) {
        self.model = model
        self.field = field
        self.revision = revision
        lastSlopes = watch.endSlopes
        knownStep = watch.lastStep
        equations = model as? any DifferentialEquations
    }

    /// The field over the last step of the method; `nil` if that has not computed its slopes.
    func lastStep() -> FieldStep? {
        guard let step = knownStep(), let state = equations?.state, field < state.columnCount else { return nil }
        return FieldStep(step, first: field * state.rowCount)
    }

    /// Tests if the field of a node follows a function of time, of whose course the ends of a step tell nothing.
    func isDriven(_ node: Int) -> Bool {
        guard let state = equations?.state, field < state.columnCount else { return false }
        return state.isDriven(state.component(field, node))
    }

    /// The nodes of which it does, in order.
    var drivenNodes: [Int] {
        guard let state = equations?.state, state.hasHeldComponents, field < state.columnCount else { return [] }
        let first = state.component(field, 0)
        return state.held.driven(in: first..<first + state.rowCount).map { $0 - first }
    }

    /// The rates of all nodes at both ends of the last step; `nil` if that does not begin at a time, the method has not computed
    /// them, or the values that are shown do not lie in the state.
    func columnsOfLastStep(from start: Double) -> StepSlopes? {
        guard let slopes = slopes(from: start), let state = equations?.state, field < state.columnCount else {
            return nil
        }
        let first = field * state.rowCount
        guard let numbers = state.elements.baseAddress,
            model.columnNumbers(ofField: field)?.baseAddress == UnsafePointer(numbers + first)
        else { return nil }
        return (slopes.start + first, slopes.end + first)
    }

    private func slopes(from start: Double) -> StepSlopes? {
        knownStep()?.start.time == start ? lastSlopes() : nil
    }

    /// The rates in the state that the model is in; `nil` if the field is not a column of the state.
    ///
    /// - Complexity: An evaluation of the equations.
    func present(at nodes: [Int]) -> [Double]? {
        guard let equations, let first = firstNumber(at: nodes, in: equations),
            let state = equations.state.elements.baseAddress
        else { return nil }
        if rates.count != equations.state.count { rates = [Double](repeating: 0, count: equations.state.count) }
        equations.look { equations.rates(at: revision.time, of: state, into: &rates) }
        return nodes.map { rates[first + $0] }
    }

    /// The rates at both ends of the last step of the method; `nil` if that does not begin at a time, the method has not computed
    /// them, or the field is not a column of the state.
    func ofLastStep(at nodes: [Int], from start: Double) -> (starts: [Double], ends: [Double])? {
        guard let slopes = slopes(from: start), let equations, let first = firstNumber(at: nodes, in: equations) else {
            return nil
        }
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
