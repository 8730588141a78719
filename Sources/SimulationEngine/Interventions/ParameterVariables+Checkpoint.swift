import ObserverCore

extension ParameterVariables: StepWatcher {
    var name: String { "parameters" }
    var rank: StepRank { .parameters }
    var view: StepView { .moments }
    func publish(_ publication: Publication) { if publication.isIntervention { publishAll(from: publication.author) } }

    /// Archives the values that were published last, as far as they are not the present ones.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading {
            for index in variables.indices { variables[index]?.notePublished(value(at: index)) }
        }
        try archive.differences(
            "the parameters that were published last",
            of: {
                variables.indices.compactMap { index in
                    guard let published = variables[index]?.publishedValue, !areSame(published, value(at: index)) else {
                        return nil
                    }
                    return (index, published)
                }
            },
            present: { variables.indices.contains($0) ? value(at: $0) : nil },
            take: { variables[$0]?.notePublished($1) })
    }
}
