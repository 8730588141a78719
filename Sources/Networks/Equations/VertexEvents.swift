import SimulationEngine

/// Makes the events of equations on a graph, in the order that ``VertexEvent`` tells.
final class VertexEvents {
    /// How often events at the same time may bring about others.
    private static let mostRounds = 10_000

    private let system: EquationSystem
    private let events: [Event]

    /// True if a formula of vertices uses what edges give.
    private let usesEdges: Bool
    private let comparisons: [EquationWorkspace]

    /// Of each vertex and event, one vertex after the other, whether the event has happened, or the condition held, and the condition
    /// has held since.
    private var isPast: [Bool] = []

    /// Of the same, when the rest after the event ends.
    private var rests = DueTimes(count: 0)

    private var messages = EventMessages()

    /// The events that happen next. The memory is used again.
    private var found: [Occasion] = []

    /// An event, with memory for its programs.
    private struct Event {
        let programs: EventPrograms
        let condition: EquationWorkspace
        let changes: EquationWorkspace
        let messages: ExpressionWorkspace?
    }

    /// An event of a vertex.
    private struct Occasion {
        let event: Int
        let vertex: Int
    }

    /// Creates the events of a system of equations; `nil` if it has none.
    init?(of system: EquationSystem) {
        let (programs, fields) = (system.equations.programs, system.fields)
        guard !programs.events.isEmpty else { return nil }
        self.system = system
        let usesEdges = programs.events.contains { $0.usesEdges(fields) }
        self.usesEdges = usesEdges
        let known = usesEdges ? programs : EquationPrograms()
        events = programs.events.map { event in
            Event(
                programs: event, condition: EquationWorkspace(event.condition, known, fields),
                changes: EquationWorkspace(event.changes, known, fields),
                messages: event.messages.map(ExpressionWorkspace.init))
        }
        comparisons = programs.events.flatMap(\.comparisons).map { EquationWorkspace($0, known, fields) }
        followVertices()
    }

    /// Makes room for vertices that have come.
    private func followVertices() {
        let count = system.network.graph.vertexCount
        guard isPast.count != count * events.count else { return }
        isPast += repeatElement(false, count: count * events.count - isPast.count)
        rests.grow(to: isPast.count)
        system.rests.setVertexCount(to: count)
    }

    private func place(of event: Int, _ vertex: Int) -> Int { vertex * events.count + event }

    private func withWork(at time: Double, _ use: (EquationWork) -> Void) {
        guard let state = system.state.elements.baseAddress else { return }
        system.withWork(at: time, of: state, needsSources: usesEdges, use)
    }
}

// MARK: - What happens

extension VertexEvents: StateEvents {
    var comparisonCount: Int { comparisons.count }

    var dueTime: Double { min(rests.first?.time ?? .infinity, messages.nextTime) }

    func copyComparison(
        _ index: Int, of nodes: UnsafeBufferPointer<Int>, at time: Double,
        into numbers: UnsafeMutableBufferPointer<Double>
    ) {
        guard let target = numbers.baseAddress else { return }
        withWork(at: time) { work in
            var position = 0
            while position < nodes.count {
                let first = nodes[position]
                var count = 1
                while count < ExpressionWorkspace.blockSize, position + count < nodes.count,
                    nodes[position + count] == first + count
                { count += 1 }
                comparisons[index].run(first..<first + count, work)
                (target + position).update(from: comparisons[index].vertices.result(0), count: count)
                position += count
            }
        }
    }

    func isDue(at time: Double) -> Bool {
        guard dueTime > time else { return true }
        find(at: time)
        return !found.isEmpty
    }

    /// Finds the events whose conditions have come to hold, and notes of which that is no more so.
    private func find(at time: Double) {
        followVertices()
        found.removeAll(keepingCapacity: true)
        let population = system.network.population
        withWork(at: time) { work in
            for event in events.indices {
                for block in (0..<work.rowCount).blocks {
                    events[event].condition.run(block, work)
                    let holds = events[event].condition.vertices.result(0)
                    for vertex in block {
                        let place = place(of: event, vertex)
                        if holds[vertex - block.lowerBound] != 1 || rests.time(of: place) < .infinity {
                            isPast[place] = false
                        } else if !isPast[place], population.contains(vertex) {
                            found.append(Occasion(event: event, vertex: vertex))
                        }
                    }
                }
            }
        }
    }

    func occur(at time: Double) throws {
        followVertices()
        while let rest = rests.first, rest.time <= time { endRest(rest.vertex) }
        while let message = messages.take(until: time) { try deliver(message, at: time) }
        for _ in 0..<Self.mostRounds {
            find(at: time)
            guard !found.isEmpty else { return }
            try makeRound(at: time)
        }
        throw VertexEventError.endless(event: found[0].event, vertex: found[0].vertex, time: time)
    }

    private func endRest(_ place: Int) {
        rests.set(place, .infinity)
        noteRests(of: place / events.count)
    }

    /// Takes note of which variables of a vertex rest.
    private func noteRests(of vertex: Int) {
        let resting = events.indices.filter { rests.time(of: place(of: $0, vertex)) < .infinity }
        system.rests.set(resting.flatMap { events[$0].programs.held }, of: vertex)
    }

    private func deliver(_ message: EventMessage, at time: Double) throws(VertexEventError) {
        let (variable, vertex) = (Int(message.variable), Int(message.vertex))
        guard system.network.population.contains(vertex), !system.rests.contains(variable, of: vertex) else { return }
        try set(variable, of: vertex, to: system.state[variable, vertex] + message.amount, at: time)
    }

    private func set(
        _ variable: Int, of vertex: Int, to value: Double, at time: Double
    ) throws(VertexEventError) {
        guard value.isFinite else {
            let name = system.equations.variables[variable].name
            throw .notFinite(variable: name, vertex: vertex, value: value, time: time)
        }
        system.state[variable, vertex] = value
    }
}

// MARK: - A round of events at the same time

extension VertexEvents {
    /// The deeds of events, as their formulas say in the state before.
    private struct Round {
        var changes: [(variable: Int, vertex: Int, value: Double)] = []
        var rests: [(occasion: Occasion, duration: Double)] = []

        /// Messages with their delays in the place of times.
        var messages: [(message: EventMessage, source: Int)] = []
    }

    private func makeRound(at time: Double) throws(VertexEventError) {
        var round = Round()
        withWork(at: time) { work in
            for occasion in found {
                compute(occasion, work, &round)
                computeMessages(of: occasion, work, &round)
            }
        }
        for change in round.changes {
            try set(change.variable, of: change.vertex, to: change.value, at: time)
        }
        for rest in round.rests { try begin(rest.occasion, restingFor: rest.duration, at: time) }
        noteWhichHold(at: time)
        for (message, source) in round.messages { try send(message, from: source, at: time) }
    }

    private func compute(_ occasion: Occasion, _ work: EquationWork, _ round: inout Round) {
        let (event, vertex) = (events[occasion.event], occasion.vertex)
        guard event.programs.changes.resultCount > 0 else { return }
        event.changes.run(vertex..<vertex + 1, work)
        let results = event.changes.vertices
        for (result, variable) in event.programs.changed.enumerated() {
            round.changes.append((variable, vertex, results.result(result)[0]))
        }
        guard event.programs.rests else { return }
        round.rests.append((occasion, results.result(event.programs.changed.count)[0]))
    }

    private func begin(
        _ occasion: Occasion, restingFor duration: Double, at time: Double
    ) throws(VertexEventError) {
        try check(duration, .refractory, of: occasion.vertex, at: time)
        guard time + duration > time else { return }
        rests.set(place(of: occasion.event, occasion.vertex), time + duration)
        noteRests(of: occasion.vertex)
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
            for occasion in found {
                let condition = events[occasion.event].condition
                condition.run(occasion.vertex..<occasion.vertex + 1, work)
                isPast[place(of: occasion.event, occasion.vertex)] = condition.vertices.result(0)[0] == 1
            }
        }
    }

    private func computeMessages(of occasion: Occasion, _ work: EquationWork, _ round: inout Round) {
        let (event, vertex) = (events[occasion.event], occasion.vertex)
        guard let messages = event.messages else { return }
        let (ends, receivers) = (event.condition, event.programs.receivers)
        let rows = system.network.graph.outgoing
        messages.setTime(to: work.time)
        work.parameters.giveShared(to: messages, system.fields)
        for block in rows.range(of: vertex).blocks {
            for (edge, entry) in block.enumerated() {
                ends.targets.pointer[edge] = rows.vertices[entry]
                ends.sources.pointer[edge] = Int32(vertex)
                ends.weights.pointer[edge] = rows.weights?[entry] ?? 1
            }
            ends.gather(block.count, to: messages, 0, work)
            messages.run(count: block.count)
            for edge in 0..<block.count {
                let delay = event.programs.takesTime ? messages.result(receivers.count)[edge] : 0
                for (result, receiver) in receivers.enumerated() {
                    let weight = receiver.isWeighted ? ends.weights.pointer[edge] : 1
                    let message = EventMessage(
                        time: delay, amount: weight * messages.result(result)[edge],
                        vertex: ends.targets.pointer[edge], variable: Int32(receiver.variable))
                    round.messages.append((message, vertex))
                }
            }
        }
    }

    private func send(_ message: EventMessage, from source: Int, at time: Double) throws(VertexEventError) {
        try check(message.time, .delay, of: source, at: time)
        let due = EventMessage(
            time: time + message.time, amount: message.amount, vertex: message.vertex, variable: message.variable)
        if due.time > time { messages.send(due) } else { try deliver(due, at: time) }
    }
}

// MARK: - Checkpoints

extension VertexEvents: Resumable {
    /// Archives which conditions hold, which vertices rest until when, and the messages that are on their way.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        followVertices()
        try isPast.withUnsafeMutableBufferPointer { (flags) throws(CheckpointError) in
            try archive.flags(flags, "the number of events of nodes")
        }
        var places = isPast.indices.filter { rests.time(of: $0) < .infinity }
        var times = places.map { rests.time(of: $0) }
        try archive.values(&places)
        try archive.values(&times)
        var sent = messages.inOrder
        try archive.values(&sent)
        guard archive.isReading else { return }
        guard places.count == times.count, places.allSatisfy(isPast.indices.contains), times.allSatisfy(\.isFinite),
            sent.allSatisfy(isPossible)
        else { throw .damaged(reason: "a node rests, or a message is on its way, that there is not") }
        for (place, time) in zip(places, times) {
            rests.set(place, time)
            noteRests(of: place / events.count)
        }
        for message in sent { messages.send(message) }
    }

    private func isPossible(_ message: EventMessage) -> Bool {
        message.time.isFinite && message.amount.isFinite && message.vertex >= 0
            && Int(message.vertex) < system.network.graph.vertexCount
            && system.equations.variables.indices.contains(Int(message.variable))
    }
}
