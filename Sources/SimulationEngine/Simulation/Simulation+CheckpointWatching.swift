extension Simulation {
    /// Archives what is kept so that observers are told of the next changes: which of them are known already.
    func archiveWatching(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading {
            variables.noteNodeCount()
            if model.nodeCount > 0 { states.fill(with: model.nodeState(at: 0)) }
        }
        try drives.archiveState(of: model, in: archive)
        try variables.archiveState(in: archive)
        try parameterVariables.archiveState(in: archive)
        if archive.isReading { edgeVariables.notePresent() }
        try archiveGroups(in: archive)
        try archiveQuantities(in: archive)
        try watch.archiveState(in: archive)
        try passageWatches.archiveState(in: archive)
        try archive.expect(bounds.count, "the number of bounds")
        for bound in bounds { try bound.archiveState(in: archive) }
        try archive.expect(triggers.count, "the number of triggers")
        for trigger in triggers { try trigger.archiveState(in: archive) }
    }

    private func archiveGroups(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(groups.groups.count, "the number of observed groups")
        for group in groups.groups { try group.archiveState(in: archive) }
    }

    private func archiveQuantities(in archive: StateArchive) throws(CheckpointError) {
        let observed = quantitiesByName.filter { $0.quantity.isObserved }
        try archive.expect(observed.map(\.name).joined(separator: ", "), "the observed quantities")
        for (_, quantity) in observed { try quantity.archiveState(in: archive) }
    }
}
