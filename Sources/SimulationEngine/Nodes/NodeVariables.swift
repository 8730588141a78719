import ObserverCore

/// The variables of those nodes whose variable somebody holds or observes.
///
/// A variable that is observed is kept alive and listed for publication; one that is only held is known here and
/// forgotten when it dies.
final class NodeVariables<Model: SimulationModel> {
    typealias State = Model.NodeState

    let model: Model
    private let interventions: InterventionQueue<Model>

    /// The living variables by node. Never iterated, since the order would differ from process to process.
    private var known: [Int: Known] = [:]

    private let publisher: NodePublisher<State>
    private var isReleased = false

    private struct Known {
        unowned(unsafe) let variable: Var<State>
        var position: Int?
    }

    init(model: Model, interventions: InterventionQueue<Model>, states: StateBlock<State>) {
        self.model = model
        self.interventions = interventions
        publisher = NodePublisher(states: states)
    }

    func variable(at node: Int) -> Var<State> {
        if let known = known[node] { return known.variable }
        let variable = Var<State>(windowOn: self, at: node)
        known[node] = Known(variable: variable, position: nil)
        return variable
    }

    /// Lets go of all observed variables, which are kept alive here and keep this alive, and lists no more of them.
    func releaseAll() {
        isReleased = true
        for node in known.keys { known[node]?.position = nil }
        publisher.removeAll()
    }
}

// MARK: - Publishing

extension NodeVariables {
    /// Sends an update for each observed node whose state has changed since it was last published.
    ///
    /// - Complexity: O(n) for n observed nodes, whatever the number of all nodes.
    ///
    /// - Parameter author: Who has changed it, `nil` for the simulation.
    func publish(from author: AnyAuthor? = nil) {
        guard !publisher.isEmpty else { return }
        publisher.author = author
        model.publish(by: publisher)
        publisher.author = nil
        tidyUp()
    }

    /// Sends an update for one node whose state somebody has changed, if it is observed.
    func publish(node: Int, from author: AnyAuthor?) {
        guard let known = known[node], known.position != nil else { return }
        let variable = known.variable
        variable.publish(model.nodeState(at: node), from: author ?? variable)
    }

    private func tidyUp() {
        guard !publisher.isPublishing else { return }
        publisher.tidyUp { node, position in known[node]?.position = position }
    }
}

// MARK: - What the variables tell and ask

extension NodeVariables: WindowSource {
    func value(at node: Int) -> State {
        model.nodeState(at: node)
    }

    func set(_ state: State, at node: Int, as author: AnyAuthor?) {
        interventions.add(.node(node, to: state), from: author)
    }

    func observationsBegan(at node: Int) {
        guard !isReleased, let variable = known[node]?.variable else { return }
        variable.notePublished(model.nodeState(at: node))
        // The last observation may have ended in the delivery that is just going on, which tells so when it is over.
        guard known[node]?.position == nil else { return }
        known[node]?.position = publisher.append(variable, at: node)
    }

    func observationsEnded(at node: Int) {
        guard let position = known[node]?.position else { return }
        known[node]?.position = nil
        publisher.remove(at: position)
        tidyUp()
    }

    func variableDied(at node: Int) {
        known[node] = nil
    }
}
