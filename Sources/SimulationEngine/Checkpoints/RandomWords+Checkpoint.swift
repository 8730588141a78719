import Essentials

extension RandomWords {
    /// Archives how far a stream has been drawn. It has to be that of the same seed, purpose and node, unless who reads keeps its own
    /// luck.
    package mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        let own = self
        var found = key
        try archive.value(&found)
        guard found == key || archive.keepsLuck else {
            throw .doesNotMatch(
                what: "the key of random numbers", found: "\(found.0), \(found.1)", expected: "\(key.0), \(key.1)")
        }
        try archive.value(&counter)
        try archive.value(&waiting)
        try archive.count(&waitingCount, atMost: 4)
        guard found != key else { return }
        self = own
        archive.foundOtherLuck = true
    }
}
