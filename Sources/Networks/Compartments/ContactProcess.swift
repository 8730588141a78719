import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
/// Memory: 16 bytes a vertex, and 8 more in ``RateGroups``; 4 bytes for each end of an edge where neighbours are moved, and
/// 8 bytes for each end with weights.
struct ContactProcess {
    private struct Vertex {
        /// Where its neighbours begin.
        var first: UInt32

        /// How many of them may still be changed.
        var liveCount: UInt32

        /// The greatest weight of its edges, 1 without weights.
        var greatestWeight: Double
    }

    /// The time of the next event that may happen; infinite if there is none.
    private(set) var nextTime = Double.infinity

    /// How many events have happened.
    private(set) var eventCount = 0

    /// The words that decide what the next event is.
    private var choice: (vertex: UInt64, action: UInt64) = (0, 0)

    private var random: RandomWords
    private var groups: RateGroups
    private let rates: TransitionRates
    private let states: CompartmentStates
    private let graph: Graph
    private let movesNeighbours: Bool
    private let vertices: ScratchMemory<Vertex>
    private let neighbours: ScratchMemory<Int32>
    private let weights: ScratchMemory<Double>?

    init<State: Compartment>(_ model: CompartmentModel<State>, random: RandomWords) {
        self.random = random
        graph = model.graph
        states = model.compartments
        rates = TransitionRates(model.transitions)
        movesNeighbours = rates.hasFinished
        neighbours = ScratchMemory(copying: graph.outgoing.vertices)
        weights = graph.outgoing.weights.map { ScratchMemory(copying: $0) }
        vertices = ScratchMemory(count: graph.vertexCount, repeating: Vertex(first: 0, liveCount: 0, greatestWeight: 1))
        var greatest = 0.0
        var least = Double.infinity
        for vertex in 0..<graph.vertexCount {
            let weight = graph.weights(of: vertex)?.max() ?? 1
            vertices.pointer[vertex].greatestWeight = weight
            for state in 0..<rates.count {
                let actor = rates.actors[state]
                let edge = actor.contact * weight
                greatest = max(greatest, actor.spontaneous + edge * Double(graph.degree(of: vertex)))
                for rate in [actor.spontaneous, edge] where rate > 0 { least = min(least, rate) }
            }
        }
        // Where nothing can happen any group will do.
        groups = RateGroups(vertexCount: graph.vertexCount, rates: greatest > 0 ? least...greatest : 1...1)
    }

    /// Looks at all compartments anew, and draws the time of the next event from a time on.
    ///
    /// - Complexity: O(n) for n vertices.
    mutating func begin(at time: Double) {
        groups.removeAll()
        for vertex in 0..<graph.vertexCount {
            vertices.pointer[vertex].first = graph.outgoing.offsets[vertex]
            let isCutOff = vertices.pointer[vertex].greatestWeight == 0
            vertices.pointer[vertex].liveCount = isCutOff ? 0 : UInt32(graph.degree(of: vertex))
            groups.set(Int32(vertex), rate: rate(of: vertices.pointer[vertex], in: states.numbers[vertex]))
        }
        drawNext(from: time)
    }

    @inline(__always)
    private func rate(of vertex: Vertex, in state: UInt8) -> Double {
        let actor = rates.actors[Int(state)]
        return actor.spontaneous + actor.contact * vertex.greatestWeight * Double(vertex.liveCount)
    }

    @inline(__always)
    private mutating func drawNext(from time: Double) {
        let block = random.nextBlock()
        choice = (block.1, block.2)
        guard groups.total > 0 else {
            nextTime = .infinity
            return
        }
        let waiting = -log(RandomWords.positiveUniform(of: block.0))
        nextTime = time + waiting / (Double(groups.total) * groups.unit)
    }

    /// Makes all events up to and including a time.
    ///
    /// - Complexity: O(1) expected for each event that may happen.
    mutating func advance(to end: Double) {
        while nextTime <= end {
            act()
            drawNext(from: nextTime)
        }
    }

    /// Makes the next event, if it can happen.
    @inline(__always)
    private mutating func act() {
        let (number, bound) = groups.choose(choice.vertex)
        let vertex = vertices.pointer + Int(number)
        let state = states.numbers[Int(number)]
        let actor = rates.actors + Int(state)
        let level = RandomWords.uniform(of: choice.action) * bound
        let beyond = level - actor.pointee.spontaneous
        if beyond < 0 { return move(number, to: rates.spontaneousTarget(of: state, level)) }
        var edge = beyond * actor.pointee.inverseContact
        if weights != nil { edge /= vertex.pointee.greatestWeight }
        guard edge < Double(vertex.pointee.liveCount) else { return }
        let index = Int(edge)
        contact(from: number, in: state, along: index, edge - Double(index))
    }

    /// Lets a vertex act on a neighbour, if a number from [0, 1) says so.
    @inline(__always)
    private mutating func contact(from number: Int32, in state: UInt8, along index: Int, _ level: Double) {
        let vertex = vertices.pointer + Int(number)
        let slot = Int(vertex.pointee.first) + index
        let neighbour = neighbours.pointer[slot]
        let old = states.numbers[Int(neighbour)]
        if movesNeighbours, rates.isFinished[Int(old)] { return retire(slot, of: number, in: state) }
        var level = level
        if let weights {
            guard weights.pointer[slot] > 0 else { return }
            level *= vertex.pointee.greatestWeight / weights.pointer[slot]
        }
        let new = rates.contactTarget(of: old, inducedBy: state, level)
        if new != old { move(neighbour, to: new) }
    }

    /// Moves a neighbour that can never again be changed behind those that may be.
    @inline(__always)
    private mutating func retire(_ slot: Int, of number: Int32, in state: UInt8) {
        let vertex = vertices.pointer + Int(number)
        vertex.pointee.liveCount &-= 1
        let last = Int(vertex.pointee.first) + Int(vertex.pointee.liveCount)
        swap(slot, last, in: neighbours.pointer)
        if let weights { swap(slot, last, in: weights.pointer) }
        groups.set(number, rate: rate(of: vertex.pointee, in: state))
    }

    @inline(__always)
    private func swap<Element>(_ a: Int, _ b: Int, in elements: UnsafeMutablePointer<Element>) {
        let element = elements[a]
        elements[a] = elements[b]
        elements[b] = element
    }

    @inline(__always)
    private mutating func move(_ number: Int32, to state: UInt8) {
        let old = states.numbers[Int(number)]
        states.numbers[Int(number)] = state
        states.counts[Int(old)] &-= 1
        states.counts[Int(state)] &+= 1
        eventCount &+= 1
        groups.set(number, rate: rate(of: vertices.pointer[Int(number)], in: state))
    }
}

/// Memory that lives as long as somebody refers to it.
final class ScratchMemory<Element: BitwiseCopyable> {
    let pointer: UnsafeMutablePointer<Element>

    init(count: Int, repeating element: Element) {
        pointer = .allocate(capacity: count)
        pointer.initialize(repeating: element, count: count)
    }

    init(copying elements: ContiguousArray<Element>) {
        pointer = .allocate(capacity: elements.count)
        elements.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { pointer.initialize(from: base, count: elements.count) }
        }
    }

    deinit {
        pointer.deallocate()
    }
}
