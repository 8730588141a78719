import ObserverCore

/// The variables of those nodes whose variable somebody holds or observes.
///
/// A variable that is observed is kept alive and listed for publication; one that is only held is known here and
/// forgotten when it dies.
final class NodeVariables<Model: SimulationModel> {
    typealias State = Model.NodeState

    let model: Model
    private let interventions: InterventionQueue<Model>

    /// The living variables by node.
    let known: NodeTable

    let publisher: NodePublisher<State>
    private var isReleased = false

    init(model: Model, interventions: InterventionQueue<Model>, states: StateBlock<State>) {
        self.model = model
        self.interventions = interventions
        known = NodeTable(nodeCount: model.nodeCount)
        publisher = NodePublisher(states: states)
    }

    func variable(at node: Int) -> Var<State> {
        noteNodeCount()
        if let known = knownVariable(at: node) { return known }
        let variable = Var<State>(windowOn: self, at: node)
        known.enter(Unmanaged.passUnretained(variable).toOpaque(), at: node)
        return variable
    }

    /// Makes room for the variables of nodes that have come.
    func noteNodeCount() { known.grow(toNodeCount: model.nodeCount) }

    func knownVariable(at node: Int) -> Var<State>? {
        // A variable that dies is removed before.
        known[node].variable.map { Unmanaged<Var<State>>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Lets go of all observed variables, which are kept alive here and keep this alive, and lists no more of them.
    func releaseAll() {
        isReleased = true
        known.removeAllPositions()
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
        guard known[node].position >= 0, let variable = knownVariable(at: node) else { return }
        variable.publish(model.nodeState(at: node), from: author ?? variable)
    }

    private func tidyUp() {
        guard !publisher.isPublishing else { return }
        publisher.tidyUp { node, position in known.setPosition(position, of: node) }
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
        guard !isReleased, let variable = knownVariable(at: node) else { return }
        variable.notePublished(model.nodeState(at: node))
        // The last observation may have ended in the delivery that is just going on, which tells so when it is over.
        guard known[node].position < 0 else { return }
        known.setPosition(publisher.append(variable, at: node), of: node)
    }

    func observationsEnded(at node: Int) {
        let position = known[node].position
        guard position >= 0 else { return }
        known.setPosition(-1, of: node)
        publisher.remove(at: position)
        tidyUp()
    }

    func variableDied(at node: Int) {
        known.remove(node)
    }
}
