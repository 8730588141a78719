import ObserverCore

/// The wish to set the state of a node.
struct Intervention<Model: SimulationModel> {
    let node: Int
    let state: Model.NodeState

    /// `nil` stands for the node's own variable.
    let author: AnyAuthor?
}

/// The interventions that wait for the step to be over, in the order in which they were asked for.
final class Interventions<Model: SimulationModel> {
    private var waiting: [Intervention<Model>] = []

    /// Is asked to apply an intervention; returns `false` if it has to wait.
    var applyAtOnce: (Intervention<Model>) -> Bool = { _ in false }

    func add(_ intervention: Intervention<Model>) {
        guard !applyAtOnce(intervention) else { return }
        waiting.append(intervention)
    }

    /// Hands over those that wait. What observers ask for while these are applied waits for the next time.
    func takeAll() -> [Intervention<Model>] {
        defer { waiting = [] }
        return waiting
    }
}
