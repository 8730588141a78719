/// Publishes the observed groups at the steps of the method, where these are not those of the grid.
final class GroupSteps {
    private unowned let groups: ObservedGroups

    /// The nodes that have jumped at the end of the step; `nil` if any node may have changed.
    private var jumped: [Int]?

    /// Whether the state was changed since the groups were published last.
    private var isChanged = false

    init(of groups: ObservedGroups) {
        self.groups = groups
    }
}

extension GroupSteps: StepWatcher {
    var name: String { "the changes of groups" }
    var rank: StepRank { .groups }

    func begin(at time: Double) { isChanged = true }
    func beginAgain(at time: Double) { isChanged = true }
    func beginStep() {}

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        jumped = jumps.flatMap { $0.hasNotedAll || isChanged ? nil : $0.nodes }
    }

    func next(in interior: StepStates?) -> Double? { nil }
    func tell() {}

    func finishStep() {
        isChanged = false
        groups.publish(changed: jumped)
    }

    func addNodes(to watch: JumpWatch) {
        for group in groups.groups { group.addNodes(to: watch) }
    }
}

extension GroupSteps: Resumable {
    /// Archives whether all nodes are to be looked at.
    func archiveState(in archive: StateArchive) throws(CheckpointError) { try archive.flag(&isChanged) }
}
