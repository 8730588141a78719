import CKernels
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The events of a compartment model in which neighbours change a vertex at most once and in one way, such as SI, SIR and
/// SEIR.
///
/// When a vertex enters a compartment, the time is drawn at which it leaves it by itself, and if it acts on neighbours, the
/// time of the first contact along each of its edges. Only contacts count that come before the vertex leaves the
/// compartment, and before all that are known of that neighbour: a later one would find it changed. So the chain is exact
/// (I. Z. Kiss, J. C. Miller and P. L. Simon, *Mathematics of Epidemics on Networks*, Springer 2017, appendix A, DOI
/// 10.1007/978-3-319-50806-1). Most contacts come too late, which is seen from the first bits of their random numbers, before
/// a logarithm is taken or the memory of the neighbour is asked for.
///
/// Memory: 8 bytes a vertex, 24 bytes for each edge of the vertex that has most of them, and the events that are known in an
/// ``EventQueue``.
struct OutbreakProcess: EventProcess {
    /// How many events have happened.
    var eventCount: Int

    /// Of which graph this is the process.
    let revision: Int

    /// How many events are left of a stretch.
    private var eventsLeft = JumpPace.stretch

    var words: WordBuffer
    var queue = EventQueue()

    /// When a neighbour will change each vertex, as far as is known: at an infinite time if none will, and at -infinity if none
    /// can.
    private let contacts: ScratchMemory<Double>

    /// The contacts of a vertex that may be in time: the first bits of their numbers, and the places of their edges.
    private let candidates: ScratchMemory<UInt64>

    /// Those that are in time.
    private let events: ScratchMemory<ScheduledEvent>
    private let rates: TransitionRates
    private let states: CompartmentStates
    private let graph: Graph
    private let population: Population

    /// The compartments that neighbours have vertices leave and enter.
    private let outbreak: (source: UInt8, target: UInt8)

    /// Fails if it is another kind of model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - rates: Its transitions.
    ///   - random: The random numbers.
    ///   - eventCount: How many events have happened before.
    init?<State: CompartmentName>(
        _ model: CompartmentModel<State>, _ rates: TransitionRates, random: RandomWords, eventCount: Int = 0
    ) {
        guard let outbreak = rates.outbreak else { return nil }
        self.outbreak = outbreak
        self.rates = rates
        self.eventCount = eventCount
        words = WordBuffer(random)
        let rows = model.graph.outgoing
        let greatestDegree = (0..<rows.rowCount).reduce(0) { max($0, rows.range(of: $1).count) }
        graph = model.graph
        population = model.network.population
        revision = model.network.revision
        states = model.compartments
        contacts = ScratchMemory(capacity: graph.vertexCount)
        // What is not kept is written behind what is.
        candidates = ScratchMemory(capacity: greatestDegree + 1)
        events = ScratchMemory(capacity: greatestDegree + 1)
    }

    /// The random numbers with which a process of another graph would go on.
    var random: RandomWords { words.random }

    /// Looks at all compartments anew, and draws what is to come from a time on.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    mutating func begin(at time: Double) {
        take([])
        graph.outgoing.withPointers { rows in
            for vertex in 0..<graph.vertexCount where population.contains(vertex) {
                schedule(Int32(vertex), in: states.numbers[vertex], at: time, rows)
            }
        }
    }

    /// Makes events.
    ///
    /// - Complexity: O(1) expected for an event, and for each edge of a vertex that begins to act.
    mutating func advance(to end: Double) -> EventStretch { makeEvents(to: end, telling: NoJumpListener()) }

    mutating func advance(to end: Double, telling listener: WatchListener) -> EventStretch {
        makeEvents(to: end, telling: listener)
    }

    @inline(__always)
    private mutating func makeEvents(to end: Double, telling listener: some JumpListener) -> EventStretch {
        var stretch = EventStretch.complete(at: end)
        graph.outgoing.withPointers { rows in
            var left = eventsLeft
            defer { eventsLeft = left }
            var hasNoted = false
            var time: Double?
            while true {
                if !queue.isOpen {
                    guard queue.count > 0 else { return }
                    queue.open()
                    fetch(queue.nextEvents, rows)
                }
                guard queue.nextTime <= end, !hasNoted || queue.nextTime == time else { return }
                if left <= 0, !hasNoted {
                    left = JumpPace.stretch
                    return stretch = .underWay(at: time, triedUntil: queue.nextTime, jumps: JumpPace.stretch)
                }
                left &-= 1
                let event = queue.removeFirst()
                guard willHappen(event) else { continue }
                happen(event, rows)
                time = event.time
                if listener.note(Int(event.vertex), at: event.time) {
                    hasNoted = true
                    stretch = .complete(at: event.time)
                }
            }
        }
        return stretch
    }

    @inline(__always)
    private mutating func happen(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) {
        let vertex = Int(event.vertex)
        let old = states.numbers[vertex]
        if event.isContact { contacts.pointer[vertex] = -.infinity }
        let new = event.isContact ? outbreak.target : rates.spontaneousTarget(of: old, &words)
        states.numbers[vertex] = new
        states.counts[Int(old)] &-= 1
        states.counts[Int(new)] &+= 1
        eventCount &+= 1
        schedule(event.vertex, in: new, at: event.time, rows)
    }
}

// MARK: - What is known

extension OutbreakProcess {
    /// Whether an event is not a contact that comes after one that became known later.
    @inline(__always)
    func willHappen(_ event: ScheduledEvent) -> Bool {
        !event.isContact || contacts.pointer[Int(event.vertex)] == event.time
    }

    /// Puts other events into the place of those that are known, and looks at all compartments anew.
    mutating func take(_ events: [ScheduledEvent]) {
        queue.removeAll()
        for vertex in 0..<graph.vertexCount {
            let canBeChanged = states.numbers[vertex] == outbreak.source && population.contains(vertex)
            contacts.pointer[vertex] = canBeChanged ? .infinity : -.infinity
        }
        for event in events {
            if event.isContact { contacts.pointer[Int(event.vertex)] = event.time }
            queue.insert(event)
        }
    }

    /// The number of vertices.
    var vertexCount: Int { graph.vertexCount }

    /// Has the memory fetched of vertices that neighbours are about to change.
    @inline(__always)
    private func fetch(_ events: UnsafeBufferPointer<ScheduledEvent>, _ rows: AdjacencyRows.Pointers) {
        for event in events where event.isContact {
            guard let row = rows.vertices.baseAddress else { return }
            let start = Int(rows.starts[Int(event.vertex)])
            nk_prefetch(row + start)
            nk_prefetch(row + start + 16)
            nk_prefetch(contacts.pointer + Int(event.vertex))
        }
    }
}

// MARK: - Drawing

extension OutbreakProcess {
    /// Draws what comes of it that a vertex is in a compartment from a time on.
    @inline(__always)
    private mutating func schedule(
        _ vertex: Int32, in state: UInt8, at time: Double, _ rows: AdjacencyRows.Pointers
    ) {
        let actor = rates.actors[Int(state)]
        var stay = Double.infinity
        if actor.spontaneous > 0 {
            stay = -log(RandomWords.positiveUniform(of: words.next())) / actor.spontaneous
            let end = time + stay
            if end < .infinity { queue.insert(ScheduledEvent(time: end, vertex: vertex, isContact: false)) }
        }
        if actor.contact > 0 { transmit(from: vertex, rate: actor.contact, at: time, stay: stay, rows) }
    }

    /// Draws the contacts of a vertex while it stays in its compartment.
    @inline(__always)
    private mutating func transmit(
        from vertex: Int32, rate: Double, at time: Double, stay: Double, _ rows: AdjacencyRows.Pointers
    ) {
        let candidateCount = findCandidates(of: vertex, rate * stay, rows)
        let events = events.pointer
        var count = 0
        for number in 0..<candidateCount {
            let candidate = candidates.pointer[number]
            let index = Int(truncatingIfNeeded: candidate & 0xFFFF_FFFF)
            let word = candidate & 0xFFFF << 48 | words.next() >> 16
            let edgeRate = rows.weights.map { rate * $0[index] } ?? rate
            let waiting = -log(1 - RandomWords.uniform(of: word)) / edgeRate
            let neighbour = rows.vertices[index]
            nk_prefetch(contacts.pointer + Int(neighbour))
            events[count] = ScheduledEvent(time: time + waiting, vertex: neighbour, isContact: true)
            count &+= waiting < stay ? 1 : 0
        }
        for number in 0..<count where events[number].time < contacts.pointer[Int(events[number].vertex)] {
            contacts.pointer[Int(events[number].vertex)] = events[number].time
            queue.insert(events[number])
        }
    }

    /// Draws the first 16 bits of a number from [0, 1) for each edge, and finds those edges along which -log(1 - number), which
    /// is at least the number, may be below a limit.
    ///
    /// - Parameters:
    ///   - vertex: The vertex from which the edges lead.
    ///   - limit: The limit for an edge of weight 1.
    ///   - rows: The graph.
    /// - Returns: How many there are, which now stand in `candidates`.
    @inline(__always)
    private mutating func findCandidates(of vertex: Int32, _ limit: Double, _ rows: AdjacencyRows.Pointers) -> Int {
        let end = Int(rows.ends[Int(vertex)])
        let candidates = candidates.pointer
        let commonBound = Self.bound(limit)
        var count = 0
        var first = Int(rows.starts[Int(vertex)])
        while first < end {
            var word = words.next()
            for index in first..<min(first &+ 4, end) {
                let bits = word & 0xFFFF
                let bound = rows.weights.map { $0[index] > 0 ? Self.bound(limit * $0[index]) : 0 } ?? commonBound
                candidates[count] = bits << 48 | UInt64(truncatingIfNeeded: index)
                count &+= bits < bound ? 1 : 0
                word >>= 16
            }
            first &+= 4
        }
        return count
    }

    /// How many of the numbers of 16 bits stand for fractions below a limit.
    @inline(__always)
    private static func bound(_ limit: Double) -> UInt64 {
        UInt64((min(limit, 1) * 0x1p16).rounded(.up))
    }
}
