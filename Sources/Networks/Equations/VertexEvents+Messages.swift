import CKernels
import SimulationEngine

/// What an event of a vertex sends along its edges.
struct EventSending {
    enum Form {
        /// An amount for each receiver, the same along all edges but for their weights.
        case alike

        /// An amount for each receiver and edge: those of all edges, receiver after receiver.
        case ofEdges

        /// Messages that take their time.
        case onTheWay
    }

    let form: Form

    /// The amounts, or messages, of the round.
    let content: Range<Int>

    /// The number of the event among all that have happened.
    let number: Int
    let occasion: VertexEvents.Occasion
}

extension VertexEvents {
    /// Computes what an event sends.
    func compute(
        _ messages: ExpressionWorkspace, of occasion: Occasion, _ number: Int, as form: EventSending.Form,
        _ work: EquationWork
    ) {
        let event = events[Int(occasion.event)]
        let edges = system.network.graph.outgoing.range(of: Int(occasion.vertex))
        let first = form == .onTheWay ? round.messages.count : round.amounts.count
        switch form {
        case .alike:
            event.condition.targets.pointer[0] = occasion.vertex
            run(messages, of: occasion, count: 1, work)
            for index in event.programs.receivers.indices { round.amounts.append(messages.result(index)[0]) }
        case .ofEdges:
            round.amounts += repeatElement(0, count: event.programs.receivers.count * edges.count)
            forEachBlock(of: edges, of: event, work) { block in
                run(messages, of: occasion, count: block.count, work)
                keepAmounts(
                    messages, of: event, count: block.count, at: first + block.lowerBound - edges.lowerBound,
                    edges.count)
            }
        case .onTheWay:
            var order: Int32 = 0
            forEachBlock(of: edges, of: event, work) { block in
                run(messages, of: occasion, count: block.count, work)
                keepMessages(messages, of: event, number, from: occasion.vertex, count: block.count, &order)
            }
        }
        let end = form == .onTheWay ? round.messages.count : round.amounts.count
        round.sendings.append(EventSending(form: form, content: first..<end, number: number, occasion: occasion))
    }

    /// Runs the program of what is sent for edges of which the targets, weights and places are known.
    private func run(_ messages: ExpressionWorkspace, of occasion: Occasion, count: Int, _ work: EquationWork) {
        let ends = events[Int(occasion.event)].condition
        ends.sources.pointer.update(repeating: occasion.vertex, count: count)
        ends.gather(count, to: messages, 0, work)
        draws?.draw(
            from: ends.sources.pointer, to: ends.targets.pointer, count: count, for: messages, occasion: drawn(occasion)
        )
        messages.run(count: count)
    }

    /// Calls a closure for edges from a vertex, a block at a time, of which the targets, weights and places are set.
    private func forEachBlock(
        of edges: Range<Int>, of event: Event, _ work: EquationWork, _ body: (Range<Int>) -> Void
    ) {
        let ends = event.condition
        system.network.graph.outgoing.withPointers { rows in
            guard let vertices = rows.vertices.baseAddress else { return }
            for block in edges.blocks {
                ends.targets.pointer.update(from: vertices + block.lowerBound, count: block.count)
                if let weights = rows.weights?.baseAddress {
                    ends.weights.pointer.update(from: weights + block.lowerBound, count: block.count)
                } else {
                    ends.weights.pointer.update(repeating: 1, count: block.count)
                }
                if let columns = work.edges {
                    for (edge, entry) in block.enumerated() {
                        ends.places.pointer[edge] = columns.place(ofOutgoing: entry)
                    }
                }
                body(block)
            }
        }
    }

    /// Keeps the amounts of edges that have been computed, the first at a place of those of the first receiver.
    private func keepAmounts(
        _ messages: ExpressionWorkspace, of event: Event, count: Int, at place: Int, _ edgeCount: Int
    ) {
        let weights = event.condition.weights.pointer
        round.amounts.withUnsafeMutableBufferPointer { amounts in
            guard let amounts = amounts.baseAddress else { return }
            for (index, receiver) in event.programs.receivers.enumerated() {
                let (computed, kept) = (messages.result(index), amounts + place + index * edgeCount)
                if receiver.isWeighted {
                    for edge in 0..<count { kept[edge] = weights[edge] * computed[edge] }
                } else {
                    kept.update(from: computed, count: count)
                }
            }
        }
    }

    /// Keeps the messages of edges that have been computed.
    private func keepMessages(
        _ messages: ExpressionWorkspace, of event: Event, _ number: Int, from vertex: Int32, count: Int,
        _ order: inout Int32
    ) {
        let (ends, receivers) = (event.condition, event.programs.receivers)
        for edge in 0..<count {
            for index in receivers.indices {
                let weight = receivers[index].isWeighted ? ends.weights.pointer[edge] : 1
                round.messages.append(
                    EventMessage(
                        time: messages.result(receivers.count)[edge], amount: weight * messages.result(index)[edge],
                        event: number, order: order, source: vertex, vertex: ends.targets.pointer[edge],
                        variable: Int32(receivers[index].variable)))
                order &+= 1
            }
        }
    }

    /// Has what an event sends arrive, or sends it on its way.
    func deliver(_ sending: EventSending, at time: Double) throws(VertexEventError) {
        let receivers = events[Int(sending.occasion.event)].programs.receivers
        if sending.form == .onTheWay {
            try send(sending.content, at: time)
        } else if causes != nil {
            try deliverOneByOne(sending, receivers, at: time)
        } else {
            for index in receivers.indices { try add(sending, index, receivers[index], at: time) }
        }
    }

    /// Delivers what is sent at once to those of which somebody wants to know what they are sent. What adds 0 is no message.
    private func deliverOneByOne(
        _ sending: EventSending, _ receivers: [EventPrograms.Receiver], at time: Double
    ) throws(VertexEventError) {
        let rows = system.network.graph.outgoing
        let edges = rows.range(of: Int(sending.occasion.vertex))
        var order: Int32 = 0
        for (edge, entry) in edges.enumerated() {
            for index in receivers.indices {
                let amount =
                    sending.form == .ofEdges
                    ? round.amounts[sending.content.lowerBound + index * edges.count + edge]
                    : (receivers[index].isWeighted ? rows.weights?[entry] ?? 1 : 1)
                        * round.amounts[sending.content.lowerBound + index]
                guard amount != 0 else { continue }
                try deliver(
                    EventMessage(
                        time: time, amount: amount, event: sending.number, order: order,
                        source: sending.occasion.vertex, vertex: rows.vertices[entry],
                        variable: Int32(receivers[index].variable)),
                    at: time)
                order &+= 1
            }
        }
    }

    /// Adds what a receiver is sent at once at the ends of all edges, which are there as long as the edges are.
    private func add(
        _ sending: EventSending, _ index: Int, _ receiver: EventPrograms.Receiver, at time: Double
    ) throws(VertexEventError) {
        let edges = system.network.graph.outgoing.range(of: Int(sending.occasion.vertex))
        let first = sending.content.lowerBound
        let amount = sending.form == .alike ? round.amounts[first + index] : 1
        guard amount != 0 else { return }
        var (added, refused) = (edges.count, 0.0)
        system.network.graph.outgoing.withPointers { rows in
            round.amounts.withUnsafeBufferPointer { amounts in
                guard let ends = rows.vertices.baseAddress.map({ $0 + edges.lowerBound }),
                    let state = system.state.elements.baseAddress, let amounts = amounts.baseAddress
                else { return }
                let weights = receiver.isWeighted ? rows.weights?.baseAddress.map { $0 + edges.lowerBound } : nil
                let factors = sending.form == .alike ? weights : amounts + first + index * edges.count
                added = Int(
                    nk_add_along(
                        ends, factors, Int64(edges.count), amount, system.rests.bits(of: receiver.variable),
                        state + receiver.variable * system.state.rowCount, &refused))
                guard isTouching(receiver.variable) else { return }
                touchEnds(ends, factors, edges.count, amount, receiver.variable)
            }
        }
        guard added < edges.count else { return }
        let end = Int(system.network.graph.outgoing.vertices[edges.lowerBound + added])
        try set(receiver.variable, of: end, to: refused, by: nil, at: time)
    }

    /// Touches the ends of edges along which something other than 0 has been added to a variable.
    private func touchEnds(
        _ ends: UnsafePointer<Int32>, _ factors: UnsafePointer<Double>?, _ count: Int, _ amount: Double, _ variable: Int
    ) {
        for edge in 0..<count where (factors.map { $0[edge] } ?? 1) * amount != 0 {
            guard !system.rests.contains(variable, of: Int(ends[edge])) else { continue }
            touched.insert(Int(ends[edge]))
        }
    }

    /// Sends messages of the round on their way. Those that take no time arrive at once.
    private func send(_ range: Range<Int>, at time: Double) throws(VertexEventError) {
        for index in range {
            try check(round.messages[index].time, .delay, of: Int(round.messages[index].source), at: time)
            round.messages[index].time += time
            if round.messages[index].time <= time { try deliver(round.messages[index], at: time) }
        }
        messages.send(round.messages[range].lazy.filter { $0.time > time })
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
