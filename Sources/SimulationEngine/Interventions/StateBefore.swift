/// The numbers of a model before a change of all of it, to take back one that brings in numbers that are not finite or out of
/// bounds: the state of differential equations, the states of the nodes of other models if asked for, and the parameters.
///
/// Whatever else a closure changes in a model, such as a mass, is its own and stays.
struct StateBefore<Model: SimulationModel> {
    private let numbers: [Double]
    private let states: [Model.NodeState]
    private let nodeCount: Int
    private let tailEdition: Int?
    private let parameters: [Double]

    /// - Complexity: O(n) for n numbers of the state.
    init(of model: Model, withNodeStates: Bool) {
        let equations = model as? any DifferentialEquations
        numbers = equations.map { Array($0.state.elements) } ?? []
        states = equations == nil && withNodeStates ? (0..<model.nodeCount).map { model.nodeState(at: $0) } : []
        nodeCount = model.nodeCount
        tailEdition = equations?.state.tailEdition
        parameters = model.parameters.indices.map { model.parameter(at: $0) }
    }

    /// A parameter that was finite and is no more.
    func firstParameterNotFinite(in model: Model) -> (name: String, value: Double)? {
        for (index, old) in parameters.enumerated() where old.isFinite {
            let new = model.parameter(at: index)
            if !new.isFinite { return (model.parameters[index], new) }
        }
        return nil
    }

    /// Puts the numbers back, and removes nodes that have been added.
    func putBack(in model: Model) {
        for (index, old) in parameters.enumerated() where model.parameter(at: index) != old {
            model.setParameter(old, at: index)
        }
        for (node, state) in states.enumerated() where model.isPresent(node) && model.nodeState(at: node) != state {
            model.setNodeState(state, at: node)
        }
        if let equations = model as? any DifferentialEquations { putBack(in: equations.state) }
        guard let changing = model as? any ChangingNodes else { return }
        for node in nodeCount..<max(nodeCount, model.nodeCount) where changing.isPresent(node) {
            // A node that cannot go is one of the model's own concern.
            try? changing.removeNode(node)
        }
    }

    private func putBack(in state: StateVector) {
        for column in 0..<state.columnCount {
            let start = column * nodeCount
            _ = state.column(column).update(fromContentsOf: numbers[start..<start + nodeCount])
        }
        // Where edges have come or gone, which is the model's own concern, the numbers belong to others.
        guard state.tailEdition == tailEdition else { return }
        _ = state.tail.update(fromContentsOf: numbers[(state.columnCount * nodeCount)...])
    }
}
