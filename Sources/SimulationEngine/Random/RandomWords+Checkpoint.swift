extension RandomWords {
    /// Archives how far a stream has been drawn. It has to be that of the same seed, purpose and node.
    package mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var found = key
        try archive.value(&found)
        guard found == key else {
            throw .doesNotMatch(
                what: "the key of random numbers", found: "\(found.0), \(found.1)", expected: "\(key.0), \(key.1)")
        }
        try archive.value(&counter)
        try archive.value(&waiting)
        try archive.count(&waitingCount, atMost: 4)
    }
}
