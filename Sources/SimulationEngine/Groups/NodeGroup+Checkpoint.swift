extension NodeGroup {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try publisher.archiveState(in: archive, candidates: candidates) { model.copyNodeStates(of: $0, into: $1) }
    }
}

extension GroupPublisher {
    /// Archives which nodes were members, and the states that were sent last, as far as they are not the present ones.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - candidates: The nodes that are, or could be, members.
    ///   - copyStates: Copies the present states of nodes.
    /// - Throws: ``CheckpointError``.
    func archiveState(
        in archive: StateArchive, candidates: [Int], _ copyStates: Copying
    ) throws(CheckpointError) {
        if archive.isReading { begin(with: candidates, copyStates) }
        try archive.expect(nodes.count, "the number of nodes that could be members of a group")
        try archive.flags(wereMembers, "the number of tested nodes of a group")
        try archive.differences(
            "the states of a group that were sent last",
            of: {
                var found: [(place: Int, value: State)] = []
                look(at: Array(nodes), copyStates) { start, count, states, _ in
                    for offset in 0..<count where !areSame(known[start + offset], states[offset]) {
                        found.append((start + offset, known[start + offset]))
                    }
                }
                return found
            },
            present: { known.indices.contains($0) ? known[$0] : nil },
            take: { known[$0] = $1 })
    }
}
