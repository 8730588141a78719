extension StateArchive {
    /// Archives values whose number has to be the same when the archive is read.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - what: What their number is called, for errors.
    /// - Throws: ``CheckpointError``.
    public func values<Value: BitwiseCopyable>(
        _ values: inout [Value], ofFixedCount what: String
    ) throws(CheckpointError) {
        var found = values
        try self.values(&found)
        guard found.count == values.count else {
            throw .doesNotMatch(what: what, found: String(found.count), expected: String(values.count))
        }
        values = found
    }

    /// Archives what there are several of, one after the other, where that may be another number than before.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - limit: The largest number that makes sense.
    ///   - makeElement: Makes an element whose state is taken from the archive.
    ///   - archive: Archives one.
    /// - Throws: ``CheckpointError``.
    public func elements<Element>(
        _ elements: inout [Element], atMost limit: Int = .max, makeElement: () -> Element,
        _ archive: (inout Element) throws(CheckpointError) -> Void
    ) throws(CheckpointError) {
        var count = elements.count
        // Nothing is archived in less than a byte.
        try self.count(&count, atMost: isReading ? min(limit, remainingCount) : limit)
        if isReading { elements = (0..<count).map { _ in makeElement() } }
        for index in elements.indices { try archive(&elements[index]) }
    }
}
