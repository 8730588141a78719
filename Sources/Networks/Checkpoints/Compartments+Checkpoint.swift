import SimulationEngine

extension CompartmentModel: Resumable {
    /// Archives the compartments of the vertices, and the graph.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try compartments.archiveState(in: archive, compartmentCount: cases.count)
        guard compartments.vertexCount == graph.vertexCount else {
            throw .damaged(reason: "\(graph.vertexCount) vertices are in \(compartments.vertexCount) compartments")
        }
    }
}

extension CompartmentStates {
    func archiveState(in archive: StateArchive, compartmentCount: Int) throws(CheckpointError) {
        var count = vertexCount
        try archive.count(&count, atMost: archive.isReading ? archive.remainingCount : .max)
        if count != vertexCount {
            numbers.deallocate()
            numbers = .allocate(capacity: count)
            capacity = count
            numbers.initialize(repeating: 0, count: count)
            vertexCount = count
        }
        let states = UnsafeMutableBufferPointer(start: numbers, count: count)
        try archive.memory(UnsafeMutableRawBufferPointer(states))
        guard states.allSatisfy({ Int($0) < compartmentCount }) else {
            throw .damaged(reason: "a vertex is in a compartment that is unknown")
        }
        // Vertices that have gone are not counted.
        try archive.memory(
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: counts, count: compartmentCount)))
    }
}

extension EventDrivenIntegrator {
    /// Archives the tables of what can happen, whose order decides on which event is drawn, and the stream of random
    /// numbers.
    public func archiveState(of model: CompartmentModel<State>, in archive: StateArchive) throws(CheckpointError) {
        var exists = process != nil
        try archive.flag(&exists)
        guard exists else { return }
        // Of tables of an earlier graph, or of other rates, only the random numbers go on.
        var isBehind = process?.revision != model.network.revision
        try archive.flag(&isBehind)
        var random = process?.random ?? random
        if isBehind { try random.archive(in: archive) }
        var process = process ?? makeProcess(of: model, random)
        if archive.isReading { process = makeProcess(of: model, random) }
        try archive.count(&process.eventCount)
        if !isBehind { try process.archive(in: archive) }
        try archive.flag(&isCurrent)
        if isBehind { isCurrent = false }
        self.process = process
        if archive.isReading { movedModel = model }
    }
}

extension ContactProcess {
    /// Archives what can happen, what has been drawn ahead, and how far the rows of the graph have been sorted.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try random.archive(in: archive)
        try archive.value(&nextTime)
        try archive.value(&drawIndex)
        try archive.value(&drawRevision)
        let draws = UnsafeMutableBufferPointer(start: self.draws.pointer, count: Self.drawCount)
        try archive.memory(UnsafeMutableRawBufferPointer(draws))
        try groups.archive(in: archive, vertexCount: graph.vertexCount)
        for vertex in 0..<graph.vertexCount { try archiveRow(of: vertex, in: archive) }
    }

    private func archiveRow(of vertex: Int, in archive: StateArchive) throws(CheckpointError) {
        let row = graph.outgoing.range(of: vertex)
        var liveCount = groups[Int32(vertex)].liveCount
        try archive.value(&liveCount)
        guard Int(liveCount) <= row.count else {
            throw .damaged(reason: "vertex \(vertex) has \(liveCount) neighbours, but \(row.count) edges")
        }
        groups[Int32(vertex)] = record(of: vertex, liveCount: liveCount)
        let targets = UnsafeMutableBufferPointer(start: neighbours.pointer + row.lowerBound, count: row.count)
        try archive.memory(UnsafeMutableRawBufferPointer(targets))
        guard targets.allSatisfy({ (0..<graph.vertexCount).contains(Int($0)) }) else {
            throw .damaged(reason: "vertex \(vertex) has a neighbour that there is not")
        }
        guard let weights else { return }
        try archive.memory(
            UnsafeMutableRawBufferPointer(
                UnsafeMutableBufferPointer(start: weights.pointer + row.lowerBound, count: row.count)))
    }
}

extension OutbreakProcess {
    /// Archives the events that are known, in their order; all else follows from them.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try words.archive(in: archive)
        var events = queue.events.filter { willHappen($0) }
        try archive.elements(
            &events, makeElement: { ScheduledEvent(time: 0, vertex: 0, isContact: false) }
        ) { (event) throws(CheckpointError) in
            try archive.value(&event.time)
            try archive.value(&event.vertex)
            try archive.flag(&event.isContact)
        }
        guard archive.isReading else { return }
        for event in events where !(0..<vertexCount).contains(Int(event.vertex)) {
            throw .damaged(reason: "there is no vertex \(event.vertex) to which something could happen")
        }
        take(events)
    }
}

extension RateGroups {
    /// Archives the members of all groups in their order, and the numbers of their seats.
    mutating func archive(in archive: StateArchive, vertexCount: Int) throws(CheckpointError) {
        try archive.expect(groupCount, "the number of groups of rates")
        if archive.isReading { memory.forgetPlaces() }
        try archive.value(&total)
        try archive.value(&revision)
        for number in 0..<groupCount {
            var members = Array(UnsafeBufferPointer(start: groups[number].members, count: groups[number].count))
            try archive.values(&members)
            try archive.count(&groups[number].seatCount)
            try archive.value(&totals[number])
            guard archive.isReading else { continue }
            try seat(members, inGroup: number, vertexCount: vertexCount)
        }
        // Sums of totals are formed anew.
        if archive.isReading { endsRevision = revision &- 1 }
    }

    private func seat(_ members: [Int32], inGroup number: Int, vertexCount: Int) throws(CheckpointError) {
        groups[number].count = 0
        for (position, vertex) in members.enumerated() {
            guard (0..<vertexCount).contains(Int(vertex)) else {
                throw .damaged(reason: "there is no vertex \(vertex) that could act")
            }
            if groups[number].count == groups[number].capacity { Self.grow(groups + number) }
            groups[number].members[position] = vertex
            groups[number].count += 1
            records[Int(vertex)].place = Place(group: UInt32(number), position: UInt32(position))
        }
    }
}

extension NamedCompartment: ArchivableValue {
    /// Archives the name.
    public mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var name = rawValue
        try archive.text(&name)
        self = NamedCompartment(rawValue: name)
    }
}
