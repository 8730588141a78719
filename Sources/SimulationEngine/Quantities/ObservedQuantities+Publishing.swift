extension ObservedQuantities: StepWatcher {
    var name: String { "quantities" }
    var rank: StepRank { .quantities }
    var view: StepView { .moments }

    func publish(_ publication: Publication) {
        guard !publication.isWithinRun else { return }
        for quantity in quantities { quantity.publish() }
    }

    /// Archives the values that were published last.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        let observed = quantities.filter(\.isObserved)
        try archive.expect(observed.map(\.name).joined(separator: ", "), "the observed quantities")
        for quantity in observed { try quantity.archiveState(in: archive) }
    }
}
