import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension RandomPurpose {
    /// How long vertices wait in a state.
    static let waitingTimes = RandomPurpose(number: 130)
}

/// The events of a ``TransitionModel``, one after the other.
///
/// The rate of a vertex is kept until its state or a neighbour's changes; vertices are chosen in proportion to their rates after an
/// exponentially distributed time (D. T. Gillespie, Journal of Computational Physics 22 (1976) 403, DOI
/// 10.1016/0021-9991(76)90041-3). Times of other distributions are drawn when a vertex comes to a state, keyed by the vertex and by how
/// often it has come to one, and are due unless it leaves before: whatever comes first happens. Since exponential times have no memory,
/// those are drawn anew after each event.
final class TransitionProcess {
    let model: TransitionModel
    private let streams: RandomStreams
    private let rates: [[TransitionRate]]
    private let waiting: [[TransitionFormulas.Rule]]

    /// The place of each state among those that are counted, or −1, and how many these are.
    private let slots: [Int]
    private let slotCount: Int

    /// For each state, and each state that is counted, whether the rates of the first depend on neighbours in the second.
    private let isAffected: [[Bool]]

    /// How many neighbours of each vertex are in each state that is counted.
    private let counts: ScratchMemory<Int32>
    private let tree: RateTree

    /// When vertices leave their states after times that were drawn, and where they go then.
    private var due: DueTimes
    private var dueTargets: [UInt8]

    /// How often each vertex has come to a state, and in which one it was then; 255 at the beginning.
    private var occasions: [UInt32]
    private var known: [UInt8]

    /// The time of the next event that happens at a rate; infinite if there is none.
    private var nextRateTime = Double.infinity
    private var random: RandomWords

    /// How many events have happened.
    private(set) var eventCount = 0

    /// A rate that cannot be.
    private(set) var failure: TransitionError?

    /// - Throws: ``TransitionError``.
    init(_ model: TransitionModel, streams: RandomStreams) throws {
        (self.model, self.streams) = (model, streams)
        let (graph, transitions) = (model.graph, model.transitions)
        let count = graph.vertexCount
        let counted = transitions.countedStates
        let stateCount = transitions.stateNames.count
        let degrees = Set((0..<count).map { graph.inDegree(of: $0) })
        var rates = [[TransitionRate]](repeating: [], count: stateCount)
        for rule in transitions.rules {
            guard let rate = rule.rate else { continue }
            rates[rule.source].append(try TransitionRate(rule, rate, of: transitions, degrees: degrees))
        }
        self.rates = rates
        waiting = (0..<stateCount).map { state in
            transitions.rules.filter { $0.source == state && $0.after != nil }
        }
        slots = (0..<stateCount).map { counted.firstIndex(of: $0) ?? -1 }
        slotCount = counted.count
        isAffected = rates.map { rates in
            counted.indices.map { slot in rates.contains { $0.countedSlots.contains(slot) } }
        }
        counts = ScratchMemory(count: max(1, count * counted.count), repeating: 0)
        tree = RateTree(count: count)
        due = DueTimes(count: count)
        dueTargets = [UInt8](repeating: 0, count: count)
        occasions = [UInt32](repeating: 0, count: count)
        known = [UInt8](repeating: .max, count: count)
        random = streams.words(for: .events)
    }

    /// The time of the next event; infinite if there is none.
    var nextTime: Double { min(nextRateTime, due.first?.time ?? .infinity) }

    /// Looks at all states anew. Vertices whose state is not that in which they were have just come there.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    func begin(at time: Double) {
        recount()
        for vertex in 0..<model.graph.vertexCount where known[vertex] != model.states.elements[vertex] {
            enter(vertex, at: time)
        }
        drawNext(from: time)
    }

    private func recount() {
        let (graph, states) = (model.graph, model.states.elements)
        counts.pointer.update(repeating: 0, count: counts.capacity)
        for vertex in 0..<graph.vertexCount {
            graph.forEachInNeighbour(of: vertex) { neighbour in
                let slot = slots[Int(states[neighbour])]
                if slot >= 0 { counts.pointer[vertex * slotCount + slot] += 1 }
            }
            tree.setLeaf(vertex, rate(of: vertex))
        }
        tree.updateAll()
    }

    private func rate(of vertex: Int) -> Double {
        let rates = rates[Int(model.states.elements[vertex])]
        guard !rates.isEmpty else { return 0 }
        let degree = model.graph.inDegree(of: vertex)
        var sum = 0.0
        for rate in rates { sum += value(of: rate, at: vertex, degree) }
        return sum
    }

    @inline(__always)
    private func value(of rate: TransitionRate, at vertex: Int, _ degree: Int) -> Double {
        let value = rate.value(at: vertex, degree: degree, counts.pointer + vertex * slotCount)
        if value >= 0, value < .infinity { return value }
        let names = model.transitions.stateNames
        failure = .impossibleRate(value, from: names[rate.source], to: names[Int(rate.target)], vertex: vertex)
        return 0
    }

    /// Draws how long a vertex waits in the state to which it has come.
    private func enter(_ vertex: Int, at time: Double) {
        let state = Int(model.states.elements[vertex])
        known[vertex] = UInt8(state)
        var earliest = Double.infinity
        if !waiting[state].isEmpty {
            let generator = streams.stream(for: .waitingTimes, node: vertex, step: Int(occasions[vertex]))
            occasions[vertex] &+= 1
            for rule in waiting[state] {
                let end = time + (rule.after?.draw(from: generator) ?? .infinity)
                guard end < earliest else { continue }
                (earliest, dueTargets[vertex]) = (end, rule.target)
            }
        }
        due.set(vertex, earliest)
    }

    private func drawNext(from time: Double) {
        let total = tree.total
        nextRateTime = total > 0 ? time - log(random.positiveUniform()) / total : .infinity
    }
}

// MARK: - Events

extension TransitionProcess {
    /// Makes the next event.
    ///
    /// - Returns: The vertex that has changed.
    /// - Complexity: O(d log n) for a vertex of degree d.
    func makeEvent() -> Int {
        if let first = due.first, first.time < nextRateTime {
            move(first.vertex, to: dueTargets[first.vertex], at: first.time)
            return first.vertex
        }
        let time = nextRateTime
        let vertex = tree.vertex(at: random.uniform() * tree.total)
        move(vertex, to: target(of: vertex), at: time)
        return vertex
    }

    /// Where a vertex goes that leaves its state at a rate.
    private func target(of vertex: Int) -> UInt8 {
        let rates = rates[Int(model.states.elements[vertex])]
        guard rates.count > 1 else { return rates[0].target }
        let degree = model.graph.inDegree(of: vertex)
        var level = random.uniform() * tree[vertex]
        for rate in rates {
            level -= value(of: rate, at: vertex, degree)
            if level < 0 { return rate.target }
        }
        return rates.last { value(of: $0, at: vertex, degree) > 0 }?.target ?? rates[0].target
    }

    private func move(_ vertex: Int, to state: UInt8, at time: Double) {
        let old = Int(model.states.elements[vertex])
        model.move(vertex, to: state)
        eventCount += 1
        let (left, entered) = (slots[old], slots[Int(state)])
        if left >= 0 || entered >= 0 { tellNeighbours(of: vertex, left, entered) }
        tree.setLeaf(vertex, rate(of: vertex))
        tree.update(vertex)
        enter(vertex, at: time)
        drawNext(from: time)
    }

    /// Has the neighbours of a vertex know that it has left a state that is counted, or entered one.
    private func tellNeighbours(of vertex: Int, _ left: Int, _ entered: Int) {
        let rows = model.graph.outgoing
        for index in rows.range(of: vertex) {
            let neighbour = Int(rows.vertices[index])
            let counts = counts.pointer + neighbour * slotCount
            if left >= 0 { counts[left] -= 1 }
            if entered >= 0 { counts[entered] += 1 }
            let affected = isAffected[Int(model.states.elements[neighbour])]
            guard left >= 0 && affected[left] || entered >= 0 && affected[entered] else { continue }
            tree.setLeaf(neighbour, rate(of: neighbour))
            tree.update(neighbour)
        }
    }
}

// MARK: - Checkpoints

extension TransitionProcess {
    /// Archives what has been drawn; all else follows from the states.
    func archive(in archive: StateArchive) throws(CheckpointError) {
        try random.archive(in: archive)
        try archive.time(&nextRateTime)
        try archive.count(&eventCount)
        var times = occasions.indices.map { due.time(of: $0) }
        try archive.values(&times)
        try archive.values(&dueTargets)
        try archive.values(&occasions)
        try archive.values(&known)
        guard archive.isReading else { return }
        let (count, stateCount) = (model.graph.vertexCount, model.transitions.stateNames.count)
        guard [times.count, dueTargets.count, occasions.count, known.count].allSatisfy({ $0 == count }),
            dueTargets.allSatisfy({ Int($0) < stateCount }), times.allSatisfy({ $0 >= 0 })
        else { throw .damaged(reason: "something is due that cannot be") }
        for (vertex, time) in times.enumerated() { due.set(vertex, time) }
        recount()
    }
}
