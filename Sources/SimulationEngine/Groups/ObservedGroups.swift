/// A ``NodeGroup``, whatever its model.
protocol PublishableGroup: AnyObject {
    func publish()

    /// Publishes what has become of nodes that have jumped.
    func publish(changed nodes: [Int])

    /// The times within a step at which nodes join or leave, but for what shows at its end.
    func stays(in interior: StepStates, from start: Double, to end: Double) throws -> [(time: Double, node: Int)]

    /// Publishes what has become of a node at one of these times.
    func publishStay(of node: Int)

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

    /// True if steps are those of the grid.
    private let isOnGrid: Bool

    /// Is called when other groups are to be looked at than before.
    var onChange: () -> Void = {}

    /// True if nodes have come or gone of which groups do not know yet.
    var isBehind = false

    /// The nodes that have jumped at the end of the step; `nil` if any node may have changed.
    private var jumped: [Int]?

    /// True if the state was changed since the groups were published last, where they are published at the steps of the method.
    private var isChanged = false

    private var startTime = 0.0
    private var endTime = 0.0

    /// True if a step is under way that has not been published.
    private var isStepOpen = false

    /// Who joins or leaves within the step, as far as that has not been told, the latest first; `nil` if it has to be looked for.
    private var stays: [Stay]? = []

    private struct Stay {
        let time: Double
        let group: any PublishableGroup
        let node: Int
    }

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
    var view: StepView { groups.isEmpty ? .moments : isOnGrid ? .ends : .inside }

    func begin(at time: Double) {
        isChanged = true
        isStepOpen = false
        endTime = time
        stays = []
    }

    func beginAgain(at time: Double) { begin(at: time) }

    func beginStep() {
        startTime = endTime
        stays = []
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        jumped = jumps.flatMap { $0.hasNotedAll || isChanged ? nil : $0.nodes }
        endTime = time
        isStepOpen = true
        stays = jumps == nil && !isOnGrid ? nil : []
    }

    func next(in interior: StepStates?) throws -> Double? {
        if stays == nil { stays = try locate(in: interior) }
        return stays?.last?.time
    }

    func tell() {
        guard let stay = stays?.popLast() else { return }
        stay.group.publishStay(of: stay.node)
    }

    private func locate(in interior: StepStates?) throws -> [Stay] {
        guard let interior, endTime > startTime else { return [] }
        var found: [Stay] = []
        for group in groups {
            found += try group.stays(in: interior, from: startTime, to: endTime).map {
                Stay(time: $0.time, group: group, node: $0.node)
            }
        }
        return found.sorted { ($0.time, $0.node) > ($1.time, $1.node) }
    }

    func catchUp(at time: Double) { if isStepOpen { publish(changed: nil) } }

    func finishStep(at time: Double) {
        isStepOpen = false
        // On the grid the moment follows.
        guard !isOnGrid else { return }
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

}

extension ObservedGroups: Resumable {
    /// Archives the groups, whether all nodes are to be looked at, and what is told later.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(groups.count, "the number of observed groups")
        for group in groups { try group.archiveState(in: archive) }
        try archive.flag(&isChanged)
        try archive.flag(&isStepOpen)
        try archive.time(&startTime)
        try archive.time(&endTime)
        try archiveStays(in: archive)
    }

    private func archiveStays(in archive: StateArchive) throws(CheckpointError) {
        // A group of which nobody hears any more tells nothing.
        let pending = (stays ?? []).filter { stay in groups.contains { $0 === stay.group } }
        var (times, nodes) = (pending.map(\.time), pending.map(\.node))
        var numbers = pending.compactMap { stay in groups.firstIndex { $0 === stay.group } }
        try archive.values(&times)
        try archive.values(&nodes)
        try archive.values(&numbers)
        guard times.count == nodes.count, times.count == numbers.count, times.allSatisfy({ $0 >= 0 && $0.isFinite }),
            numbers.allSatisfy(groups.indices.contains)
        else { throw .damaged(reason: "there are no such groups that nodes join within a step") }
        stays = times.indices.map { Stay(time: times[$0], group: groups[numbers[$0]], node: nodes[$0]) }
    }
}
