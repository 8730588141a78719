import SimulationEngine

extension CompartmentModel: Resumable {
    /// Archives the compartments of the vertices, and the graph.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try compartments.archiveState(in: archive, compartmentCount: cases.count)
        guard compartments.vertexCount == graph.vertexCount else {
            throw .damaged(reason: "\(graph.vertexCount) vertices are in \(compartments.vertexCount) compartments")
        }
        if archive.isReading { try checkCounts() }
    }

    private func checkCounts() throws(CheckpointError) {
        var counts = [Int](repeating: 0, count: cases.count)
        for vertex in 0..<graph.vertexCount where network.population.contains(vertex) {
            counts[Int(compartments.numbers[vertex])] += 1
        }
        for (number, count) in counts.enumerated() where compartments.counts[number] != count {
            throw .damaged(
                reason: "\(count) vertices are in a compartment that has \(compartments.counts[number])")
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
        try archive.expect(isAligned ? 1 : 0, "whether random numbers belong to vertices and edges")
        var exists = process != nil
        try archive.flag(&exists)
        guard exists else { return }
        // Of tables of an earlier graph, or of other rates, only the random numbers go on.
        var isBehind = process?.revision != model.network.revision
        try archive.flag(&isBehind)
        var random = process?.random ?? random
        try random.archive(in: archive)
        let compartmentCount = model.transitions.compartments.count
        try sojourns.archive(in: archive, vertexCount: model.nodeCount, compartmentCount: compartmentCount)
        try clocks.archive(in: archive, compartmentCount: compartmentCount)
        var process = process ?? makeProcess(of: model, random)
        if archive.isReading { process = makeProcess(of: model, random) }
        try archive.count(&process.eventCount)
        if !isBehind { try process.archive(in: archive) }
        try archive.flag(&isCurrent)
        if isBehind { isCurrent = false }
        // Where the states were changed, all is looked at anew before the next event.
        if archive.isReading, isCurrent { try process.checkRates() }
        // Exponential waiting times may be drawn anew at any time.
        if archive.foundOtherLuck, process is ContactProcess { isCurrent = false }
        self.process = process
        guard archive.isReading else { return }
        movedModel = model
        notePace(of: model)
    }
}

extension ContactProcess {
    /// Archives what can happen, what has been drawn ahead, and how far the rows of the graph have been sorted.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&nextTime)
        try archive.count(&drawIndex)
        try archive.value(&drawRevision)
        let draws = UnsafeMutableBufferPointer(start: self.draws.pointer, count: Self.drawCount)
        for index in draws.indices { try draws[index].archive(in: archive) }
        try groups.archive(in: archive, vertexCount: graph.vertexCount)
        for vertex in 0..<graph.vertexCount { try archiveRow(of: vertex, in: archive) }
        if archive.isReading { try checkDraws(draws) }
    }

    private func checkDraws(_ draws: UnsafeMutableBufferPointer<Draw>) throws(CheckpointError) {
        guard nextTime == .infinity || groups.total > 0 && drawIndex < Self.drawCount else {
            throw .damaged(reason: "an event is to come, but nothing can happen")
        }
        let areGood = draws.allSatisfy {
            $0.waiting >= 0 && $0.waiting.isFinite && $0.action >= 0 && $0.action < 1
                && (0..<groups.groupCount).contains(Int($0.seat.group)) && $0.seat.index >= 0
        }
        guard areGood else { throw .damaged(reason: "something was drawn that cannot be drawn") }
    }

    func checkRates() throws(CheckpointError) {
        for vertex in 0..<graph.vertexCount where !isInItsGroup(vertex) {
            throw .damaged(reason: "vertex \(vertex) acts at another rate than its own")
        }
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
        guard targets.sorted() == graph.outgoing.vertices[row].sorted() else {
            throw .damaged(reason: "vertex \(vertex) has other neighbours than in the graph")
        }
        guard let weights, let known = graph.outgoing.weights else { return }
        let read = UnsafeMutableBufferPointer(start: weights.pointer + row.lowerBound, count: row.count)
        try archive.memory(UnsafeMutableRawBufferPointer(read))
        guard read.allSatisfy(\.isFinite), read.sorted() == known[row].sorted() else {
            throw .damaged(reason: "the edges of vertex \(vertex) have other weights than in the graph")
        }
    }
}

extension ContactProcess.Draw {
    /// Archives each number by itself: what lies between them in memory is anything.
    fileprivate mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&waiting)
        try archive.value(&vertex)
        try archive.value(&action)
        try archive.value(&seat)
        try archive.value(&likelyVertex)
        try archive.flag(&meansNeighbour)
        try archive.value(&likelySlot)
    }
}

extension OutbreakProcess {
    /// Archives the events that are known, in their order; all else follows from them.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var events = queue.events.filter { willHappen($0) }
        try archive.elements(
            &events, makeElement: { ScheduledEvent(time: 0, vertex: 0, source: -1) }
        ) { (event) throws(CheckpointError) in
            try archive.value(&event.time)
            try archive.value(&event.vertex)
            try archive.value(&event.source)
        }
        guard archive.isReading else { return }
        for event in events where !(0..<vertexCount).contains(Int(event.vertex)) {
            throw .damaged(reason: "there is no vertex \(event.vertex) to which something could happen")
        }
        for event in events where !(-1..<vertexCount).contains(Int(event.source)) {
            throw .damaged(reason: "there is no vertex \(event.source) by which something could happen")
        }
        for event in events where !(event.time >= 0 && event.time.isFinite) {
            throw .damaged(reason: "something happens at time \(event.time)")
        }
        take(events)
    }

    func checkRates() throws(CheckpointError) {
        guard areStaysKnown else {
            throw .damaged(reason: "a vertex is elsewhere than it has been since it last moved")
        }
    }
}

extension CompositionRejection {
    /// Archives the members of all groups in their order, and the numbers of their seats.
    mutating func archive(in archive: StateArchive, vertexCount: Int) throws(CheckpointError) {
        try archive.expect(groupCount, "the number of groups of rates")
        if archive.isReading { memory.forgetPlaces() }
        try archive.value(&total)
        try archive.value(&revision)
        for number in 0..<groupCount {
            var members = Array(UnsafeBufferPointer(start: groups[number].members, count: groups[number].count))
            try archive.values(&members)
            // Some more seats than members are there, so that not each member that comes or goes changes them.
            try archive.count(&groups[number].seatCount, atMost: 2 * members.count + 16)
            try archive.value(&totals[number])
            guard archive.isReading else { continue }
            try seat(members, inGroup: number, vertexCount: vertexCount)
        }
        guard archive.isReading else { return }
        try checkTotals()
        // Sums of totals are formed anew.
        endsRevision = revision &- 1
    }

    private func checkTotals() throws(CheckpointError) {
        var sum: UInt64 = 0
        for number in 0..<groupCount {
            let group = groups[number]
            guard group.count > 0 ? group.seatCount >= group.count : group.seatCount == 0,
                totals[number] == UInt64(group.seatCount) &* group.weight
            else {
                throw .damaged(reason: "the \(group.count) vertices of a group of rates have \(group.seatCount) seats")
            }
            sum &+= totals[number]
        }
        guard sum == total else { throw .damaged(reason: "the sum of all rates is not the total") }
    }

    private func seat(_ members: [Int32], inGroup number: Int, vertexCount: Int) throws(CheckpointError) {
        groups[number].count = 0
        for (position, vertex) in members.enumerated() {
            guard (0..<vertexCount).contains(Int(vertex)) else {
                throw .damaged(reason: "there is no vertex \(vertex) that could act")
            }
            guard records[Int(vertex)].place.group == Self.none else {
                throw .damaged(reason: "vertex \(vertex) stands twice among those that act")
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
