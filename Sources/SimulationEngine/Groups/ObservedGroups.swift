/// A ``NodeGroup``, whatever its model.
protocol PublishableGroup: AnyObject {
    func publish()

    /// Publishes what has become of nodes that have jumped.
    func publish(changed nodes: [Int])

    /// Adds the nodes whose jumps are of interest.
    func addNodes(to watch: JumpWatch)

    func beginPublishing()
    func endPublishing()

    /// Nodes have come or gone.
    func followPopulation()

    func archiveState(in archive: StateArchive) throws(CheckpointError)
}

/// The groups of a simulation that are observed, in the order in which their first observations began.
///
/// They are published at the steps of the method where it has its own, and at the moments of the grid otherwise.
final class ObservedGroups {
    private var groups: [any PublishableGroup] = []

    /// Whether steps are those of the grid.
    private let isOnGrid: Bool

    /// Is called when other groups are to be looked at than before.
    var onChange: () -> Void = {}

    /// Whether nodes have come or gone of which groups do not know yet.
    var isBehind = false

    /// The nodes that have jumped at the end of the step; `nil` if any node may have changed.
    private var jumped: [Int]?

    /// Whether the state was changed since the groups were published last, where they are published at the steps of the method.
    private var isChanged = false

    init(isOnGrid: Bool) {
        self.isOnGrid = isOnGrid
    }

    func append(_ group: any PublishableGroup) {
        group.beginPublishing()
        groups.append(group)
        onChange()
    }

    func remove(_ group: any PublishableGroup) {
        group.endPublishing()
        groups.removeAll { $0 === group }
        if groups.isEmpty { onChange() }
    }

    func removeAll() {
        for group in groups { group.endPublishing() }
        withExtendedLifetime(groups.takeAll()) {}
    }

    /// Lets groups follow those who have come and gone.
    func followPopulation() {
        guard isBehind else { return }
        isBehind = false
        for group in groups { group.followPopulation() }
    }

    /// Publishes what has happened since the last step.
    func publishRest() {
        isChanged = false
        publish(changed: nil)
    }

    /// Publishes what has become of nodes that have jumped, or of all if they are not known.
    private func publish(changed nodes: [Int]?) {
        // Observers may begin to observe other groups, whose changes begin with the next step.
        for group in groups { if let nodes { group.publish(changed: nodes) } else { group.publish() } }
    }
}

extension ObservedGroups: StepWatcher {
    var name: String { "the changes of groups" }
    var rank: StepRank { .groups }
    var view: StepView { isOnGrid || groups.isEmpty ? .moments : .inside }

    func begin(at time: Double) { isChanged = true }
    func beginAgain(at time: Double) { isChanged = true }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        jumped = jumps.flatMap { $0.hasNotedAll || isChanged ? nil : $0.nodes }
    }

    func finishStep(at time: Double) {
        isChanged = false
        publish(changed: jumped)
    }

    func tellChange() -> Bool {
        guard isChanged else { return false }
        publishRest()
        return true
    }

    func addNodes(to watch: JumpWatch) {
        for group in groups { group.addNodes(to: watch) }
    }

    func publish(_ publication: Publication) {
        guard !publication.isWithinRun else { return }
        followPopulation()
        if isOnGrid || publication.isIntervention { publish(changed: nil) }
    }

    /// Archives the groups, and whether all nodes are to be looked at.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(groups.count, "the number of observed groups")
        for group in groups { try group.archiveState(in: archive) }
        try archive.flag(&isChanged)
    }
}
