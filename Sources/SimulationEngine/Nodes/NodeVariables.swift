import ObserverCore

/// The variables of those nodes whose variable somebody holds or observes.
///
/// A variable that is observed is kept alive here and listed for publication; one that is only held is known here and
/// forgotten when it dies.
final class NodeVariables<Model: SimulationModel> {
    typealias State = Model.NodeState

    let model: Model
    private let interventions: Interventions<Model>

    /// The living variables by node. Never iterated, since the order would differ from process to process.
    private var known: [Int: Known] = [:]

    /// The observed variables in the order in which their first observations began, with gaps where those ended.
    private var observed: ContiguousArray<Var<State>?> = []
    private var observedNodes: ContiguousArray<Int> = []
    private var gapCount = 0
    private var isPublishing = false
    private var isReleased = false
    private var states: UnsafeMutableBufferPointer<State> = .init(start: nil, count: 0)

    private struct Known {
        unowned(unsafe) let variable: Var<State>
        var position: Int?
    }

    init(model: Model, interventions: Interventions<Model>) {
        self.model = model
        self.interventions = interventions
    }

    deinit {
        freeStates()
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
        let released = observed
        observed = []
        observedNodes = []
        gapCount = 0
        for node in known.keys { known[node]?.position = nil }
        withExtendedLifetime(released) {}
    }
}

// MARK: - Publishing

extension NodeVariables {
    /// Sends an update for each observed node whose state has changed since it was last published.
    ///
    /// - Complexity: O(n) for n observed nodes, whatever the number of all nodes.
    func publish() {
        guard observed.count > gapCount else { return }
        copyStates()
        isPublishing = true
        // Observers may begin and end observations; what they begin is listed behind the end.
        let count = observedNodes.count
        for position in 0..<count {
            guard let variable = observed[position] else { continue }
            variable.publish(states[position], from: variable)
        }
        isPublishing = false
        removeGapsIfMany()
    }

    /// Sends an update for one node whose state somebody has changed, if it is observed.
    func publish(node: Int, from author: AnyAuthor?) {
        guard let known = known[node], known.position != nil else { return }
        let variable = known.variable
        variable.publish(model.nodeState(at: node), from: author ?? variable)
    }

    private func copyStates() {
        let count = observedNodes.count
        if states.count < count {
            freeStates()
            states = .allocate(capacity: max(count, 2 * states.count))
            states.initialize(repeating: model.nodeState(at: observedNodes[0]))
        }
        observedNodes.withUnsafeBufferPointer {
            model.copyNodeStates(of: $0, into: UnsafeMutableBufferPointer(rebasing: states[..<count]))
        }
    }

    private func freeStates() {
        states.deinitialize()
        states.deallocate()
    }

    /// - Complexity: O(1) amortised for each observation that has ended.
    private func removeGapsIfMany() {
        guard !isPublishing, gapCount * 2 > observed.count else { return }
        var target = 0
        for position in observed.indices {
            guard let variable = observed[position] else { continue }
            let node = observedNodes[position]
            observed[position] = nil
            observed[target] = variable
            observedNodes[target] = node
            known[node]?.position = target
            target += 1
        }
        observed.removeLast(observed.count - target)
        observedNodes.removeLast(observedNodes.count - target)
        gapCount = 0
    }
}

// MARK: - What the variables tell and ask

extension NodeVariables: WindowSource {
    func value(at node: Int) -> State {
        model.nodeState(at: node)
    }

    func set(_ state: State, at node: Int, as author: AnyAuthor?) {
        // An author that is just dying cannot be kept: the variable stands for it.
        weak let livingAuthor = author
        interventions.add(Intervention(node: node, state: state, author: livingAuthor))
    }

    func observationsBegan(at node: Int) {
        guard !isReleased, let variable = known[node]?.variable else { return }
        variable.notePublished(model.nodeState(at: node))
        // The last observation may have ended in the delivery that is just going on, which tells so when it is over.
        guard known[node]?.position == nil else { return }
        known[node]?.position = observed.count
        observed.append(variable)
        observedNodes.append(node)
    }

    func observationsEnded(at node: Int) {
        guard let position = known[node]?.position else { return }
        known[node]?.position = nil
        let variable = observed[position]
        observed[position] = nil
        gapCount += 1
        removeGapsIfMany()
        withExtendedLifetime(variable) {}
    }

    func variableDied(at node: Int) {
        known[node] = nil
    }
}
