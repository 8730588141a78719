import ObserverCore

extension NodeVariables: StepWatcher {
    var name: String { "nodes" }
    var rank: StepRank { .nodes }
    var view: StepView { .moments }
    func publish(_ publication: Publication) { publish(from: publication.author) }
    func catchUp(at time: Double) { publish() }

    /// Archives the states that were published last, as far as they are not the present ones.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading { publisher.forEachVariable { $1.notePublished(model.nodeState(at: $0)) } }
        try archive.differences(
            "the states of nodes that were published last",
            of: {
                var found: [(place: Int, value: State)] = []
                publisher.forEachVariable { node, variable in
                    let published = variable.publishedValue
                    if !areSame(published, model.nodeState(at: node)) { found.append((node, published)) }
                }
                return found
            },
            present: { (0..<model.nodeCount).contains($0) ? model.nodeState(at: $0) : nil },
            take: { node, state in
                if known[node].position >= 0 { knownVariable(at: node)?.notePublished(state) }
            })
    }
}

extension NodePublisher {
    /// Calls a closure for each observed node and its variable.
    func forEachVariable(_ body: (Int, Variable<State>) -> Void) {
        for position in 0..<count {
            guard let variable = variables[position] else { continue }
            body(nodes[position], variable.takeUnretainedValue())
        }
    }
}
