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

    /// The sum of the rates of each vertex, the integral that is missing at a time, and when it will be reached.
    private var totals: [Double]
    private var missing: [Double]
    private var since: [Double]
    private var reached: DueTimes

    /// When vertices leave their states after times that were drawn, and where they go then.
    private var due: DueTimes
    private var dueTargets: [UInt8]

    /// How often each vertex has come to a state, and in which one it was then; none at the beginning.
    private var occasions: [UInt32]
    private var known: [UInt16]

    private let words: KeyedWords
    private lazy var causes = TransitionCauses(model, streams: streams)

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
        totals = [Double](repeating: 0, count: count)
        missing = totals
        since = totals
        reached = DueTimes(count: count)
        due = DueTimes(count: count)
        dueTargets = [UInt8](repeating: 0, count: count)
        occasions = [UInt32](repeating: 0, count: count)
        known = [UInt16](repeating: .max, count: count)
        words = KeyedWords(key: streams.key(for: .waitingTimes))
    }

    /// The time of the next event; infinite if there is none.
    var nextTime: Double { min(reached.first?.time ?? .infinity, due.first?.time ?? .infinity) }

    /// Looks at all states anew. Vertices whose state is not that in which they were have just come there.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    func begin(at time: Double) {
        countNeighbours()
        for vertex in 0..<model.graph.vertexCount {
            if known[vertex] != UInt16(model.states.elements[vertex]) {
                enter(vertex, at: time)
            } else {
                updateRate(of: vertex, at: time)
            }
        }
    }

    private func countNeighbours() {
        let (graph, states) = (model.graph, model.states.elements)
        counts.pointer.update(repeating: 0, count: counts.capacity)
        for vertex in 0..<graph.vertexCount {
            graph.forEachInNeighbour(of: vertex) { neighbour in
                let slot = slots[Int(states[neighbour])]
                if slot >= 0 { counts.pointer[vertex * slotCount + slot] += 1 }
            }
        }
    }

    /// Takes note that the rates of a vertex may be others from a time on.
    private func updateRate(of vertex: Int, at time: Double) {
        let total = rate(of: vertex)
        guard total != totals[vertex] else { return }
        missing[vertex] = max(0, missing[vertex] - totals[vertex] * (time - since[vertex]))
        (totals[vertex], since[vertex]) = (total, time)
        reached.set(vertex, total > 0 ? time + missing[vertex] / total : .infinity)
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

    /// Draws for how long a vertex stays in the state to which it has come.
    private func enter(_ vertex: Int, at time: Double) {
        let state = Int(model.states.elements[vertex])
        known[vertex] = UInt16(state)
        occasions[vertex] &+= 1
        (totals[vertex], since[vertex]) = (0, time)
        if rates[state].isEmpty {
            reached.set(vertex, .infinity)
        } else {
            missing[vertex] = -reproducibleLog(RandomWords.positiveUniform(of: luck(of: vertex).0))
            totals[vertex] = rate(of: vertex)
            reached.set(vertex, totals[vertex] > 0 ? time + missing[vertex] / totals[vertex] : .infinity)
        }
        drawTime(of: vertex, in: state, at: time)
    }

    /// The random words of a vertex since it has come to its state.
    private func luck(of vertex: Int) -> Philox2x64.Block {
        words.words(of: Int32(vertex), UInt64(occasions[vertex]))
    }

    private func drawTime(of vertex: Int, in state: Int, at time: Double) {
        var earliest = Double.infinity
        if !waiting[state].isEmpty {
            let generator = streams.stream(for: .waitingTimes, node: vertex, step: Int(occasions[vertex]))
            for rule in waiting[state] {
                let end = time + (rule.after?.draw(from: generator) ?? .infinity)
                guard end < earliest else { continue }
                (earliest, dueTargets[vertex]) = (end, rule.target)
            }
        }
        due.set(vertex, earliest)
    }
}

// MARK: - Events

extension TransitionProcess {
    /// Makes the next event.
    ///
    /// - Returns: The vertex that has changed.
    /// - Complexity: O(d log n) for a vertex of degree d.
    func makeEvent() -> Int {
        guard let next = reached.first, next.time <= due.first?.time ?? .infinity else {
            return due.first.map { move($0.vertex, to: dueTargets[$0.vertex], at: $0.time) } ?? 0
        }
        return move(next.vertex, to: target(of: next.vertex), at: next.time)
    }

    /// Where a vertex goes that leaves its state at a rate.
    private func target(of vertex: Int) -> UInt8 {
        let rates = rates[Int(model.states.elements[vertex])]
        guard rates.count > 1 else { return rates[0].target }
        let degree = model.graph.inDegree(of: vertex)
        var level = RandomWords.uniform(of: luck(of: vertex).1) * totals[vertex]
        for rate in rates {
            level -= value(of: rate, at: vertex, degree)
            if level < 0 { return rate.target }
        }
        return rates.last { value(of: $0, at: vertex, degree) > 0 }?.target ?? rates[0].target
    }

    private func move(_ vertex: Int, to state: UInt8, at time: Double) -> Int {
        let old = Int(model.states.elements[vertex])
        if model.traces.areThere {
            let isByRate = reached.time(of: vertex) <= time
            causes.note(vertex, to: state, isByRate: isByRate, occasion: occasions[vertex], at: time)
        }
        model.move(vertex, to: state)
        eventCount += 1
        let (left, entered) = (slots[old], slots[Int(state)])
        if left >= 0 || entered >= 0 { tellNeighbours(of: vertex, left, entered, at: time) }
        enter(vertex, at: time)
        return vertex
    }

    /// Has the neighbours of a vertex know that it has left a state that is counted, or entered one.
    private func tellNeighbours(of vertex: Int, _ left: Int, _ entered: Int, at time: Double) {
        let rows = model.graph.outgoing
        for index in rows.range(of: vertex) {
            let neighbour = Int(rows.vertices[index])
            let counts = counts.pointer + neighbour * slotCount
            if left >= 0 { counts[left] -= 1 }
            if entered >= 0 { counts[entered] += 1 }
        }
        // After all, since there may be several edges to a neighbour.
        for index in rows.range(of: vertex) {
            let neighbour = Int(rows.vertices[index])
            let affected = isAffected[Int(model.states.elements[neighbour])]
            guard left >= 0 && affected[left] || entered >= 0 && affected[entered] else { continue }
            updateRate(of: neighbour, at: time)
        }
    }
}

// MARK: - Checkpoints

extension TransitionProcess {
    /// Archives what has been drawn; all else follows from the states.
    func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&eventCount)
        var times = occasions.indices.map { due.time(of: $0) }
        try archive.values(&times)
        try archive.values(&dueTargets)
        try archive.values(&occasions)
        try archive.values(&known)
        for numbers in [\TransitionProcess.totals, \.missing, \.since] { try archive.values(&self[keyPath: numbers]) }
        guard archive.isReading else { return }
        let (count, stateCount) = (model.graph.vertexCount, model.transitions.stateNames.count)
        guard [times, totals, missing, since].allSatisfy({ $0.count == count && $0.allSatisfy { $0 >= 0 } }),
            [dueTargets.count, occasions.count, known.count].allSatisfy({ $0 == count }),
            dueTargets.allSatisfy({ Int($0) < stateCount })
        else { throw .damaged(reason: "something is due that cannot be") }
        for (vertex, time) in times.enumerated() {
            due.set(vertex, time)
            reached.set(vertex, totals[vertex] > 0 ? since[vertex] + missing[vertex] / totals[vertex] : .infinity)
        }
        countNeighbours()
    }
}
