import GSL
import SimulationEngine

extension RandomPurpose {
    /// When vertices rewire edges, and which.
    static let rewirings = RandomPurpose(number: 132)
}

/// When the vertices of a ``TransitionModel`` rewire edges, and which.
///
/// Each vertex has a clock, which runs at the sum of the rates of its edges (``HazardClock``). All numbers are keyed by the vertex and by how
/// often its clock has run down, so that states have the luck that they have where nothing is rewired.
///
/// Memory: 57 bytes a vertex, and the times that wait.
final class TransitionRewirer {
    /// What becomes of an edge.
    struct Rewiring {
        let vertex: Int
        let end: Int
        let other: Int
    }

    /// What vertices in a state rewire, with its formulas.
    fileprivate struct Plan {
        /// Which of several rewirings it is, where it is one of a list.
        let item: Int?

        let condition: CountedFormula?
        let rate: CountedFormula

        /// What is known of the rate without references.
        let constantRate: Double?
        let arithmetic: CountedFormula.Arithmetic?
        let ends: PlannedRewiring.Choice
        let targets: PlannedRewiring.Choice

        /// The places of the states at the ends of these edges, among those that are counted.
        let slots: [Int]
    }

    private struct Clock: QueuedClock {
        var hazard = HazardClock()
        var queued = Double.infinity

        @inline(__always)
        var end: Double { hazard.end }

        /// How often it has been wound up.
        var occasion: UInt32 = 0
    }

    private let model: TransitionModel
    private let key: Philox4x64.Key

    /// For each state what vertices in it rewire.
    private let plans: [[Plan]]

    private let counts: NeighbourCounts
    private let memory: ScratchMemory<Clock>
    private let clocks: UnsafeMutablePointer<Clock>

    @exclusivity(unchecked)
    private var queue: ClockQueue<Clock>

    /// The vertices in each state, of which new ends are drawn.
    @exclusivity(unchecked)
    private var members: StateMembers

    /// The rates that cannot be, the first of each rewiring.
    @exclusivity(unchecked)
    private(set) var impossibleRates: [EntryError] = []

    /// True if a rate was found that cannot be.
    var hasFailed: Bool { !impossibleRates.isEmpty }

    /// - Parameters:
    ///   - model: The model.
    ///   - counts: How many neighbours of each vertex are in each state that is counted, in memory that stays as long as this.
    ///   - streams: The random numbers.
    init(_ model: TransitionModel, _ counts: NeighbourCounts, streams: RandomStreams) {
        (self.model, self.counts) = (model, counts)
        let transitions = model.transitions
        let (counted, stateCount) = (transitions.countedStates, transitions.stateNames.count)
        key = streams.key(for: .rewirings)
        plans = (0..<stateCount).map { own in
            transitions.rewirings.compactMap { Plan($0, for: own, counted, stateCount) }
        }
        memory = ScratchMemory(count: model.nodeCount, repeating: Clock())
        clocks = memory.pointer
        members = StateMembers(of: model.states.elements, stateCount: stateCount)
        queue = ClockQueue(of: clocks, count: model.nodeCount)
    }

    /// Looks at all states anew.
    func begin(at time: Double) {
        members.follow(model.states.elements)
        queue.removeAll()
        for vertex in 0..<model.nodeCount {
            if clocks[vertex].occasion == 0 { wind(vertex) }
            update(vertex, at: time)
            queue.enqueue(vertex)
        }
    }

    /// Takes note of the state to which a vertex has come.
    func note(_ vertex: Int, is state: UInt8) { members.note(vertex, is: state) }

    /// Takes note that the rates of the edges of a vertex may be others from a time on.
    func update(_ vertex: Int, at time: Double) {
        let rate = rate(of: vertex)
        guard rate != clocks[vertex].hazard.rate else { return }
        clocks[vertex].hazard.setRate(rate, at: time)
        queue.enqueue(vertex)
    }

    /// Computes the rate of a vertex, which is told if it cannot be.
    func lookAtRate(of vertex: Int) { _ = rate(of: vertex) }

    private func rate(of vertex: Int) -> Double {
        let plans = plans[Int(model.states.elements[vertex])]
        var sum = 0.0
        for index in plans.indices { sum += rate(of: vertex, plans[index]) }
        return sum
    }

    private func luck(of vertex: Int) -> RandomWords {
        RandomWords(key: key, node: vertex, step: Int(clocks[vertex].occasion))
    }

    /// Draws how long the clock of a vertex runs from now on.
    private func wind(_ vertex: Int) {
        clocks[vertex].occasion &+= 1
        var luck = luck(of: vertex)
        clocks[vertex].hazard.missing = -reproducibleLog(luck.positiveUniform())
    }
}

extension TransitionRewirer.Plan {
    /// What vertices in a state rewire; `nil` if they never do.
    fileprivate init?(_ rewiring: PlannedEdgeRewiring, for own: Int, _ counted: [Int], _ stateCount: Int) {
        func formula(_ formula: RuleFormula) -> CountedFormula {
            CountedFormula(formula.expression.setting([RuleFormula.Field.state: Double(own)])) { field in
                if let table = formula.tables.first(where: { $0.field == field }) { return .parameter(table.numbers) }
                let first = formula.countFields.lowerBound
                let state = field == formula.alikeField ? own : field - first
                return counted.firstIndex(of: state).map { .count(slot: $0) } ?? .degree
            }
        }
        let (condition, rate) = (rewiring.choices.condition.map(formula), formula(rewiring.rate))
        guard condition?.constant != 0, rate.constant != 0, let ends = rewiring.choices.ends else { return nil }
        item = rewiring.item
        self.condition = condition?.constant == 1 ? nil : condition
        (self.rate, constantRate, arithmetic) = (rate, rate.constant, rate.arithmetic)
        (self.ends, targets) = (ends, rewiring.choices.targets)
        slots = PlannedEdgeRewiring.states(of: ends, for: own, count: stateCount)
            .compactMap { counted.firstIndex(of: $0) }
    }
}

// MARK: - Events

extension TransitionRewirer {
    /// The rate at which a vertex does something, of all edges together.
    private func rate(of vertex: Int, _ plan: borrowing Plan) -> Double {
        let counts = UnsafePointer(counts[vertex])
        var count: Int32 = 0
        for slot in plan.slots { count &+= counts[slot] }
        guard count > 0 else { return 0 }
        let degree = model.network.graph.inDegree(of: vertex)
        if let condition = plan.condition, condition.value(at: vertex, degree: degree, counts) != 1 { return 0 }
        let rate =
            plan.constantRate ?? plan.arithmetic?.value(at: vertex, degree: Int32(truncatingIfNeeded: degree), counts)
            ?? plan.rate.value(at: vertex, degree: degree, counts)
        if rate >= 0, rate < .infinity { return rate * Double(count) }
        refuse(rate, of: plan.item, at: vertex, degree: degree)
        return 0
    }

    @inline(never)
    private func refuse(_ rate: Double, of item: Int?, at vertex: Int, degree: Int) {
        guard !impossibleRates.contains(where: { $0.item == item }) else { return }
        let state = model.transitions.stateNames[Int(model.states.elements[vertex])]
        impossibleRates.append(
            EntryError(
                "rewire", item: item, key: "rate",
                TransitionError.impossibleRewiring(rate, vertex: vertex, state: state, degree: degree)))
    }

    /// When the next clock runs down; infinite if none does.
    ///
    /// - Complexity: O(1) amortised.
    var nextTime: Double { queue.nextTime() }

    /// Takes the clock that runs down next, of which the time has been asked for, and winds it up.
    ///
    /// - Returns: The edge that is rewired, and where it goes; `nil` if there is no vertex that could be its new end.
    func takeNext() -> Rewiring? {
        let (time, vertex) = queue.removeFirst()
        var luck = luck(of: vertex)
        // That of the clock.
        _ = luck.next()
        let rewiring = rewiring(of: vertex, &luck)
        clocks[vertex].queued = .infinity
        clocks[vertex].hazard.since = time
        wind(vertex)
        queue.enqueue(vertex)
        return rewiring
    }

    private func rewiring(of vertex: Int, _ luck: inout RandomWords) -> Rewiring? {
        guard let states = UnsafePointer(model.states.elements.baseAddress) else { return nil }
        let plans = plans[Int(states[vertex])]
        var level = luck.uniform() * clocks[vertex].hazard.rate
        var chosen: Int?
        // The last one if rounding leaves something over.
        for index in plans.indices where level >= 0 {
            let rate = rate(of: vertex, plans[index])
            if rate > 0 { chosen = index }
            level -= rate
        }
        guard let chosen else { return nil }
        let graph = model.network.graph
        guard
            let end = graph.chosenInNeighbour(of: vertex, plans[chosen].ends, states, { luck.below($0) }),
            let other = members.newEnd(for: vertex, plans[chosen].targets, graph, states, { luck.below($0) })
        else { return nil }
        return Rewiring(vertex: vertex, end: end, other: other)
    }
}

// MARK: - Checkpoints

extension TransitionRewirer {
    /// Archives what has been drawn, and the vertices in each state in the order in which they are drawn from.
    func archive(in archive: StateArchive) throws(CheckpointError) {
        let count = model.nodeCount
        let known = UnsafeBufferPointer(start: clocks, count: count)
        try members.archive(in: archive)
        var occasions = known.map(\.occasion)
        var (rates, missing) = (known.map(\.hazard.rate), known.map(\.hazard.missing))
        var since = known.map(\.hazard.since)
        try archive.values(&occasions)
        try archive.values(&rates)
        try archive.values(&missing)
        try archive.values(&since)
        guard archive.isReading else { return }
        guard occasions.count == count,
            [rates, missing, since].allSatisfy({ $0.count == count && $0.allSatisfy { $0 >= 0 } })
        else { throw .damaged(reason: "an edge is rewired at a time that cannot be") }
        for vertex in 0..<count {
            clocks[vertex] = Clock(
                hazard: HazardClock(rate: rates[vertex], missing: missing[vertex], since: since[vertex]),
                occasion: occasions[vertex])
        }
        queue.fill()
    }
}
