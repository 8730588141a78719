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
    var pointers: TransitionRateTables.Pointers
    @exclusivity(unchecked)
    var revision: Int

    private let waiting: [[TransitionFormulas.Rule]]

    /// The place of each state among those that are counted, or −1, and how many these are.
    let slots: [Int]

    private let memory: StayMemory

    /// The vertices, each since it has come to its state, and how many neighbours of each are in each state that is counted.
    let stays: UnsafeMutablePointer<VertexStay>
    let counts: NeighbourCounts

    /// True if a vertex may be a neighbour of its own, and if there may be several edges to one.
    let mayHaveLoops: Bool
    let mayHaveMultipleEdges: Bool

    /// Neighbours of the vertex whose event happens, and of the one whose event is likely to come next.
    @exclusivity(unchecked)
    var reached: ReachedNeighbours
    @exclusivity(unchecked)
    var foreseen: ReachedNeighbours
    private let reachedMemory = ScratchMemory<ReachedNeighbour>(capacity: 2 * ReachedNeighbours.greatestCount)

    /// When vertices leave their states.
    @exclusivity(unchecked)
    var queue: ClockQueue<VertexStay>

    private let words: KeyedWords
    let causes: TransitionCauses

    /// Says which edges are rewired, if some are.
    let rewirer: TransitionRewirer?

    /// How many events have happened.
    @exclusivity(unchecked)
    var eventCount = 0

    /// What has gone wrong with an edge.
    @exclusivity(unchecked)
    var failure: (any Error)?

    /// The rates of vertices that cannot be, the first of each transition.
    @exclusivity(unchecked)
    private var impossibleRates: [EntryError] = []

    /// The rates that cannot be for vertices of degrees that there are, whatever the states of their neighbours.
    @exclusivity(unchecked)
    private var impossibleTables: [EntryError]

    /// True if something has gone wrong since the beginning.
    var hasFailed: Bool {
        @inline(__always) get { failure != nil || !impossibleRates.isEmpty || rewirer?.hasFailed ?? false }
    }

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
        memory = StayMemory(degrees: degrees, countedStates: counted.count)
        (stays, counts) = (memory.stays, memory.counts)
        mayHaveLoops = model.network.graph.allowedEdges.contains(.loops)
        mayHaveMultipleEdges = model.network.graph.allowedEdges.contains(.multipleEdges)
        reached = ReachedNeighbours(in: reachedMemory.pointer)
        foreseen = ReachedNeighbours(in: reachedMemory.pointer + ReachedNeighbours.greatestCount)
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

    /// Computes the rates of all vertices as they are, of which ``allImpossibleRates`` then tells those that cannot be. It must not have
    /// begun.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges, without drawing anything.
    func lookAtRates() {
        countNeighbours()
        for vertex in 0..<model.nodeCount {
            stays[vertex].state = Int16(model.states.elements[vertex])
            _ = rate(of: vertex)
            stays[vertex].state = -1
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
        let (states, counts) = (model.states.elements, counts)
        memory.clearCounts()
        model.network.graph.incoming.withPointers { rows in
            for vertex in 0..<model.nodeCount {
                for index in Int(rows.starts[vertex])..<Int(rows.ends[vertex]) {
                    let slot = slots[Int(states[Int(rows.vertices[index])])]
                    if slot >= 0 { counts[vertex][slot] += 1 }
                }
            }
        }
    }

    /// Takes note that the rates of a vertex may be others from a time on.
    @inline(__always)
    func updateRate(of vertex: Int, at time: Double) {
        setRate(of: stays + vertex, vertex, to: rate(of: vertex), at: time)
    }

    /// Takes note that the sum of the rates of a vertex is another one from a time on.
    @inline(__always)
    func setRate(of stay: UnsafeMutablePointer<VertexStay>, _ vertex: Int, to total: Double, at time: Double) {
        var hazard = stay.pointee.hazard
        guard total != hazard.rate else { return }
        hazard.setRate(total, at: time)
        stay.pointee.hazard = hazard
        queue.enqueue(vertex, at: min(hazard.end, stay.pointee.drawnEnd))
    }

    @inline(__always)
    private func rate(of vertex: Int) -> Double {
        let sum = pointers.sum(of: stays + vertex, at: vertex, counts[vertex])
        return sum.isNaN ? rarerRate(of: vertex) : sum
    }

    /// The sum of the rates of a vertex of which some are computed with more ado.
    @inline(never)
    func rarerRate(of vertex: Int) -> Double {
        let range = pointers.rates(of: Int(stays[vertex].state))
        var sum = 0.0
        var rate = range.lowerBound
        while rate < range.upperBound {
            sum += value(of: rate, at: vertex)
            rate &+= 1
        }
        return sum
    }

    @inline(__always)
    func value(of rate: Int, at vertex: Int) -> Double {
        let known = pointers.lookups[rate].value(at: vertex, degree: stays[vertex].degree, counts[vertex])
        return known.isRate ? known : otherValue(of: rate, at: vertex)
    }

    /// The value of a rate that is neither a table nor a product, or of which something may be wrong.
    @inline(never)
    private func otherValue(of rate: Int, at vertex: Int) -> Double {
        let (lookup, degree, counts) = (pointers.lookups + rate, stays[vertex].degree, counts[vertex])
        guard lookup.pointee.value(degree: degree, counts) == nil, let arithmetic = lookup.pointee.arithmetic else {
            return rareValue(of: rate, at: vertex)
        }
        let value = arithmetic.value(at: vertex, degree: degree, counts)
        return value.isRate ? value : accepted(value, of: rate, at: vertex)
    }

    @inline(never)
    private func rareValue(of rate: Int, at vertex: Int) -> Double {
        let (degree, counts) = (stays[vertex].degree, counts[vertex])
        let known = pointers.lookups[rate].value(degree: degree, counts)
        return accepted(
            known ?? tables.rates[rate].value(at: vertex, degree: Int(degree), counts), of: rate, at: vertex)
    }

    /// A value, or 0 if it cannot be that of a rate, which is noted.
    @inline(never)
    private func accepted(_ value: Double, of rate: Int, at vertex: Int) -> Double {
        if value >= 0, value < .infinity { return value }
        refuse(value, of: tables.rates[rate], at: vertex)
        return 0
    }

    private func refuse(_ value: Double, of rate: TransitionRate, at vertex: Int) {
        guard !impossibleRates.contains(where: { $0.item == rate.number }) else { return }
        let (transitions, counts) = (model.transitions, counts[vertex])
        let counted = transitions.countedStates
        impossibleRates.append(
            transitions.impossibleRate(
                value, rate.number, at: vertex, degree: Int(stays[vertex].degree),
                of: rate.countedSlots.map { (counted[$0], Int(counts[$0])) }))
    }

    /// Draws for how long a vertex stays in the state to which it has come.
    func enter(_ vertex: Int, at time: Double) {
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
    func luck(of vertex: Int) -> Philox2x64.Block {
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
            stays[vertex] = VertexStay(
                hazard: HazardClock(rate: totals[vertex], missing: missing[vertex], since: since[vertex]),
                drawnEnd: drawn.ends[vertex], degree: stays[vertex].degree, occasion: occasions[vertex],
                state: states[vertex], drawnTarget: drawn.targets[vertex])
        }
        queue.fill()
        countNeighbours()
    }
}
