import CKernels
import SimulationEngine

/// Makes the events of equations on a graph, in the order that ``VertexEvent`` tells.
final class VertexEvents {
    /// How often events at the same time may bring about others.
    static let mostRounds = 10_000

    let system: EquationSystem
    let population: Population
    let events: [Event]

    /// Draws what events call random; `nil` if they draw nothing.
    let draws: EventDraws?

    /// True if a formula of vertices uses what edges give.
    private let usesEdges: Bool

    /// A bit for each variable that a condition reads.
    private let comparedVariables: UInt64

    /// The variables, a bit for each, at whose change a vertex is touched.
    @exclusivity(unchecked)
    private var touchingVariables: UInt64 = 0
    let comparisons: [EquationWorkspace]

    /// What conditions of all vertices are looked at by.
    private let watches: [Watch]

    /// Computes rates of vertices that do not depend on others.
    let ownRates: ExpressionWorkspace

    /// Of each vertex and event, one vertex after the other, when the rest after the event ends.
    let rests = DueTimes(count: 0)

    @exclusivity(unchecked)
    var messages = EventMessages()

    /// The events that happen next, in their order. The memory of this and of what follows is used again.
    @exclusivity(unchecked)
    var found: [Occasion] = []

    /// The vertices of which variables were set that matter, or whose rest has begun or ended, since conditions were looked at.
    @exclusivity(unchecked)
    var touched = VertexSet(capacity: 0)

    /// The vertices whose variables were set, or rest no more, at a time at which only some are looked at.
    @exclusivity(unchecked)
    var jumped = VertexSet(capacity: 0)

    /// Those whose conditions are looked at, in their order.
    @exclusivity(unchecked)
    private(set) var examined: [Int32] = []

    @exclusivity(unchecked)
    var round = EventRound()

    /// How many events have happened.
    @exclusivity(unchecked)
    var eventCount = 0

    /// What brings events about, as long as somebody wants to know.
    @exclusivity(unchecked)
    var causes: EventCauses?

    /// An event, with memory for its programs.
    final class Event {
        let programs: EventPrograms
        let condition: EquationWorkspace
        let changes: EquationWorkspace
        let messages: ExpressionWorkspace?

        /// Its changes of edges, first of those that lead away.
        let edgeChanges: [EdgeChanges]

        /// A bit for each variable that rests after it.
        let held: UInt64

        /// False if what is sent along an edge depends on the edge itself or on variables of its end.
        private let mayBroadcast: Bool

        /// The parameters of the end of an edge on which it depends.
        private let receivingParameters: [Int]

        /// True if it draws numbers.
        let isRandom: Bool

        /// Of each vertex whether the event has happened, or the condition held, and the condition has held since.
        let past = VertexFlags()

        /// Of each vertex how often the event has happened to it, by which its numbers are drawn; nothing where none are.
        @exclusivity(unchecked)
        var counts: [UInt32] = []

        /// The number of what it is watched by, and whether that is all of the condition.
        let watch: Int
        let isWatchedWhole: Bool

        init(
            _ programs: EventPrograms, _ known: EquationPrograms, _ fields: EquationFields, draws: EventDrawFields?,
            watch: Int, isWatchedWhole: Bool
        ) {
            self.programs = programs
            (self.watch, self.isWatchedWhole) = (watch, isWatchedWhole)
            condition = EquationWorkspace(programs.condition, known, fields)
            changes = EquationWorkspace(programs.changes, known, fields)
            let messages = programs.messages.map(ExpressionWorkspace.init)
            self.messages = messages
            edgeChanges = [(programs.outgoing, false), (programs.incoming, true)].compactMap { changes, areIncoming in
                changes.map { EdgeChanges($0, areIncoming: areIncoming, fields) }
            }
            held = programs.held.reduce(0) { $0 | 1 << UInt64($1) }
            isRandom = draws?.areRead(by: programs) ?? false
            let receiving =
                (0..<fields.variableCount).map(fields.variable) + [fields.degree] + fields.ofEdge
                + (draws.map { [$0.ofEdge, $0.lasting] } ?? [])
            mayBroadcast =
                messages.map { sent in
                    !sent.readsNode && !receiving.contains(where: sent.reads)
                } ?? true
            receivingParameters = (0..<fields.parameterCount).filter { messages?.reads(fields.parameter($0)) ?? false }
        }

        /// How what it sends is computed and kept.
        func form(_ parameters: ParameterColumns) -> EventSending.Form {
            guard !programs.takesTime else { return .onTheWay }
            return mayBroadcast && receivingParameters.allSatisfy { parameters.column($0) == nil } ? .alike : .ofEdges
        }
    }

    /// Something that must hold for the conditions of some events to do so: where it does not, nothing else of these need be computed.
    private final class Watch {
        let part: EquationWorkspace

        /// A bit for each vertex: whether it holds.
        @exclusivity(unchecked)
        var holding = ScratchMemory<UInt64>(capacity: 0)

        /// True if it can be looked at for all vertices at once.
        let takesAll: Bool

        init(part: EquationWorkspace, hasDelays: Bool) {
            self.part = part
            takesAll = part.comparesColumns && !hasDelays
        }
    }

    /// An event of a vertex.
    struct Occasion: BitwiseCopyable {
        let event: Int32
        let vertex: Int32
    }

    /// Creates the events of a system of equations; `nil` if it has none.
    init?(of system: EquationSystem, drawing draws: EventDraws?) {
        let (programs, fields) = (system.equations.programs, system.fields)
        guard !programs.events.isEmpty else { return nil }
        self.draws = draws
        self.system = system
        population = system.network.population
        ownRates = ExpressionWorkspace(programs.rates)
        let usesEdges = programs.events.contains { $0.usesEdges(fields, foldCount: programs.folds.count) }
        self.usesEdges = usesEdges
        var known = usesEdges ? programs : EquationPrograms()
        known.delays = programs.delays
        // Of other vertices than those of a block, what edges give is computed for one at a time.
        var parts: [ExpressionProgram] = []
        events = programs.events.map { event in
            let part = usesEdges ? event.condition : event.watched
            let watch = parts.firstIndex(of: part) ?? parts.count
            if watch == parts.count { parts.append(part) }
            return Event(
                event, known, fields, draws: programs.drawFields, watch: watch, isWatchedWhole: part == event.condition)
        }
        watches = parts.map {
            Watch(part: EquationWorkspace($0, known, fields), hasDelays: system.delayed != nil)
        }
        comparisons = programs.events.flatMap(\.comparisons).map { EquationWorkspace($0, known, fields) }
        comparedVariables = programs.events.flatMap(\.condition.usedFields).filter { $0 < fields.variableCount }
            .reduce(0) { $0 | 1 << UInt64($1) }
        followVertices()
    }

    /// Makes room for vertices that have come.
    func followVertices() {
        let count = system.network.graph.vertexCount
        guard events.first?.past.count != count else { return }
        for watch in watches { watch.holding = ScratchMemory(count: (count + 63) / 64, repeating: 0) }
        for event in events {
            event.past.grow(to: count)
            if event.isRandom { event.counts += repeatElement(0, count: count - event.counts.count) }
        }
        (touched, jumped) = (VertexSet(capacity: count), VertexSet(capacity: count))
        rests.grow(to: count * events.count)
        system.rests.setVertexCount(to: count)
    }

    func place(of event: Int, _ vertex: Int) -> Int { vertex * events.count + event }

    /// Has vertices be touched by changes of those variables alone that conditions read, or of all.
    func touch(all: Bool) {
        touched.removeAll { _ in }
        touchingVariables = all ? .max : comparedVariables
    }

    /// Tests if a vertex is touched by a change of a variable.
    func isTouching(_ variable: Int) -> Bool { touchingVariables & 1 << UInt64(variable) != 0 }

    func withWork(at time: Double, _ use: (EquationWork) -> Void) {
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
        guard let target = numbers.baseAddress, let first = nodes.first else { return }
        let (comparison, end) = (comparisons[index], first + nodes.count)
        let areConsecutive = zip(nodes, first..<end).allSatisfy { $0 == $1 }
        withWork(at: time) { work in
            guard areConsecutive else {
                nodes.map(Int32.init).withUnsafeBufferPointer { nodes in
                    comparison.run(nodes, work) { position, count in
                        (target + position).update(from: comparison.vertices.result(0), count: count)
                    }
                }
                return
            }
            for block in (first..<end).blocks {
                comparison.run(block, work)
                (target + block.lowerBound - first).update(from: comparison.vertices.result(0), count: block.count)
            }
        }
    }

    func isDue(at time: Double) -> Bool {
        guard dueTime > time else { return true }
        find(at: time)
        return !found.isEmpty
    }

    /// Makes what happens in the state of all vertices, which is that of the time.
    func occur(at time: Double) throws -> Bool {
        followVertices()
        touch(all: false)
        var isChanged = try makeDue(at: time) { _ in }
        find(at: time)
        for _ in 1..<Self.mostRounds {
            guard !found.isEmpty else { return isChanged }
            isChanged = true
            touched.removeAll { _ in }
            try makeRound(at: time)
            if usesEdges { find(at: time) } else { findTouched(at: time) }
        }
        guard found.isEmpty else { throw endless(at: time) }
        return true
    }

    /// The error of events that do not end.
    func endless(at time: Double) -> VertexEventError {
        let first = found.first ?? Occasion(event: 0, vertex: 0)
        return .endless(event: Int(first.event), vertex: Int(first.vertex), time: time)
    }

    /// Ends rests and delivers messages of which the time has come.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - place: Is called before with each vertex.
    /// - Returns: True if there were any.
    /// - Throws: Why it cannot be.
    @discardableResult
    func makeDue(at time: Double, placing place: (Int) -> Void) throws(VertexEventError) -> Bool {
        causes?.begin()
        var isAny = false
        while let rest = rests.first, rest.time <= time {
            place(rest.vertex / events.count)
            endRest(rest.vertex)
            touched.insert(rest.vertex / events.count)
            isAny = true
        }
        while let message = messages.take(until: time) {
            place(Int(message.vertex))
            try deliver(message, at: time)
            isAny = true
        }
        return isAny
    }

    func endRest(_ place: Int) {
        rests.set(place, .infinity)
        noteRests(of: place / events.count)
    }

    /// Takes note of which variables of a vertex rest.
    func noteRests(of vertex: Int) {
        var held: UInt64 = 0
        for event in events.indices where rests.time(of: place(of: event, vertex)) < .infinity {
            held |= events[event].held
        }
        system.rests.set(held, of: vertex)
    }
}

// MARK: - What has come to hold

extension VertexEvents {
    /// Finds the events whose conditions have come to hold, and notes of which that is no more so.
    ///
    /// - Complexity: O(n) for n vertices.
    private func find(at time: Double) {
        followVertices()
        found.removeAll(keepingCapacity: true)
        withWork(at: time) { work in
            for watch in watches {
                let atOnce = watch.takesAll ? work.rowCount & ~63 : 0
                watch.part.runCondition(0..<atOnce, work, into: watch.holding.pointer)
                for block in (atOnce..<work.rowCount).blocks {
                    watch.part.runCondition(block, work, into: watch.holding.pointer + block.lowerBound / 64)
                }
            }
            for (number, event) in events.enumerated() { find(event, number, among: watches[event.watch], work) }
        }
    }

    /// Finds the vertices to which an event happens, where what it is watched by has been computed.
    private func find(_ event: Event, _ number: Int, among watch: Watch, _ work: EquationWork) {
        examined.removeAll(keepingCapacity: true)
        let (holding, past) = (watch.holding.pointer, event.past.words)
        // Hardly any vertices are those whose conditions may hold, or have held.
        for word in 0..<watch.holding.capacity {
            let bits = holding[word] | past[word]
            guard bits != 0 else { continue }
            for bit in SetBits(bits) { examined.append(Int32(64 * word + bit)) }
        }
        guard !examined.isEmpty else { return }
        if event.isWatchedWhole {
            for vertex in examined {
                note(event, number, vertex, holds: holding[Int(vertex) / 64] & 1 << UInt64(vertex % 64) != 0)
            }
        } else if examined.count <= work.rowCount / 8 {
            noteExamined(event, number, work)
        } else {
            // Gathering so many would take longer.
            var next = 0
            for block in (0..<work.rowCount).blocks {
                event.condition.run(block, work)
                let holds = event.condition.vertices.result(0)
                while next < examined.count, Int(examined[next]) < block.upperBound {
                    note(event, number, examined[next], holds: holds[Int(examined[next]) - block.lowerBound] == 1)
                    next += 1
                }
            }
        }
    }

    /// Evaluates the condition of an event for those that are examined.
    private func noteExamined(_ event: Event, _ number: Int, _ work: EquationWork) {
        examined.withUnsafeBufferPointer { examined in
            event.condition.run(examined, work) { first, count in
                let holds = event.condition.vertices.result(0)
                for row in 0..<count { note(event, number, examined[first + row], holds: holds[row] == 1) }
            }
        }
    }

    /// Finds the events of those vertices that were touched.
    func findTouched(at time: Double) {
        found.removeAll(keepingCapacity: true)
        examined.removeAll(keepingCapacity: true)
        touched.removeAll { examined.append($0) }
        withWork(at: time) { work in
            for (number, event) in events.enumerated() { noteExamined(event, number, work) }
        }
    }

    @inline(__always)
    private func note(_ event: Event, _ number: Int, _ vertex: Int32, holds: Bool) {
        if !holds || rests.time(of: place(of: number, Int(vertex))) < .infinity {
            event.past.remove(Int(vertex))
        } else if !event.past.contains(Int(vertex)), population.contains(Int(vertex)) {
            found.append(Occasion(event: Int32(number), vertex: vertex))
        }
    }
}

// MARK: - Checkpoints

extension VertexEvents: Resumable {
    /// Archives which conditions hold, which vertices rest until when, how many events there have been, those that draw numbers for
    /// each vertex, and the messages that are on their way.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        followVertices()
        let placeCount = system.network.graph.vertexCount * events.count
        for event in events {
            var flags = (0..<event.past.count).map(event.past.contains)
            try flags.withUnsafeMutableBufferPointer { (flags) throws(CheckpointError) in
                try archive.flags(flags, "the number of events of nodes")
            }
            guard archive.isReading else { continue }
            for (vertex, isPast) in flags.enumerated() { event.past.set(vertex, isPast) }
        }
        var places = (0..<placeCount).filter { rests.time(of: $0) < .infinity }
        var times = places.map { rests.time(of: $0) }
        try archive.values(&places)
        try archive.values(&times)
        try archive.count(&eventCount)
        var sent = messages.inOrder
        try archive.values(&sent)
        for event in events where event.isRandom {
            try archive.values(&event.counts, asMany: "the number of nodes to which an event happens")
        }
        guard archive.isReading else { return }
        guard places.count == times.count, places.allSatisfy((0..<placeCount).contains), times.allSatisfy(\.isFinite),
            sent.allSatisfy(isPossible)
        else { throw .damaged(reason: "a node rests, or a message is on its way, that there is not") }
        for (place, time) in zip(places, times) {
            rests.set(place, time)
            noteRests(of: place / events.count)
        }
        var rest = sent[...]
        while let first = rest.first {
            let together = rest.prefix { $0.event == first.event && $0.time == first.time }
            messages.send(together)
            rest = rest[together.endIndex...]
        }
    }

    private func isPossible(_ message: EventMessage) -> Bool {
        let vertices = 0..<system.network.graph.vertexCount
        return message.time.isFinite && message.amount.isFinite && (0..<eventCount).contains(message.event)
            && message.order >= 0 && vertices.contains(Int(message.source)) && vertices.contains(Int(message.vertex))
            && system.equations.variables.indices.contains(Int(message.variable))
    }
}
