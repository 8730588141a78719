import ObserverCore

/// The changes of the nodes of a group, in arrays with an element for each change, in the order of the group.
public struct NodeChanges<State> {
    /// The numbers of the nodes.
    public private(set) var nodes: [Int] = []

    /// Their states when they were last published.
    public private(set) var old: [State] = []

    /// Their states now.
    public private(set) var new: [State] = []

    /// Their memberships in the group, before and after the changes.
    public private(set) var memberships: [NodeChange<State>.Membership] = []

    /// The number of changes.
    public var count: Int { nodes.count }

    init() {}

    /// One change.
    package init(_ change: NodeChange<State>) { append(change) }

    /// Forgets them, and keeps the memory unless it is shared: room for as many in any case, as it is with most steps.
    mutating func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        old.removeAll(keepingCapacity: true)
        new.removeAll(keepingCapacity: true)
        memberships.removeAll(keepingCapacity: true)
    }

    mutating func append(_ change: NodeChange<State>) {
        nodes.append(change.node)
        old.append(change.old)
        new.append(change.new)
        memberships.append(change.membership)
    }
}

extension NodeChanges: Equatable where State: Equatable {}
extension NodeChanges: Sendable where State: Sendable {}

/// The changes of a group, told together: one message for all that have happened in a step, and none where nothing has.
///
///     watcher.observe(simulation.allNodes.batches) { changes in write(changes.nodes, changes.new) }
///
/// For whoever hands arrays on, to a file or to another language. It hears of the same changes as an observer of the group.
///
/// The simulation keeps it alive for as long as it is observed.
///
/// - Complexity: Besides the memory of the group, that of the changes of one step while it is observed.
public final class NodeGroupBatches<Model: SimulationModel>: ObservableObject {
    /// Carries the changes.
    public let messenger = Messenger<NodeChanges<Model.NodeState>>()

    /// A group that nobody else observes.
    private let group: NodeGroup<Model>

    private let collector = Collector()

    private final class Collector: Observer {
        let receiver = Receiver()
        var changes = NodeChanges<Model.NodeState>()
    }

    /// - Parameters:
    ///   - group: A group of its own.
    ///   - groups: Where it is listed while it is observed.
    init(of group: NodeGroup<Model>, in groups: ObservedGroups?) {
        self.group = group
        messenger.attach(
            ObservationWindow(
                began: { [weak self, weak groups] in if let self { groups?.append(self) } },
                ended: { [weak self, weak groups] in if let self { groups?.remove(self) } }))
    }
}

extension NodeGroupBatches: PublishableGroup {
    func publish() {
        group.publish()
        tell()
    }

    func publish(changed nodes: [Int]) {
        group.publish(changed: nodes)
        tell()
    }

    func stays(in interior: StepStates, from start: Double, to end: Double) throws -> [(time: Double, node: Int)] {
        try group.stays(in: interior, from: start, to: end)
    }

    func publishStay(of node: Int) {
        group.publishStay(of: node)
        tell()
    }

    func followPopulation() {
        group.followPopulation()
        tell()
    }

    func addNodes(to watch: JumpWatch) { group.addNodes(to: watch) }

    func beginPublishing() {
        collector.observe(group) { [unowned collector] in collector.changes.append($0) }
        group.beginPublishing()
    }

    func endPublishing() {
        group.endPublishing()
        collector.stopObserving()
        collector.changes = NodeChanges()
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) { try group.archiveState(in: archive) }

    private func tell() {
        guard collector.changes.count > 0 else { return }
        var changes = NodeChanges<Model.NodeState>()
        swap(&changes, &collector.changes)
        messenger.send(changes)
        // Unless somebody keeps them or has collected others meanwhile, the next ones have their memory.
        guard collector.changes.count == 0 else { return }
        changes.removeAll()
        swap(&changes, &collector.changes)
    }
}
