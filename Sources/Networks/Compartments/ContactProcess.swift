import CMath
import SimulationEngine

/// The events of a compartment model, one after the other.
///
/// Each vertex that acts has a rate: that of its spontaneous transitions, and for each neighbour the greatest rate at which
/// an edge transmits. A vertex is chosen in proportion to its rate after an exponentially distributed time; a number below
/// the rate says which transition or which neighbour is meant. What the neighbour's compartment does not allow does not
/// happen, which makes the chain of those that do happen exact (thinning: P. A. W. Lewis and G. S. Shedler, Naval Research
/// Logistics Quarterly 26 (1979) 403, DOI 10.1002/nav.3800260304). Vertices that cannot act cost nothing.
///
/// A neighbour that can never again be changed is moved behind those that may be, so that each edge comes to nothing at
/// most once where immunity is for ever; then the work is at most O(n + m) in all.
///
/// The fields of a vertex that an event reads and changes take 32 bytes, half a line of the cache.
///
/// Memory: 32 bytes a vertex in ``CompositionRejection``, and what these have besides; 4 bytes for each end of an edge where
/// neighbours are moved, and 8 bytes for each end with weights.
struct ContactProcess: EventProcess {
    struct Vertex {
        /// Where its neighbours begin.
        var first: UInt32

        /// How many of them may still be changed.
        var liveCount: UInt32

        /// The greatest weight of its edges, 1 without weights or if all are 0.
        var greatestWeight: Double

        /// Its compartment, as in `states`.
        var state: UInt8
    }

    /// The time of the next event that may happen; infinite if there is none.
    var nextTime = Double.infinity

    /// How many events have happened.
    var eventCount: Int

    /// How many choices are left of a stretch.
    private var choicesLeft = JumpPace.stretch

    /// The draws for the next choices.
    let draws: ScratchMemory<Draw>

    /// Of no meaning: what was read so that it is in the cache.
    private var fetched: UInt32 = 0
    var drawIndex = 0
    var drawRevision = 0
    var random: RandomWords
    var groups: CompositionRejection<Vertex>
    private let rates: TransitionRates
    private let states: CompartmentStates
    let graph: Graph
    private let population: Population

    /// Of which graph this is the process.
    let revision: Int
    let neighbours: ScratchMemory<Int32>
    let weights: ScratchMemory<Double>?

    /// The random numbers for one choice, and the places in memory that it is likely to need.
    struct Draw {
        /// The time to wait for it, if the sum of rates were 1.
        var waiting = 0.0

        /// Decides which vertex acts.
        var vertex: UInt64 = 0

        /// Decides what it does: from [0, 1).
        var action = 0.0

        /// The seat that `vertex` selects as long as the groups have the revision at which this was drawn.
        var seat = CompositionRejection<Vertex>.Seat()

        /// Which vertex is likely to act, or to be acted on.
        var likelyVertex: Int32 = 0

        /// True if that is a neighbour, and the slot in which it stands.
        var meansNeighbour = false
        var likelySlot = 0
    }

    /// How many choices are drawn at once, a multiple of four.
    static let drawCount = 32

    /// - Parameters:
    ///   - model: The model.
    ///   - rates: Its transitions.
    ///   - random: The random numbers.
    ///   - eventCount: How many events have happened before.
    init<State: CompartmentName>(
        _ model: CompartmentModel<State>, _ rates: TransitionRates, random: RandomWords, eventCount: Int = 0
    ) {
        self.random = random
        self.eventCount = eventCount
        draws = ScratchMemory(count: Self.drawCount, repeating: Draw())
        drawIndex = Self.drawCount
        graph = model.network.graph
        population = model.network.population
        revision = model.network.revision
        states = model.compartments
        self.rates = rates
        neighbours = ScratchMemory(copying: graph.outgoing.vertices)
        weights = graph.outgoing.weights.map { ScratchMemory(copying: $0) }
        // Where nothing can happen any group will do.
        groups = CompositionRejection(
            vertexCount: graph.vertexCount, repeating: Vertex(first: 0, liveCount: 0, greatestWeight: 1, state: 0),
            rates: Self.rateRange(of: graph, rates) ?? 1...1)
    }

    /// The least rate above 0 and the greatest that a vertex can have.
    private static func rateRange(of graph: Graph, _ rates: TransitionRates) -> ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        func include(_ rate: Double) {
            guard rate > 0 else { return }
            range = min(range?.lowerBound ?? rate, rate)...max(range?.upperBound ?? rate, rate)
        }
        for vertex in 0..<graph.vertexCount {
            let weight = greatestWeight(of: vertex, in: graph) ?? 1
            for state in 0..<rates.count {
                let actor = rates.actors[state]
                let edge = actor.contact * weight
                include(actor.spontaneous)
                include(edge)
                include(actor.spontaneous + edge * Double(graph.degree(of: vertex)))
            }
        }
        return range
    }

    /// The greatest weight of the edges of a vertex, `nil` without weights or if all are 0.
    private static func greatestWeight(of vertex: Int, in graph: Graph) -> Double? {
        guard let weight = graph.weights(of: vertex)?.max(), weight > 0 else { return nil }
        return weight
    }

    /// Looks at all compartments anew, and draws the time of the next event from a time on.
    ///
    /// - Complexity: O(n) for n vertices.
    mutating func begin(at time: Double) {
        groups.removeAll()
        for vertex in 0..<graph.vertexCount {
            let isCutOff =
                graph.isWeighted && graph.degree(of: vertex) > 0
                && Self.greatestWeight(of: vertex, in: graph) == nil
            let record = record(of: vertex, liveCount: isCutOff ? 0 : UInt32(graph.degree(of: vertex)))
            groups[Int32(vertex)] = record
            groups.set(Int32(vertex), rate: population.contains(vertex) ? rate(of: record) : 0)
        }
        drawNext(from: time)
    }

    /// The record of a vertex in its present compartment.
    func record(of vertex: Int, liveCount: UInt32) -> Vertex {
        Vertex(
            first: graph.outgoing.offsets[vertex], liveCount: liveCount,
            greatestWeight: Self.greatestWeight(of: vertex, in: graph) ?? 1, state: states.numbers[vertex])
    }

    @inline(__always)
    private func rate(of vertex: Vertex) -> Double {
        let actor = rates.actors[Int(vertex.state)]
        return actor.spontaneous + actor.contact * vertex.greatestWeight * Double(vertex.liveCount)
    }

    /// Tests if a vertex is in the group of its rate.
    func isInItsGroup(_ vertex: Int) -> Bool {
        let number = Int32(vertex)
        return groups.isSet(number, rate: population.contains(vertex) ? rate(of: groups[number]) : 0)
    }

    /// Makes events.
    ///
    /// - Complexity: O(1) expected for each event that may happen.
    mutating func advance(to end: Double) -> EventStretch { makeEvents(to: end, telling: NoJumpListener()) }

    mutating func advance(to end: Double, telling listener: WatchListener) -> EventStretch {
        makeEvents(to: end, telling: listener)
    }

    @inline(__always)
    private mutating func makeEvents(to end: Double, telling listener: some JumpListener) -> EventStretch {
        let eventsBefore = eventCount
        var (left, lastTime) = (choicesLeft, nextTime)
        defer { choicesLeft = left }
        while nextTime <= end {
            if left <= 0 {
                left = JumpPace.stretch
                return .underWay(
                    at: eventCount == eventsBefore ? nil : lastTime, triedUntil: lastTime, jumps: JumpPace.stretch)
            }
            let time = nextTime
            let isHeard = act(draws.pointer[drawIndex], telling: listener)
            drawNext(from: time)
            left &-= 1
            if isHeard {
                finish(at: time, telling: listener)
                return .complete(at: time)
            }
            lastTime = time
        }
        return .complete(at: end)
    }

    /// Makes the other events of a time.
    @inline(never)
    private mutating func finish(at time: Double, telling listener: some JumpListener) {
        while nextTime <= time {
            _ = act(draws.pointer[drawIndex], telling: listener)
            drawNext(from: time)
        }
    }

    @inline(__always)
    private mutating func drawNext(from time: Double) {
        drawIndex &+= 1
        guard groups.total > 0 else {
            nextTime = .infinity
            return
        }
        if drawIndex >= Self.drawCount { fillDraws() }
        nextTime = time + draws.pointer[drawIndex].waiting / (Double(groups.total) * groups.unit)
    }

    /// Makes the next event, if it can happen.
    ///
    /// - Returns: True if it ends the advance, as for all that follow.
    @inline(__always)
    private mutating func act(_ draw: Draw, telling listener: some JumpListener) -> Bool {
        let seat = drawRevision == groups.revision ? draw.seat : groups.seat(draw.vertex)
        let number = groups.vertex(on: seat)
        guard number >= 0 else { return false }
        let vertex = groups[number]
        let level = draw.action * groups.bound(of: seat)
        if level < rates.actors[Int(vertex.state)].spontaneous {
            return move(number, to: rates.spontaneousTarget(of: vertex.state, level), by: -1, telling: listener)
        }
        let edge = edge(of: vertex, level)
        guard edge < Double(vertex.liveCount) else { return false }
        let index = Int(edge)
        return contact(from: number, vertex, along: index, edge - Double(index), telling: listener)
    }

    /// The edge that a number above the rate of spontaneous transitions means, with a fraction.
    @inline(__always)
    private func edge(of vertex: Vertex, _ level: Double) -> Double {
        let actor = rates.actors + Int(vertex.state)
        let edge = (level - actor.pointee.spontaneous) * actor.pointee.inverseContact
        return weights == nil ? edge : edge / vertex.greatestWeight
    }

    /// Lets a vertex act on a neighbour, if a number from [0, 1) says so.
    @inline(__always)
    private mutating func contact(
        from number: Int32, _ vertex: Vertex, along index: Int, _ level: Double, telling listener: some JumpListener
    ) -> Bool {
        let slot = Int(vertex.first) + index
        let neighbour = neighbours.pointer[slot]
        let old = groups[neighbour].state
        if rates.isFinished[Int(old)] {
            retire(slot, of: number)
            return false
        }
        var level = level
        if let weights {
            guard weights.pointer[slot] > 0 else { return false }
            level *= vertex.greatestWeight / weights.pointer[slot]
        }
        let new = rates.contactTarget(of: old, inducedBy: vertex.state, level)
        return new != old && move(neighbour, to: new, by: number, telling: listener)
    }

    /// Moves a neighbour that can never again be changed behind those that may be.
    @inline(__always)
    private mutating func retire(_ slot: Int, of number: Int32) {
        groups[number].liveCount &-= 1
        let vertex = groups[number]
        let last = Int(vertex.first) + Int(vertex.liveCount)
        swap(slot, last, in: neighbours.pointer)
        if let weights { swap(slot, last, in: weights.pointer) }
        groups.set(number, rate: rate(of: vertex))
    }

    @inline(__always)
    private func swap<Element>(_ a: Int, _ b: Int, in elements: UnsafeMutablePointer<Element>) {
        let element = elements[a]
        elements[a] = elements[b]
        elements[b] = element
    }

    @inline(__always)
    private mutating func move(
        _ number: Int32, to state: UInt8, by source: Int32, telling listener: some JumpListener
    ) -> Bool {
        groups[number].state = state
        states.move(number, to: state, by: source, at: nextTime)
        eventCount &+= 1
        groups.set(number, rate: rate(of: groups[number]))
        return listener.note(Int(number), at: nextTime)
    }
}

// MARK: - Drawing ahead

extension ContactProcess {
    /// Draws for some choices, and has the memory of what they are likely to be about fetched.
    ///
    /// A choice is about memory that nobody has touched for long, in four places of which each says where the next is. What
    /// is drawn for later choices almost always means the same vertex and neighbour now as it will then, so that the places
    /// can be read now for many choices side by side, while one after the other they would have to wait for each other.
    /// Nothing but time depends on these guesses.
    @inline(never)
    private mutating func fillDraws() {
        drawIndex = 0
        let draws = self.draws.pointer
        for index in stride(from: 0, to: Self.drawCount, by: 4) {
            let (first, second, third) = (random.nextBlock(), random.nextBlock(), random.nextBlock())
            set(draws + index, first.0, first.1, first.2)
            set(draws + index + 1, first.3, second.0, second.1)
            set(draws + index + 2, second.2, second.3, third.0)
            set(draws + index + 3, third.1, third.2, third.3)
        }
        drawRevision = groups.revision
        for index in 0..<Self.drawCount {
            draws[index].seat = groups.seat(draws[index].vertex)
            draws[index].likelyVertex = groups.likelyVertex(on: draws[index].seat)
        }
        for index in 0..<Self.drawCount { guessSlot(draws + index) }
        for index in 0..<Self.drawCount {
            let neighbour = neighbours.pointer[draws[index].likelySlot]
            draws[index].likelyVertex = draws[index].meansNeighbour ? neighbour : draws[index].likelyVertex
        }
        var sum: UInt32 = 0
        for index in 0..<Self.drawCount {
            let vertex = draws[index].likelyVertex
            sum &+= groups.fetch(vertex) &+ UInt32(states.numbers[Int(vertex)])
        }
        fetched = sum
    }

    @inline(__always)
    private func set(_ draw: UnsafeMutablePointer<Draw>, _ waiting: UInt64, _ vertex: UInt64, _ action: UInt64) {
        draw.pointee.waiting = -log(RandomWords.positiveUniform(of: waiting))
        draw.pointee.vertex = vertex
        draw.pointee.action = RandomWords.uniform(of: action)
    }

    /// Without a branch: what is not known yet would make the processor guess, and wait when it was wrong.
    @inline(__always)
    private func guessSlot(_ draw: UnsafeMutablePointer<Draw>) {
        let number = draw.pointee.likelyVertex
        let vertex = groups[number]
        let level = draw.pointee.action * groups.bound(of: draw.pointee.seat)
        let edge = edge(of: vertex, level)
        let index = Int(max(-1, min(edge, 0x1p32)))
        let meansNeighbour = UInt(bitPattern: index) < UInt(vertex.liveCount)
        draw.pointee.meansNeighbour = meansNeighbour
        draw.pointee.likelySlot = Int(vertex.first) &+ (meansNeighbour ? index : 0)
    }
}
