extension Population: Resumable {
    /// Archives which nodes are present.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        var bytes = isPresent.map { $0 ? 1 as UInt8 : 0 }
        try archive.values(&bytes)
        guard archive.isReading else { return }
        isPresent = ContiguousArray(bytes.map { $0 != 0 })
        presentCount = isPresent.count { $0 }
        knownMembers = nil
    }
}
