import GSL
import SimulationEngine

extension RandomPurpose {
    /// How long vertices wait in a state.
    static let waitingTimes = RandomPurpose(number: 130)
}

/// The events of a ``TransitionModel``, one after the other.
///
/// A vertex that has come to a state leaves it when the integral of its rates since then reaches an exponential random number
/// (T. Sellke, Journal of Applied Probability 20 (1983) 390, DOI 10.2307/3213811; D. F. Anderson, Journal of Chemical Physics 127 (2007)
/// 214107, DOI 10.1063/1.2799998), or after a time that was drawn from another distribution, whatever comes first. The rates change
/// only with the state of the vertex and those of its neighbours, so that the time is known until one of these changes.
///
/// All numbers are keyed by the vertex and by how often it has come to a state: what is changed at one vertex changes the luck of no
/// other one.
///
/// Where edges are rewired, or changed by others, degrees are followed, and rates of degrees that there were not at the beginning are
/// computed by their formulas.
final class TransitionProcess {
    let model: TransitionModel
    private let streams: RandomStreams

    /// The rates, and of which revision of the graph they know the degrees.
    @exclusivity(unchecked)
    private var tables: TransitionRateTables
    @exclusivity(unchecked)
    private var pointers: TransitionRateTables.Pointers
    @exclusivity(unchecked)
    private var revision: Int

    private let waiting: [[TransitionFormulas.Rule]]

    /// The place of each state among those that are counted, or −1, and how many these are.
    private let slots: [Int]
    private let slotCount: Int

    /// How many neighbours of each vertex are in each state that is counted.
    private let counts: ScratchMemory<Int32>
    private let neighbourCounts: UnsafeMutablePointer<Int32>

    private let memory: ScratchMemory<Stay>

    /// The vertices, each since it has come to its state.
    private let stays: UnsafeMutablePointer<Stay>

    /// When vertices leave their states.
    @exclusivity(unchecked)
    private var queue: ClockQueue<Stay>

    private let words: KeyedWords
    private let causes: TransitionCauses

    /// Says which edges are rewired, if some are.
    private let rewirer: TransitionRewirer?

    /// How many events have happened.
    @exclusivity(unchecked)
    private(set) var eventCount = 0

    /// What has gone wrong with an edge.
    @exclusivity(unchecked)
    private var failure: (any Error)?

    /// The rates of vertices that cannot be, the first of each transition.
    @exclusivity(unchecked)
    private var impossibleRates: [EntryError] = []

    /// The rates that cannot be for vertices of degrees that there are, whatever the states of their neighbours.
    @exclusivity(unchecked)
    private var impossibleTables: [EntryError]

    /// What has gone wrong here or with the rates of edges.
    var firstFailure: (any Error)? {
        failure ?? (impossibleRates.first ?? rewirer?.impossibleRates.first ?? impossibleTables.first)?.error
    }

    /// All rates that cannot be, one of each transition and rewiring.
    var allImpossibleRates: [EntryError] {
        let known = Set(impossibleRates.map(\.item))
        return impossibleRates + impossibleTables.filter { !known.contains($0.item) } + (rewirer?.impossibleRates ?? [])
    }

    init(_ model: TransitionModel, streams: RandomStreams) {
        (self.model, self.streams) = (model, streams)
        let transitions = model.transitions
        let count = model.nodeCount
        let counted = transitions.countedStates
        let stateCount = transitions.stateNames.count
        let degrees = Self.degrees(of: model.network.graph)
        tables = TransitionRateTables(transitions, degrees: Self.tabulatedDegrees(degrees, transitions))
        // Where edges change, a vertex of a degree at which a rate cannot be need not come to the state.
        let arePossible = transitions.rewirings.isEmpty && model.network.revision == 0
        impossibleTables = arePossible ? tables.rates.compactMap { $0.impossibility(transitions) } : []
        pointers = tables.pointers
        revision = model.network.revision
        waiting = (0..<stateCount).map { state in
            transitions.rules.filter { $0.source == state && $0.after != nil }
        }
        slots = (0..<stateCount).map { counted.firstIndex(of: $0) ?? -1 }
        slotCount = counted.count
        counts = ScratchMemory(count: max(1, count * counted.count), repeating: 0)
        neighbourCounts = counts.pointer
        memory = ScratchMemory(capacity: count)
        stays = memory.pointer
        for (vertex, degree) in degrees.enumerated() {
            (stays + vertex).initialize(to: Stay(degree: Int32(degree)))
        }
        queue = ClockQueue(of: stays, count: count)
        words = KeyedWords(key: streams.key(for: .waitingTimes))
        causes = TransitionCauses(model, streams: streams)
        rewirer = transitions.rewirings.isEmpty ? nil : TransitionRewirer(model, counts, streams: streams)
    }

    private static func degrees(of graph: Graph) -> [Int] {
        var degrees = [Int](repeating: 0, count: graph.vertexCount)
        graph.incoming.withPointers { rows in
            for vertex in degrees.indices { degrees[vertex] = rows.count(ofRow: vertex) }
        }
        return degrees
    }

    /// The degrees for which rates are tabulated: those that there are, and where edges are rewired those that are likely to come.
    private static func tabulatedDegrees(_ degrees: [Int], _ transitions: TransitionFormulas) -> Set<Int> {
        let greatest = degrees.max() ?? 0
        guard transitions.rewirings.isEmpty else { return Set(0...2 * greatest + 16) }
        var areThere = [Bool](repeating: false, count: greatest + 1)
        for degree in degrees { areThere[degree] = true }
        return Set(areThere.indices.filter { areThere[$0] })
    }

    /// Looks at all states anew. Vertices whose state is not that in which they were have just come there.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    func begin(at time: Double) {
        followGraph()
        countNeighbours()
        // What happens next may come before what has been looked for.
        queue.removeAll()
        for vertex in 0..<model.nodeCount {
            if stays[vertex].state != Int16(model.states.elements[vertex]) {
                enter(vertex, at: time)
            } else {
                updateRate(of: vertex, at: time)
                queue.enqueue(vertex)
            }
        }
        rewirer?.begin(at: time)
    }

    /// Computes the rates of all vertices as they are, of which ``allImpossibleRates`` then tells those that cannot be.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges, without drawing anything.
    func lookAtRates() {
        countNeighbours()
        for vertex in 0..<model.nodeCount {
            stays[vertex].state = Int16(model.states.elements[vertex])
            _ = rate(of: vertex)
            rewirer?.lookAtRate(of: vertex)
        }
    }

    /// Takes note of the degrees of a graph that others have changed.
    private func followGraph() {
        guard model.network.revision != revision else { return }
        let degrees = Self.degrees(of: model.network.graph)
        tables = TransitionRateTables(
            model.transitions, degrees: Self.tabulatedDegrees(degrees, model.transitions))
        impossibleTables = []
        pointers = tables.pointers
        for (vertex, degree) in degrees.enumerated() { stays[vertex].degree = Int32(degree) }
        revision = model.network.revision
    }

    private func countNeighbours() {
        let (states, counts) = (model.states.elements, counts.pointer)
        counts.update(repeating: 0, count: self.counts.capacity)
        model.network.graph.incoming.withPointers { rows in
            for vertex in 0..<model.nodeCount {
                for index in Int(rows.starts[vertex])..<Int(rows.ends[vertex]) {
                    let slot = slots[Int(states[Int(rows.vertices[index])])]
                    if slot >= 0 { counts[vertex &* slotCount &+ slot] += 1 }
                }
            }
        }
    }

    /// Takes note that the rates of a vertex may be others from a time on.
    @inline(__always)
    private func updateRate(of vertex: Int, at time: Double) {
        let total = rate(of: vertex)
        guard total != stays[vertex].hazard.rate else { return }
        stays[vertex].hazard.setRate(total, at: time)
        queue.enqueue(vertex)
    }

    @inline(__always)
    private func rate(of vertex: Int) -> Double {
        var sum = 0.0
        for rate in pointers.rates(of: Int(stays[vertex].state)) { sum += value(of: rate, at: vertex) }
        return sum
    }

    @inline(__always)
    private func value(of rate: Int, at vertex: Int) -> Double {
        let (degree, counts) = (stays[vertex].degree, neighbourCounts + vertex &* slotCount)
        let value =
            pointers.lookups[rate].value(at: vertex, degree: degree, counts)
            ?? tables.rates[rate].value(at: vertex, degree: Int(degree), counts)
        if value >= 0, value < .infinity { return value }
        refuse(value, of: tables.rates[rate], at: vertex)
        return 0
    }

    @inline(never)
    private func refuse(_ value: Double, of rate: TransitionRate, at vertex: Int) {
        guard !impossibleRates.contains(where: { $0.item == rate.number }) else { return }
        let (transitions, counts) = (model.transitions, neighbourCounts + vertex * slotCount)
        let counted = transitions.countedStates
        impossibleRates.append(
            transitions.impossibleRate(
                value, rate.number, at: vertex, degree: Int(stays[vertex].degree),
                of: rate.countedSlots.map { (counted[$0], Int(counts[$0])) }))
    }

    /// Draws for how long a vertex stays in the state to which it has come.
    private func enter(_ vertex: Int, at time: Double) {
        let state = Int(model.states.elements[vertex])
        stays[vertex].begin(in: Int16(state), at: time)
        if !pointers.rates(of: state).isEmpty {
            stays[vertex].hazard.missing = -reproducibleLog(RandomWords.positiveUniform(of: luck(of: vertex).0))
            stays[vertex].hazard.rate = rate(of: vertex)
        }
        if !waiting[state].isEmpty { drawTime(of: vertex, in: state, at: time) }
        queue.enqueue(vertex)
    }

    /// The random words of a vertex since it has come to its state.
    private func luck(of vertex: Int) -> Philox2x64.Block {
        words.words(of: Int32(vertex), UInt64(stays[vertex].occasion))
    }

    private func drawTime(of vertex: Int, in state: Int, at time: Double) {
        let generator = streams.stream(for: .waitingTimes, node: vertex, step: Int(stays[vertex].occasion))
        for rule in waiting[state] {
            let end = time + (rule.after?.draw(from: generator) ?? .infinity)
            guard end < stays[vertex].drawnEnd else { continue }
            (stays[vertex].drawnEnd, stays[vertex].drawnTarget) = (end, rule.target)
        }
    }
}

// MARK: - Events

extension TransitionProcess {
    /// The time of the next event; infinite if there is none.
    ///
    /// - Complexity: O(1) amortised.
    var nextTime: Double {
        @inline(__always)
        get {
            guard let rewirer else { return queue.nextTime }
            return min(queue.nextTime, rewirer.nextTime)
        }
    }

    /// Makes the next event. There must be one, of which the time has been asked for.
    ///
    /// - Returns: The vertex whose state has changed, or that has rewired an edge; `nil` if there is none.
    /// - Complexity: O(d) amortised for a vertex of degree d.
    @inline(__always)
    func makeEvent() -> Int? {
        if let rewirer {
            let time = rewirer.nextTime
            if time < queue.nextTime {
                guard let rewiring = rewirer.takeNext() else { return nil }
                rewire(rewiring, at: time)
                return rewiring.vertex
            }
        }
        let (time, vertex) = queue.removeFirst()
        let target = stays[vertex].hazard.end <= stays[vertex].drawnEnd ? target(of: vertex) : stays[vertex].drawnTarget
        move(vertex, to: target, at: time)
        return vertex
    }

    /// Where a vertex goes that leaves its state at a rate.
    private func target(of vertex: Int) -> UInt8 {
        let (range, lookups) = (pointers.rates(of: Int(stays[vertex].state)), pointers.lookups)
        guard range.count > 1 else { return lookups[range.lowerBound].target }
        var level = RandomWords.uniform(of: luck(of: vertex).1) * stays[vertex].hazard.rate
        for rate in range {
            level -= value(of: rate, at: vertex)
            if level < 0 { return lookups[rate].target }
        }
        return lookups[range.last { value(of: $0, at: vertex) > 0 } ?? range.lowerBound].target
    }

    private func move(_ vertex: Int, to state: UInt8, at time: Double) {
        if model.traces.areThere {
            let stay = stays[vertex]
            causes.note(
                vertex, to: state, isByRate: stay.hazard.end <= stay.drawnEnd, occasion: stay.occasion, at: time)
        }
        let (left, entered) = (slots[Int(model.states.elements[vertex])], slots[Int(state)])
        model.move(vertex, to: state)
        stays[vertex].state = Int16(state)
        eventCount += 1
        if left >= 0 || entered >= 0 { tellNeighbours(of: vertex, left, entered, at: time) }
        enter(vertex, at: time)
        guard let rewirer else { return }
        rewirer.note(vertex, is: state)
        rewirer.update(vertex, at: time)
    }

    /// Has the neighbours of a vertex know that it has left a state that is counted, or entered one.
    private func tellNeighbours(of vertex: Int, _ left: Int, _ entered: Int, at time: Double) {
        let stateCount = model.transitions.stateNames.count
        let (allCounts, slotCount) = (neighbourCounts, slotCount)
        let meanings = (
            pointers.meanings + (left &+ 1) &* stateCount, pointers.meanings + (entered &+ 1) &* stateCount
        )
        guard let states = UnsafePointer(model.states.elements.baseAddress) else { return }
        model.network.graph.outgoing.withPointers { rows in
            var index = Int(rows.starts[vertex])
            let end = Int(rows.ends[vertex])
            while index < end {
                let neighbour = Int(rows.vertices[index])
                // There may be several edges to a neighbour, which are side by side.
                var edgeCount: Int32 = 0
                repeat {
                    (index, edgeCount) = (index &+ 1, edgeCount &+ 1)
                } while index < end && Int(rows.vertices[index]) == neighbour
                let state = Int(states[neighbour])
                let meaning = meanings.0[state].union(meanings.1[state])
                guard !meaning.isEmpty else { continue }
                let counts = allCounts + neighbour &* slotCount
                if left >= 0 { counts[left] &-= edgeCount }
                if entered >= 0 { counts[entered] &+= edgeCount }
                rewirer?.update(neighbour, at: time)
                if meaning.contains(.acting) { updateRate(of: neighbour, at: time) }
            }
        }
    }

    /// Has an edge of a vertex lead to another one.
    private func rewire(_ rewiring: TransitionRewirer.Rewiring, at time: Double) {
        let (vertex, end, other) = (rewiring.vertex, rewiring.end, rewiring.other)
        do { try model.rewire(vertex, from: end, to: other) } catch { failure = error }
        revision = model.network.revision
        count(end, at: vertex, -1)
        count(other, at: vertex, 1)
        update(vertex, at: time)
        guard !model.network.graph.isDirected else { return }
        count(vertex, at: end, -1)
        count(vertex, at: other, 1)
        stays[end].degree -= 1
        stays[other].degree += 1
        update(end, at: time)
        update(other, at: time)
    }

    /// Counts an edge more or less that leads from a neighbour to a vertex.
    private func count(_ neighbour: Int, at vertex: Int, _ change: Int32) {
        let slot = slots[Int(model.states.elements[neighbour])]
        if slot >= 0 { counts.pointer[vertex * slotCount + slot] += change }
    }

    private func update(_ vertex: Int, at time: Double) {
        updateRate(of: vertex, at: time)
        rewirer?.update(vertex, at: time)
    }
}

// MARK: - Checkpoints

extension TransitionProcess {
    /// Archives what has been drawn; all else follows from the states.
    func archive(in archive: StateArchive) throws(CheckpointError) {
        let count = model.nodeCount
        let known = UnsafeBufferPointer(start: stays, count: count)
        try archive.count(&eventCount)
        var drawn = (ends: known.map(\.drawnEnd), targets: known.map(\.drawnTarget))
        try archive.values(&drawn.ends)
        try archive.values(&drawn.targets)
        var (occasions, states) = (known.map(\.occasion), known.map(\.state))
        try archive.values(&occasions)
        try archive.values(&states)
        var (totals, missing) = (known.map(\.hazard.rate), known.map(\.hazard.missing))
        var since = known.map(\.hazard.since)
        try archive.values(&totals)
        try archive.values(&missing)
        try archive.values(&since)
        try rewirer?.archive(in: archive)
        guard archive.isReading else { return }
        let stateCount = model.transitions.stateNames.count
        guard [drawn.ends, totals, missing, since].allSatisfy({ $0.count == count && $0.allSatisfy { $0 >= 0 } }),
            [drawn.targets.count, occasions.count, states.count].allSatisfy({ $0 == count }),
            drawn.targets.allSatisfy({ Int($0) < stateCount }),
            states.allSatisfy({ (-1..<stateCount).contains(Int($0)) })
        else { throw .damaged(reason: "something is due that cannot be") }
        for vertex in 0..<count {
            stays[vertex] = Stay(
                hazard: HazardClock(rate: totals[vertex], missing: missing[vertex], since: since[vertex]),
                drawnEnd: drawn.ends[vertex], degree: stays[vertex].degree, occasion: occasions[vertex],
                state: states[vertex], drawnTarget: drawn.targets[vertex])
        }
        queue.fill()
        countNeighbours()
    }
}

/// A vertex since it has come to the state in which it is.
private struct Stay: QueuedClock {
    /// Runs at the sum of its rates.
    var hazard = HazardClock()

    /// When it leaves after a time that was drawn, and where it goes then.
    var drawnEnd = Double.infinity

    var queued = Double.infinity

    /// How many edges lead to it.
    var degree: Int32

    /// How manieth stay it is; 0 before the first.
    var occasion: UInt32 = 0

    /// The state; −1 before the first stay.
    var state: Int16 = -1

    var drawnTarget: UInt8 = 0

    /// Nothing: with it a vertex takes one line of the cache.
    private let rest: UInt64 = 0

    /// When it leaves.
    @inline(__always)
    var end: Double { min(hazard.end, drawnEnd) }

    /// Has a vertex come to a state.
    mutating func begin(in state: Int16, at time: Double) {
        (self.state, hazard, drawnEnd, queued) = (state, HazardClock(since: time), .infinity, .infinity)
        occasion &+= 1
    }
}
