extension StateArchive {
    /// Archives a text that has to be the same when the archive is read, such as a name.
    public func expect(_ text: String, _ what: String) throws(CheckpointError) {
        var found = text
        try self.text(&found)
        guard found == text else { throw .doesNotMatch(what: what, found: found, expected: text) }
    }

    /// Archives a number that has to be the same to the last bit when the archive is read, such as the length of a step.
    public func expect(_ number: Double, _ what: String) throws(CheckpointError) {
        var found = number
        try value(&found)
        guard found.bitPattern == number.bitPattern else {
            throw .doesNotMatch(what: what, found: String(found), expected: String(number))
        }
    }

    /// Archives values, of which there have to be as many when the archive is read.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - what: The name of their number, for errors.
    /// - Throws: ``CheckpointError``; the values are then as before.
    public func values<Value: BitwiseCopyable>(
        _ values: inout [Value], asMany what: String
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

    /// Archives truth values, of which there have to be as many when the archive is read.
    package func flags(_ flags: UnsafeMutableBufferPointer<Bool>, _ what: String) throws(CheckpointError) {
        var bytes = flags.map { $0 ? 1 as UInt8 : 0 }
        try values(&bytes, asMany: what)
        guard isReading else { return }
        for index in bytes.indices { flags[index] = bytes[index] != 0 }
    }
}

// MARK: - What was told last

extension StateArchive {
    /// Archives values that observers were told last, as far as they are not the present ones.
    ///
    /// - Parameters:
    ///   - what: Their name, for the error if they differ and their type is one that cannot be stored.
    ///   - differing: Places, and the values there; asked only in writing.
    ///   - present: The present value of a place, `nil` if there is no such place.
    ///   - take: Takes the value that was told last at a place; called only in reading.
    /// - Throws: ``CheckpointError``.
    func differences<Value: Equatable>(
        _ what: String, of differing: () -> [(place: Int, value: Value)], present: (Int) -> Value?,
        take: (Int, Value) -> Void
    ) throws(CheckpointError) {
        let written = isReading ? [] : differing()
        var count = written.count
        try self.count(&count)
        guard count > 0 else { return }
        guard isPlain(Value.self) || Value.self is any ArchivableValue.Type else { throw .notResumable(what: what) }
        for index in 0..<count {
            var place = isReading ? 0 : written[index].place
            try value(&place)
            guard var value = isReading ? present(place) : written[index].value else {
                throw .damaged(reason: "there is no number \(place) among \(what)")
            }
            try anyValue(&value)
            if isReading { take(place, value) }
        }
    }

    /// Archives a value that says how, or that is nothing but its bits.
    private func anyValue<Value>(_ value: inout Value) throws(CheckpointError) {
        guard var archivable = value as? any ArchivableValue else {
            return try withUnsafeMutableBytes(of: &value) { (memory) throws(CheckpointError) in
                try self.memory(memory)
            }
        }
        try archivable.archive(in: self)
        if let read = archivable as? Value { value = read }
    }
}

/// Tests if values of a type are nothing but their bits.
private func isPlain<Value>(_ type: Value.Type) -> Bool {
    // Conformance to BitwiseCopyable cannot be asked for at run time.
    _isPOD(type)
}

/// Tests if two values are the same for whoever is told of them: to the last bit, where they are nothing but their bits.
func areSame<Value: Equatable>(_ a: Value, _ b: Value) -> Bool {
    guard isPlain(Value.self) else { return a == b }
    return withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { b in a.elementsEqual(b) } }
}
