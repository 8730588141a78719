/// What a model was before a change of all of it, to take back one that brings in numbers that are not finite: the state
/// of differential equations, and the parameters.
///
/// Whatever else a closure changes in a model, such as a mass, is its own and stays.
struct StateBefore<Model: SimulationModel> {
    private let numbers: [Double]
    private let nodeCount: Int
    private let parameters: [Double]

    /// - Complexity: O(n) for n numbers of the state.
    init(of model: Model) {
        numbers = (model as? any DifferentialEquations).map { Array($0.state.elements) } ?? []
        nodeCount = model.nodeCount
        parameters = Model.parameters.indices.map { model.parameter(at: $0) }
    }

    /// A parameter that was finite and is no more.
    func firstParameterNotFinite(in model: Model) -> (name: String, value: Double)? {
        for (index, old) in parameters.enumerated() where old.isFinite {
            let new = model.parameter(at: index)
            if !new.isFinite { return (Model.parameters[index], new) }
        }
        return nil
    }

    /// Puts the numbers back, and removes nodes that have been added.
    func putBack(in model: Model) {
        for (index, old) in parameters.enumerated() where model.parameter(at: index) != old {
            model.setParameter(old, at: index)
        }
        guard let equations = model as? any DifferentialEquations, equations.state.columnCount > 0 else { return }
        let state = equations.state
        let rowCount = numbers.count / state.columnCount
        for column in 0..<state.columnCount {
            let start = column * rowCount
            _ = state.column(column).update(fromContentsOf: numbers[start..<start + rowCount])
        }
        guard let changing = model as? any ChangingNodes else { return }
        for node in nodeCount..<max(nodeCount, model.nodeCount) where changing.isPresent(node) {
            // A node that cannot go is one of the model's own concern.
            try? changing.removeNode(node)
        }
    }
}
