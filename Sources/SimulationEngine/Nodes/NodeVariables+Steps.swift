import ObserverCore

extension NodeVariables: StepWatcher {
    var name: String { "nodes" }
    var rank: StepRank { .nodes }
    var view: StepView { publisher.jumped.areWanted ? .inside : .moments }
    var beginsAnew: Bool { true }
    func begin(at time: Double) { publisher.jumped.begin() }
    func beginAgain(at time: Double) { noteChange() }
    func catchUp(at time: Double) { publish() }
    func addNodes(to watch: JumpWatch) { watch.watchAll(notingIn: publisher.jumped) }

    func finishMoment(at instant: ScheduledInstant) {
        let isComplete = publisher.jumped.isComplete
        publish()
        guard let onOtherView, publisher.jumped.decide(wasComplete: isComplete, nodeCount: model.nodeCount) else {
            return
        }
        onOtherView()
    }

    func publish(_ publication: Publication) {
        noteChange()
        publish(from: publication.author)
    }

    /// Any state may have been changed by something else than jumps.
    func noteChange() { publisher.jumped.isComplete = false }

    /// Archives the states that were published last, as far as they are not the present ones.
    @usableFromInline
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading {
            noteChange()
            publisher.forEachObserved { $1 = model.nodeState(at: $0) }
        }
        try archive.differences(
            "the states of nodes that were published last",
            of: {
                var found: [(place: Int, value: State)] = []
                publisher.forEachObserved { node, published in
                    if !areSame(published, model.nodeState(at: node)) { found.append((node, published)) }
                }
                return found
            },
            present: { (0..<model.nodeCount).contains($0) ? model.nodeState(at: $0) : nil },
            take: { node, state in
                if let position = known.position(of: node) { publisher.published[position] = state }
            })
    }
}

extension NodePublisher {
    /// Calls a closure with each observed node and the state that was published last.
    func forEachObserved(_ body: (_ node: Int, _ published: inout State) -> Void) {
        for position in 0..<places.count where !places.cells[position].isEmpty {
            body(Int(places.nodes[position]), &published[position])
        }
    }
}
