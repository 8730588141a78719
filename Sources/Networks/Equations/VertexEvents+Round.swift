import SimulationEngine

/// The deeds of events that happen at the same time, as their formulas say in the state before.
struct EventRound {
    var changes: [(variable: Int, occasion: VertexEvents.Occasion, value: Double)] = []
    var rests: [(occasion: VertexEvents.Occasion, duration: Double)] = []

    /// What is sent, in the order of the events and of their vertices.
    var sendings: [EventSending] = []

    /// What edges are sent at once, and messages with their delays in the place of times.
    var amounts: [Double] = []
    var messages: [EventMessage] = []

    /// The vertices of the same event.
    var vertices: [Int32] = []

    /// The first number of an edge that would not be finite.
    var refusal: VertexEvents.EdgeRefusal?

    mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        rests.removeAll(keepingCapacity: true)
        messages.removeAll(keepingCapacity: true)
        sendings.removeAll(keepingCapacity: true)
        amounts.removeAll(keepingCapacity: true)
        refusal = nil
    }
}

extension VertexEvents {
    /// Makes the events that have been found.
    ///
    /// - Complexity: O(k) for k vertices and the edges that lead from them.
    func makeRound(_ work: EquationWork) throws(VertexEventError) {
        let time = work.time
        noteCauses(at: time)
        round.removeAll()
        withWork(at: time, knowing: work) { work in
            forEachEvent { event, vertices in
                compute(event, of: vertices, work)
                computeMessages(of: event, from: vertices, work)
                eventCount += vertices.count
            }
            changeEdges(work)
        }
        if let refusal = round.refusal { throw refusal.error(at: time, system) }
        if areAnyRandom {
            for occasion in found where events[Int(occasion.event)].isRandom {
                events[Int(occasion.event)].counts[Int(occasion.vertex)] &+= 1
            }
        }
        for change in round.changes {
            let (event, vertex) = (Int(change.occasion.event), Int(change.occasion.vertex))
            try set(change.variable, of: vertex, to: change.value, by: event, at: time)
        }
        for rest in round.rests { try begin(rest.occasion, restingFor: rest.duration, at: time) }
        withWork(at: time, knowing: work) { noteWhichHold($0) }
        try deliver(at: time)
    }

    /// Calls a closure for each event that happens, with its vertices.
    func forEachEvent(_ body: (Int, UnsafeBufferPointer<Int32>) -> Void) {
        var first = 0
        while first < found.count {
            let event = found[first].event
            let end = found[first...].firstIndex { $0.event != event } ?? found.count
            round.vertices.removeAll(keepingCapacity: true)
            for index in first..<end { round.vertices.append(found[index].vertex) }
            let vertices = round.vertices
            vertices.withUnsafeBufferPointer { body(Int(event), $0) }
            first = end
        }
    }

    private func compute(_ event: Int, of vertices: UnsafeBufferPointer<Int32>, _ work: EquationWork) {
        let deed = events[event]
        let (changed, rests) = (deed.programs.changed, deed.programs.rests)
        guard !changed.isEmpty || rests else { return }
        let results = deed.changes.vertices
        deed.changes.run(vertices, work) { vertices in
            draws?.draw(for: vertices, to: results) { drawn(Occasion(event: Int32(event), vertex: $0)) }
        } _: { first, count in
            for row in 0..<count {
                let occasion = Occasion(event: Int32(event), vertex: vertices[first + row])
                for (result, variable) in changed.enumerated() {
                    round.changes.append((variable, occasion, results.result(result)[row]))
                }
                if rests { round.rests.append((occasion, results.result(changed.count)[row])) }
            }
        }
    }

    /// By what the numbers of an event that draws some are keyed.
    func drawn(_ occasion: Occasion) -> UInt64 {
        let event = Int(occasion.event)
        guard events[event].isRandom else { return 0 }
        return EventDraws.occasion(ofEvent: event, after: events[event].counts[Int(occasion.vertex)])
    }

    func set(
        _ variable: Int, of vertex: Int, to value: Double, by event: Int?, at time: Double
    ) throws(VertexEventError) {
        guard value.isFinite else {
            let name = system.equations.variables[variable].name
            throw .notFinite(variable: name, vertex: vertex, value: value, time: time, event: event)
        }
        system.state.elements[variable * system.state.rowCount + vertex] = value
        if isTouching(variable) { touched.insert(vertex) }
    }

    private func begin(
        _ occasion: Occasion, restingFor duration: Double, at time: Double
    ) throws(VertexEventError) {
        let vertex = Int(occasion.vertex)
        try check(duration, .refractory, of: vertex, at: time)
        guard time + duration > time else { return }
        rests.set(place(of: Int(occasion.event), vertex), time + duration)
        noteRests(of: vertex)
        touched.insert(vertex)
    }

    func check(
        _ value: Double, _ duration: VertexEventError.Duration, of vertex: Int, at time: Double
    ) throws(VertexEventError) {
        guard value >= 0, value.isFinite else {
            throw .invalidDuration(duration, vertex: vertex, value: value, time: time)
        }
    }

    /// Takes note of whose conditions hold on after their variables have been set: they do not happen again by that.
    private func noteWhichHold(_ work: EquationWork) {
        forEachEvent { event, vertices in
            let event = events[event]
            event.condition.run(vertices, work) { first, count in
                let holds = event.condition.vertices.result(0)
                for row in 0..<count { event.past.set(Int(vertices[first + row]), holds[row] == 1) }
            }
        }
    }
}
