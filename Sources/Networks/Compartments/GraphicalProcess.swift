import SimulationEngine

/// The events of any compartment model by its graphical representation: for each vertex and compartment a Poisson process of
/// moments at which the vertex leaves the compartment if it is there, and for each edge and compartment one of moments at which
/// a vertex of the compartment meets its neighbour.
///
/// The course of events is a function of these processes, which know of nothing else: each number belongs to a vertex or an edge
/// and a window of time (T. E. Harris, *Additive set-valued Markov processes and graphical methods*, Annals of Probability 6
/// (1978) 355, DOI 10.1214/aop/1176995523). So a change from outside changes only what follows from it, whatever happened when.
/// In SIS, who removes vertices or edges never has another vertex infected. The chain is exact because Poisson processes have no
/// memory.
///
/// Memory: 8 bytes a vertex, 8 bytes for each end of an edge, and the events that are known in an ``EventQueue``.
struct GraphicalProcess: QueuedProcess {
    var eventCount: Int
    let revision: Int
    let random: RandomWords
    var eventsLeft = JumpPace.stretch
    var queue = EventQueue()
    let graph: Graph

    /// How far events have been made.
    private var now = 0.0

    /// When each vertex will leave its compartment by itself.
    private let ends: ScratchMemory<Double>

    /// When the next contact along each edge will be; -infinity if it does not count.
    private let contacts: ScratchMemory<Double>
    private let edgeWords: EdgeWords
    private let clocks: GraphicalClocks
    private let rates: TransitionRates
    private let states: CompartmentStates
    private let population: Population

    /// - Parameters:
    ///   - model: The model.
    ///   - rates: Its transitions.
    ///   - keyedWords: The random numbers of vertices and edges.
    ///   - clocks: How much hazard has passed in earlier processes of the model.
    ///   - random: The random numbers for another kind of process.
    ///   - eventCount: How many events have happened before.
    init<State: CompartmentName>(
        _ model: CompartmentModel<State>, _ rates: TransitionRates, _ keyedWords: KeyedWords,
        _ clocks: GraphicalClocks, random: RandomWords, eventCount: Int
    ) {
        self.rates = rates
        self.clocks = clocks
        self.random = random
        self.eventCount = eventCount
        graph = model.graph
        revision = model.network.revision
        states = model.compartments
        population = model.network.population
        edgeWords = EdgeWords(keyedWords, model.network)
        ends = ScratchMemory(count: graph.vertexCount, repeating: .infinity)
        contacts = ScratchMemory(count: graph.outgoing.vertices.count, repeating: -.infinity)
    }

    /// Looks at all compartments anew, and finds what is to come from a time on.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    mutating func begin(at time: Double) {
        now = time
        clocks.update(to: rates, at: time)
        queue.removeAll()
        contacts.pointer.update(repeating: -.infinity, count: contacts.capacity)
        graph.outgoing.withPointers { rows in
            for vertex in 0..<graph.vertexCount where population.contains(vertex) {
                schedule(Int32(vertex), from: time, rows)
            }
        }
    }

    /// Makes events.
    ///
    /// - Complexity: O(1) expected for each contact, and for each edge of a vertex that begins or ends to act.
    mutating func advance(to end: Double) -> EventStretch { note(makeEvents(to: end, telling: NoJumpListener())) }

    mutating func advance(to end: Double, telling listener: WatchListener) -> EventStretch {
        note(makeEvents(to: end, telling: listener))
    }

    private mutating func note(_ stretch: EventStretch) -> EventStretch {
        switch stretch {
        case .complete(let time): now = max(now, time)
        case .underWay(let time, _, _): now = max(now, time ?? now)
        }
        return stretch
    }

    func fetch(_ events: UnsafeBufferPointer<ScheduledEvent>, _ rows: AdjacencyRows.Pointers) {}
}

// MARK: - Making

extension GraphicalProcess {
    mutating func make(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) -> Int32 {
        event.isContact ? meet(event, rows) : leave(event, rows)
    }

    private mutating func leave(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) -> Int32 {
        guard ends.pointer[Int(event.vertex)] == event.time else { return -1 }
        let old = states.numbers[Int(event.vertex)]
        let target = rates.spontaneousTarget(of: old) { choice(ownWord(of: event.vertex, in: old), at: event.time) }
        put(event.vertex, into: target, by: -1, at: event.time, rows)
        return event.vertex
    }

    /// A vertex meets a neighbour, by the edge that the event has in the place of a vertex.
    private mutating func meet(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) -> Int32 {
        let index = Int(UInt32(bitPattern: event.vertex))
        guard contacts.pointer[index] == event.time else { return -1 }
        let neighbour = rows.vertices[index]
        let (inducer, old) = (states.numbers[Int(event.source)], states.numbers[Int(neighbour)])
        let word = edgeWords.word(
            from: event.source, index, in: row(of: event.source, rows), rows.vertices, UInt64(inducer))
        let target = rates.contactTarget(of: old, inducedBy: inducer) { choice(word, at: event.time) }
        scheduleContact(from: event.source, index, in: inducer, after: event.time, rows)
        guard target != old else { return -1 }
        put(neighbour, into: target, by: event.source, at: event.time, rows)
        return neighbour
    }

    /// Decides what comes of something that happens at a time.
    private func choice(_ word: UInt64, at time: Double) -> UInt64 {
        edgeWords.keyedWords.words(after: word, time.bitPattern).1
    }

    private mutating func put(
        _ vertex: Int32, into target: UInt8, by source: Int32, at time: Double, _ rows: AdjacencyRows.Pointers
    ) {
        let old = states.numbers[Int(vertex)]
        states.move(vertex, to: target, by: source, at: time)
        eventCount &+= 1
        if rates.actors[Int(old)].contact > 0 {
            for index in row(of: vertex, rows) { contacts.pointer[index] = -.infinity }
        }
        schedule(vertex, from: time, rows)
    }
}

// MARK: - What is to come

extension GraphicalProcess {
    /// Finds what comes of it that a vertex is in its compartment, from a time on.
    private mutating func schedule(_ vertex: Int32, from time: Double, _ rows: AdjacencyRows.Pointers) {
        let state = states.numbers[Int(vertex)]
        let end = clocks.firstEvent(
            after: time, clocks.own[Int(state)], of: ownWord(of: vertex, in: state), edgeWords.keyedWords)
        ends.pointer[Int(vertex)] = end
        if end < .infinity { queue.insert(ScheduledEvent(time: end, vertex: vertex, source: -1)) }
        guard rates.actors[Int(state)].contact > 0 else { return }
        for index in row(of: vertex, rows) { scheduleContact(from: vertex, index, in: state, after: time, rows) }
    }

    /// Finds the next contact along an edge, if it comes before the vertex leaves its compartment by itself, and if anything
    /// will ever come of it.
    private mutating func scheduleContact(
        from vertex: Int32, _ index: Int, in state: UInt8, after time: Double, _ rows: AdjacencyRows.Pointers
    ) {
        contacts.pointer[index] = -.infinity
        guard !rates.isFinished[Int(states.numbers[Int(rows.vertices[index])])] else { return }
        let word = edgeWords.word(from: vertex, index, in: row(of: vertex, rows), rows.vertices, UInt64(state))
        let contact = clocks.firstEvent(
            after: time, clocks.contact[Int(state)], weight: rows.weights.map { $0[index] } ?? 1, of: word,
            edgeWords.keyedWords)
        guard contact < ends.pointer[Int(vertex)] else { return }
        contacts.pointer[index] = contact
        queue.insert(
            ScheduledEvent(time: contact, vertex: Int32(truncatingIfNeeded: index), source: vertex))
    }

    /// To what the numbers of a vertex in a compartment belong.
    private func ownWord(of vertex: Int32, in state: UInt8) -> UInt64 {
        edgeWords.keyedWords.words(of: vertex, UInt64(state)).0
    }

    private func row(of vertex: Int32, _ rows: AdjacencyRows.Pointers) -> Range<Int> {
        Int(rows.starts[Int(vertex)])..<Int(rows.ends[Int(vertex)])
    }
}

// MARK: - Checkpoints

extension GraphicalProcess {
    /// Archives how far events have been made, from which all that is to come follows.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&now)
        if archive.isReading { begin(at: now) }
    }

    /// There is nothing that could contradict the compartments.
    func checkRates() throws(CheckpointError) {}
}
