import CKernels
import SimulationEngine

/// The events of a compartment model in which neighbours change a vertex at most once and in one way, such as SI, SIR and
/// SEIR.
///
/// When a vertex enters a compartment, it follows when it leaves it by itself, and if it acts on neighbours, the time of the
/// first contact along each of its edges. Only contacts count that come before the vertex leaves the compartment, and before all
/// that are known of that neighbour: a later one would find it changed. So the chain is exact (I. Z. Kiss, J. C. Miller and
/// P. L. Simon, *Mathematics of Epidemics on Networks*, Springer 2017, appendix A, DOI 10.1007/978-3-319-50806-1).
///
/// Each random number belongs to a vertex or an edge and the sojourn of a vertex in a compartment (``Sojourns``), so that what
/// happens is a function of the graph and of these numbers: an infection comes along the quickest path. Who removes vertices or
/// edges, or makes somebody immune, only ever delays it. Most contacts come too late, which is seen before a logarithm is taken
/// or the memory of the neighbour is asked for.
///
/// Memory: 8 bytes a vertex besides its ``Sojourns``, 40 bytes for each edge of the vertex that has most of them, and the events
/// that are known in an ``EventQueue``.
struct OutbreakProcess: QueuedProcess {
    /// How many events have happened.
    var eventCount: Int

    /// Of which graph this is the process.
    let revision: Int

    /// The random numbers with which a process of another kind would go on.
    let random: RandomWords

    var eventsLeft = JumpPace.stretch
    var queue = EventQueue()

    /// When a neighbour will change each vertex, as far as is known: at an infinite time if none will, and at -infinity if none
    /// can.
    let contacts: ScratchMemory<Double>

    /// The contacts of a vertex that may be in time.
    let candidates: ScratchMemory<ContactCandidate>

    /// Those that are in time.
    let events: ScratchMemory<ScheduledEvent>
    let rates: TransitionRates
    let edgeWords: EdgeWords
    private let sojourns: Sojourns

    /// The memory of the sojourns.
    private(set) var stays: ScratchMemory<Sojourns.Sojourn>
    private let states: CompartmentStates
    private let population: Population
    let graph: Graph

    /// The compartments that neighbours have vertices leave and enter.
    private let outbreak: (source: UInt8, target: UInt8)

    /// Fails if it is another kind of model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - rates: Its transitions.
    ///   - keyedWords: The random numbers of vertices and edges.
    ///   - sojourns: The sojourns of earlier processes of the model.
    ///   - random: The random numbers for another kind of process.
    ///   - eventCount: How many events have happened before.
    init?<State: CompartmentName>(
        _ model: CompartmentModel<State>, _ rates: TransitionRates, _ keyedWords: KeyedWords, _ sojourns: Sojourns,
        random: RandomWords, eventCount: Int = 0
    ) {
        guard let outbreak = rates.outbreak else { return nil }
        self.outbreak = outbreak
        self.rates = rates
        self.eventCount = eventCount
        self.random = random
        edgeWords = EdgeWords(keyedWords, model.network)
        self.sojourns = sojourns
        stays = sojourns.sojourns
        let rows = model.graph.outgoing
        let greatestDegree = (0..<rows.rowCount).reduce(0) { max($0, rows.range(of: $1).count) }
        graph = model.graph
        population = model.network.population
        revision = model.network.revision
        states = model.compartments
        contacts = ScratchMemory(capacity: graph.vertexCount)
        // Entries that are not kept are written behind those that are.
        candidates = ScratchMemory(capacity: greatestDegree + 1)
        events = ScratchMemory(capacity: greatestDegree + 1)
    }

    /// Looks at all compartments anew, and finds what is to come from a time on.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    mutating func begin(at time: Double) {
        sojourns.update(to: states, rates, at: time)
        take([])
        graph.outgoing.withPointers { rows in
            for vertex in 0..<graph.vertexCount where population.contains(vertex) {
                schedule(Int32(vertex), from: time, rows)
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
    mutating func make(_ event: ScheduledEvent, _ rows: AdjacencyRows.Pointers) -> Int32 {
        guard willHappen(event) else { return -1 }
        let vertex = Int(event.vertex)
        let old = states.numbers[vertex]
        if event.isContact { contacts.pointer[vertex] = -.infinity }
        let new = event.isContact ? outbreak.target : ownTarget(of: event.vertex, in: old)
        stays.pointer[vertex].end(at: event.time, in: new)
        states.move(event.vertex, to: new, by: event.source, at: event.time)
        eventCount &+= 1
        schedule(event.vertex, from: event.time, rows)
        return event.vertex
    }
}

// MARK: - What is known

extension OutbreakProcess {
    /// Tests if an event happens: all do but contacts other than the earliest known one of their vertex.
    @inline(__always)
    func willHappen(_ event: ScheduledEvent) -> Bool {
        !event.isContact || contacts.pointer[Int(event.vertex)] == event.time
    }

    /// Puts other events into the place of those that are known, and looks at all compartments anew.
    mutating func take(_ events: [ScheduledEvent]) {
        queue.removeAll()
        stays = sojourns.sojourns
        for vertex in 0..<graph.vertexCount {
            let canBeChanged = states.numbers[vertex] == outbreak.source && population.contains(vertex)
            contacts.pointer[vertex] = canBeChanged ? .infinity : -.infinity
        }
        for event in events {
            if event.isContact { contacts.pointer[Int(event.vertex)] = event.time }
            queue.insert(event)
        }
    }

    /// True if each vertex is in the compartment of its sojourn.
    var areStaysKnown: Bool {
        stays.capacity >= vertexCount
            && (0..<vertexCount).allSatisfy { stays.pointer[$0].compartment == UInt16(states.numbers[$0]) }
    }

    var vertexCount: Int { graph.vertexCount }

    /// Has the memory fetched of vertices that neighbours are about to change.
    @inline(__always)
    func fetch(_ events: UnsafeBufferPointer<ScheduledEvent>, _ rows: AdjacencyRows.Pointers) {
        for event in events where event.isContact {
            guard let row = rows.vertices.baseAddress else { return }
            let start = Int(rows.starts[Int(event.vertex)])
            nk_prefetch(row + start)
            nk_prefetch(row + start + 16)
            nk_prefetch(contacts.pointer + Int(event.vertex))
            nk_prefetch(stays.pointer + Int(event.vertex))
        }
    }
}
