extension Quantity {
    var isObserved: Bool { messenger.observationCount > 0 }

    /// Archives the value that was published last, unless it is the present one.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading { published = value }
        try archive.differences(
            "the value of '\(name)' that was published last",
            of: {
                guard let published, !areSame(published, value) else { return [] }
                return [(0, published)]
            },
            present: { $0 == 0 ? published : nil },
            take: { published = $1 })
    }
}
