import ObserverCore

/// Nodes that are observed together: one closure hears of the changes of all of them.
///
///     watcher.observe(simulation.group { $0 == .infected }) { change in
///         if change.membership == .joined { … }
///     }
///
/// After each step of the method a message is sent for each member whose state has changed, in the order of the nodes. Where
/// members are chosen by a condition, that is asked anew after each step, and a node that joins or leaves is a change, too. Where the
/// condition is an expression and the method has steps of its own, a node that joins and leaves within a step, or leaves and
/// returns, is told of at these times. What is changed from outside is told at the time of the change, apart from what the method has
/// changed before. A step is one of the method's own where it has such (``OwnSteppingIntegrator``); of a jump process, a jump, after which
/// those nodes only are asked for that have jumped.
///
/// Changes after the last step of a run are told with the first ones of the next run, or by ``Simulation/publishGroups()``.
///
/// A node that is removed leaves its groups. One that is added joins those that are not given as a list.
///
/// A group takes the memory of a state for each node while it is observed, and none otherwise. A node costs about as
/// much as an observer in a fan-out, without a variable of its own.
///
/// The simulation keeps a group alive for as long as it is observed.
public final class NodeGroup<Model: SimulationModel>: ObservableObject {
    /// Carries the changes.
    public let messenger = Messenger<NodeChange<Model.NodeState>>()

    let model: Model

    private let selection: NodeSelection

    /// Finds who joins or leaves inside of steps; `nil` where that is not known.
    private let search: StaySearch<Model>?

    let publisher: GroupPublisher<Model.NodeState>

    private weak let groups: ObservedGroups?

    /// Makes a group of nodes, whose condition is the test. While it is observed it is listed in the groups, unless somebody
    /// else sees to it that it is published.
    init(
        _ selection: NodeSelection, of model: Model, in groups: ObservedGroups?, states: StateBlock<Model.NodeState>,
        test: GroupPublisher<Model.NodeState>.Test?, search: StaySearch<Model>? = nil
    ) {
        self.model = model
        self.search = search
        self.selection = selection
        self.groups = groups
        publisher = GroupPublisher(messenger: messenger, test: test, states: states)
        messenger.attach(
            ObservationWindow(
                began: { [weak self, weak groups] in if let self { groups?.append(self) } },
                ended: { [weak self, weak groups] in if let self { groups?.remove(self) } }))
    }

    /// The numbers of the present members, in order.
    ///
    /// - Complexity: O(n) for n nodes that could be members.
    public var members: [Int] { publisher.members(among: candidates) { model.copyNodeStates(of: $0, into: $1) } }

    /// The changes of this group, told together after each step.
    public var batches: NodeGroupBatches<Model> {
        let group = NodeGroup(
            selection, of: model, in: nil, states: publisher.states, test: publisher.test, search: search)
        return NodeGroupBatches(of: group, in: groups)
    }

    /// The nodes that are there and could be members, in their order.
    var candidates: [Int] { selection.present(in: model) }
}

extension NodeGroup: PublishableGroup {
    func publish() { model.publish(by: publisher) }
    func publish(changed nodes: [Int]) {
        // The time alone can change who is a member.
        if let condition = selection.condition, condition.usesTime { return publish() }
        publisher.publish(changed: nodes) { model.copyNodeStates(of: $0, into: $1) }
    }
    func stays(in interior: StepStates, from start: Double, to end: Double) throws -> [(time: Double, node: Int)] {
        try search?.find(of: UnsafeBufferPointer(publisher.nodes), in: interior, from: start, to: end) ?? []
    }
    func publishStay(of node: Int) {
        publisher.publish(changed: [node]) { model.copyNodeStates(of: $0, into: $1) }
    }
    func addNodes(to watch: JumpWatch) {
        if selection.candidates == .all { watch.watchAll() } else { for node in candidates { watch.watch(node) } }
    }
    func beginPublishing() { publisher.begin(with: candidates) { model.copyNodeStates(of: $0, into: $1) } }
    func endPublishing() { publisher.end() }
    func followPopulation() {
        // An observer that hears of another group may have ended the observation of this one.
        guard messenger.observationCount > 0 else { return }
        publisher.follow(candidates) { model.copyNodeStates(of: $0, into: $1) }
    }
}
