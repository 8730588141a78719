import CKernels
import SimulationEngine

/// The deeds of events that happen at the same time, as their formulas say in the state before.
struct EventRound {
    var changes: [(variable: Int, occasion: VertexEvents.Occasion, value: Double)] = []
    var rests: [(occasion: VertexEvents.Occasion, duration: Double)] = []

    /// Messages with their delays in the place of times.
    var messages: [EventMessage] = []

    /// Events of which all edges are sent the same amounts at once, but for their weights, and these amounts: one for each receiver.
    var broadcasts: [(number: Int, occasion: VertexEvents.Occasion)] = []
    var amounts: [Double] = []

    /// The vertices of the same event.
    var vertices: [Int32] = []

    /// The first number of an edge that would not be finite.
    var refusal: VertexEvents.EdgeRefusal?

    mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        rests.removeAll(keepingCapacity: true)
        messages.removeAll(keepingCapacity: true)
        broadcasts.removeAll(keepingCapacity: true)
        amounts.removeAll(keepingCapacity: true)
        refusal = nil
    }
}

extension VertexEvents {
    /// Makes the events that have been found.
    ///
    /// - Complexity: O(k) for k vertices and the edges that lead from them.
    func makeRound(at time: Double) throws(VertexEventError) {
        noteCauses(at: time)
        round.removeAll()
        withWork(at: time) { work in
            let areBroadcasts = events.allSatisfy { $0.broadcasts(work.parameters) }
            forEachEvent { event, vertices in
                compute(event, of: vertices, work)
                for vertex in vertices {
                    let occasion = Occasion(event: Int32(event), vertex: vertex)
                    if areBroadcasts {
                        computeAmounts(of: occasion, work)
                    } else {
                        computeMessages(of: occasion, work)
                    }
                    eventCount += 1
                }
            }
            changeEdges(work)
        }
        if let refusal = round.refusal { throw refusal.error(at: time, system) }
        for occasion in found where events[Int(occasion.event)].isRandom {
            events[Int(occasion.event)].counts[Int(occasion.vertex)] &+= 1
        }
        for change in round.changes {
            let (event, vertex) = (Int(change.occasion.event), Int(change.occasion.vertex))
            try set(change.variable, of: vertex, to: change.value, by: event, at: time)
        }
        for rest in round.rests { try begin(rest.occasion, restingFor: rest.duration, at: time) }
        noteWhichHold(at: time)
        for message in round.messages { try send(message, at: time) }
        var first = 0
        for (number, occasion) in round.broadcasts {
            try deliver(from: first, of: number, occasion, at: time)
            first += events[Int(occasion.event)].programs.receivers.count
        }
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
        let programs = events[event].programs
        guard programs.changes.resultCount > 0 else { return }
        let results = events[event].changes.vertices
        events[event].changes.run(vertices, work) { vertices in
            draws?.draw(for: vertices, to: results) { drawn(Occasion(event: Int32(event), vertex: $0)) }
        } _: { first, count in
            for row in 0..<count {
                let occasion = Occasion(event: Int32(event), vertex: vertices[first + row])
                for (result, variable) in programs.changed.enumerated() {
                    round.changes.append((variable, occasion, results.result(result)[row]))
                }
                guard programs.rests else { continue }
                round.rests.append((occasion, results.result(programs.changed.count)[row]))
            }
        }
    }

    /// By what the numbers of an event that draws some are keyed.
    func drawn(_ occasion: Occasion) -> UInt64 {
        let event = Int(occasion.event)
        guard events[event].isRandom else { return 0 }
        return EventDraws.occasion(ofEvent: event, after: events[event].counts[Int(occasion.vertex)])
    }

    private func set(
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

    private func check(
        _ value: Double, _ duration: VertexEventError.Duration, of vertex: Int, at time: Double
    ) throws(VertexEventError) {
        guard value >= 0, value.isFinite else {
            throw .invalidDuration(duration, vertex: vertex, value: value, time: time)
        }
    }

    /// Takes note of whose conditions hold on after their variables have been set: they do not happen again by that.
    private func noteWhichHold(at time: Double) {
        withWork(at: time) { work in
            forEachEvent { event, vertices in
                let event = events[event]
                event.condition.run(vertices, work) { first, count in
                    let holds = event.condition.vertices.result(0)
                    for row in 0..<count { event.isPast[Int(vertices[first + row])] = holds[row] == 1 }
                }
            }
        }
    }
}

// MARK: - Messages

extension VertexEvents {
    private func computeMessages(of occasion: Occasion, _ work: EquationWork) {
        let (event, vertex) = (events[Int(occasion.event)], occasion.vertex)
        guard let messages = event.messages else { return }
        let ends = event.condition
        let rows = system.network.graph.outgoing
        messages.setTime(to: work.time)
        work.parameters.giveShared(to: messages, system.fields)
        var order: Int32 = 0
        for block in rows.range(of: Int(vertex)).blocks {
            for (edge, entry) in block.enumerated() {
                ends.targets.pointer[edge] = rows.vertices[entry]
                ends.sources.pointer[edge] = vertex
                ends.weights.pointer[edge] = rows.weights?[entry] ?? 1
                if let columns = work.edges { ends.places.pointer[edge] = columns.place(ofOutgoing: entry) }
            }
            ends.gather(block.count, to: messages, 0, work)
            draws?.draw(
                from: ends.sources.pointer, to: ends.targets.pointer, count: block.count, for: messages,
                occasion: drawn(occasion))
            messages.run(count: block.count)
            keep(messages, of: event, from: vertex, count: block.count, &order)
        }
    }

    /// Keeps the messages of edges that have been computed. What adds 0 at once is none.
    private func keep(
        _ messages: ExpressionWorkspace, of event: Event, from vertex: Int32, count: Int, _ order: inout Int32
    ) {
        let (ends, receivers, takesTime) = (event.condition, event.programs.receivers, event.programs.takesTime)
        for edge in 0..<count {
            let delay = takesTime ? messages.result(receivers.count)[edge] : 0
            for index in receivers.indices {
                let weight = receivers[index].isWeighted ? ends.weights.pointer[edge] : 1
                let amount = weight * messages.result(index)[edge]
                guard amount != 0 || takesTime else { continue }
                round.messages.append(
                    EventMessage(
                        time: delay, amount: amount, event: eventCount, order: order, source: vertex,
                        vertex: ends.targets.pointer[edge], variable: Int32(receivers[index].variable)))
                order &+= 1
            }
        }
    }

    /// Computes once what all edges are sent.
    private func computeAmounts(of occasion: Occasion, _ work: EquationWork) {
        let event = events[Int(occasion.event)]
        guard let messages = event.messages else { return }
        messages.setTime(to: work.time)
        work.parameters.giveShared(to: messages, system.fields)
        event.condition.sources.pointer[0] = occasion.vertex
        event.condition.targets.pointer[0] = occasion.vertex
        event.condition.gather(1, to: messages, 0, work)
        draws?.draw(
            from: event.condition.sources.pointer, to: event.condition.targets.pointer, count: 1, for: messages,
            occasion: drawn(occasion))
        messages.run(count: 1)
        round.broadcasts.append((eventCount, occasion))
        for index in event.programs.receivers.indices { round.amounts.append(messages.result(index)[0]) }
    }

    /// Delivers the amounts of an event, the first of which is at a place, along all edges. What adds 0 is no message.
    private func deliver(
        from first: Int, of number: Int, _ occasion: Occasion, at time: Double
    ) throws(VertexEventError) {
        let receivers = events[Int(occasion.event)].programs.receivers
        let rows = system.network.graph.outgoing
        if let index = loneReceiver(receivers, from: first) {
            let amount = round.amounts[first + index]
            return try add(amount, to: receivers[index], along: rows, from: Int(occasion.vertex), at: time)
        }
        let (vertices, weights) = (rows.vertices, rows.weights)
        var order: Int32 = 0
        for entry in rows.range(of: Int(occasion.vertex)) {
            for index in receivers.indices {
                let weight = receivers[index].isWeighted ? weights?[entry] ?? 1 : 1
                let amount = weight * round.amounts[first + index]
                guard amount != 0 else { continue }
                try deliver(
                    EventMessage(
                        time: time, amount: amount, event: number, order: order, source: occasion.vertex,
                        vertex: vertices[entry], variable: Int32(receivers[index].variable)),
                    at: time)
                order &+= 1
            }
        }
    }

    /// The only receiver of which the amount is not 0, if it never rests and nobody wants to know what it is sent.
    private func loneReceiver(_ receivers: [EventPrograms.Receiver], from first: Int) -> Int? {
        guard causes == nil else { return nil }
        var lone: Int?
        for index in receivers.indices where round.amounts[first + index] != 0 {
            let mayRest = restingVariables & 1 << UInt64(receivers[index].variable) != 0
            guard lone == nil, !mayRest || system.rests.isEmpty else { return nil }
            lone = index
        }
        return lone
    }

    /// Adds an amount to a variable at the ends of all edges from a vertex, which are there as long as the edges are.
    private func add(
        _ amount: Double, to receiver: EventPrograms.Receiver, along rows: AdjacencyRows, from vertex: Int,
        at time: Double
    ) throws(VertexEventError) {
        let edges = rows.range(of: vertex)
        var (added, refused) = (edges.count, 0.0)
        rows.withPointers { rows in
            guard let ends = rows.vertices.baseAddress, let state = system.state.elements.baseAddress else { return }
            let (weights, first) = (receiver.isWeighted ? rows.weights?.baseAddress : nil, edges.lowerBound)
            added = Int(
                nk_add_along(
                    ends + first, weights.map { $0 + first }, Int64(edges.count), amount,
                    state + receiver.variable * system.state.rowCount, &refused))
            guard isTouching(receiver.variable) else { return }
            for edge in edges where (weights.map { $0[edge] } ?? 1) * amount != 0 { touched.insert(Int(ends[edge])) }
        }
        guard added < edges.count else { return }
        let end = Int(rows.vertices[edges.lowerBound + added])
        try set(receiver.variable, of: end, to: refused, by: nil, at: time)
    }

    private func send(_ message: EventMessage, at time: Double) throws(VertexEventError) {
        try check(message.time, .delay, of: Int(message.source), at: time)
        var due = message
        due.time += time
        if due.time > time { messages.send(due) } else { try deliver(due, at: time) }
    }

    @inline(__always)
    func deliver(_ message: EventMessage, at time: Double) throws(VertexEventError) {
        let (variable, vertex) = (Int(message.variable), Int(message.vertex))
        guard population.contains(vertex), !system.rests.contains(variable, of: vertex) else { return }
        let known = system.state.elements[variable * system.state.rowCount + vertex]
        causes?.noteDelivery(of: message, to: known)
        try set(variable, of: vertex, to: known + message.amount, by: nil, at: time)
    }
}
