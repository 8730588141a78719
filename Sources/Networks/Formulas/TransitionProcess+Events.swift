import CKernels
import GSL
import SimulationEngine

extension TransitionProcess {
    /// The time of the next event; infinite if there is none.
    ///
    /// - Complexity: O(1) amortised.
    var nextTime: Double { nextTime(along: nil) }

    /// Some events, one after the other.
    struct Stretch {
        /// How many there are, and when the last one was.
        var count = 0
        var time = -Double.infinity

        /// True if somebody is to be told of the last one.
        var isWatched = false
    }

    /// Makes the next events: up to a time, up to a number of them, or up to one that is watched or with which something goes wrong.
    ///
    /// - Complexity: O(d) amortised for an event at a vertex of degree d.
    func makeEvents(to end: Double, atMost count: Int, telling watch: JumpWatch?) -> Stretch {
        // Where edges are rewired, rows do not stay where they are.
        guard rewirer == nil else { return makeEvents(to: end, atMost: count, telling: watch, along: nil) }
        var stretch = Stretch()
        model.network.graph.outgoing.withPointers {
            stretch = makeEvents(to: end, atMost: count, telling: watch, along: $0)
        }
        return stretch
    }

    private func makeEvents(
        to end: Double, atMost count: Int, telling watch: JumpWatch?, along rows: AdjacencyRows.Pointers?
    ) -> Stretch {
        var stretch = Stretch()
        var next = nextTime(along: rows)
        while next <= end, stretch.count < count {
            stretch.time = next
            let vertex = makeEvent(along: rows)
            stretch.count &+= 1
            if hasFailed { return stretch }
            if let vertex { watch?.note(vertex, at: stretch.time) }
            next = nextTime(along: rows)
            guard let watch, watch.hasNoted, next > stretch.time else { continue }
            stretch.isWatched = true
            return stretch
        }
        return stretch
    }

    /// The time of the next event, as ``nextTime``. The memory is fetched of vertices whose events are near.
    @inline(__always)
    private func nextTime(along rows: AdjacencyRows.Pointers?) -> Double {
        let time = queue.nextTime { vertex, isNext in
            guard let rows, let row = rows.vertices.baseAddress else { return }
            guard isNext else { return nk_prefetch(rows.starts + vertex) }
            nk_prefetch(row + Int(rows.starts[vertex]))
            nk_prefetch(row + Int(rows.starts[vertex]) + 16)
        }
        guard let rewirer else { return time }
        return min(time, rewirer.nextTime)
    }

    /// Makes the next event. There must be one, of which the time has been asked for.
    ///
    /// - Returns: The vertex whose state has changed, or that has rewired an edge; `nil` if there is none.
    @inline(__always)
    private func makeEvent(along rows: AdjacencyRows.Pointers?) -> Int? {
        if let rewirer {
            let time = rewirer.nextTime
            if time < queue.nextTime() {
                guard let rewiring = rewirer.takeNext() else { return nil }
                rewire(rewiring, at: time)
                return rewiring.vertex
            }
        }
        let (time, vertex) = queue.removeFirst()
        let target = stays[vertex].hazard.end <= stays[vertex].drawnEnd ? target(of: vertex) : stays[vertex].drawnTarget
        move(vertex, to: target, at: time, along: rows)
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

    @inline(__always)
    private func move(_ vertex: Int, to state: UInt8, at time: Double, along rows: AdjacencyRows.Pointers?) {
        if model.traces.areThere {
            let stay = stays[vertex]
            causes.note(
                vertex, to: state, isByRate: stay.hazard.end <= stay.drawnEnd, occasion: stay.occasion, at: time)
        }
        let (left, entered) = (slots[Int(model.states.elements[vertex])], slots[Int(state)])
        model.move(vertex, to: state)
        stays[vertex].state = Int16(state)
        eventCount += 1
        if left < 0, entered < 0 {
            enter(vertex, at: time)
        } else if let rows {
            enter(vertex, at: time, telling: rows, left, entered)
        } else {
            model.network.graph.outgoing.withPointers { enter(vertex, at: time, telling: $0, left, entered) }
        }
        guard let rewirer else { return }
        rewirer.note(vertex, is: state)
        rewirer.update(vertex, at: time)
    }

    /// Has a vertex come to its state, and its neighbours know that it has left a state that is counted, or entered one.
    private func enter(
        _ vertex: Int, at time: Double, telling rows: AdjacencyRows.Pointers, _ left: Int, _ entered: Int
    ) {
        let end = Int(rows.ends[vertex])
        var index = Int(rows.starts[vertex])
        var hasEntered = false
        repeat {
            let reachedCount = findReached(&index, end, left, entered, rows.vertices)
            for number in 0..<reachedCount { fetch(Int(reached.pointer[number].vertex)) }
            // Drawing gives the memory of neighbours time to arrive. Who is its own neighbour has to be told first.
            if !hasEntered, !mayHaveLoops {
                enter(vertex, at: time)
                hasEntered = true
            }
            for number in 0..<reachedCount {
                let neighbour = reached.pointer[number]
                let counts = counts[Int(neighbour.vertex)]
                if left >= 0 { counts[left] &-= neighbour.edgeCount }
                if entered >= 0 { counts[entered] &+= neighbour.edgeCount }
                rewirer?.update(Int(neighbour.vertex), at: time)
                if neighbour.meaning.contains(.acting) { updateRate(of: Int(neighbour.vertex), at: time) }
            }
        } while index < end
        if !hasEntered { enter(vertex, at: time) }
    }

    /// Has the memory fetched that rates of a vertex are computed from.
    @inline(__always)
    private func fetch(_ vertex: Int) {
        nk_prefetch(stays + vertex)
        for parameter in pointers.parameters { nk_prefetch(parameter + vertex) }
    }

    /// Finds the next neighbours in a row to which it matters that a vertex has left a state, or entered one.
    ///
    /// - Parameters:
    ///   - index: The place at which the row goes on.
    ///   - end: The end of the row.
    ///   - left: The place of the state that was left among those that are counted, or −1.
    ///   - entered: That of the state that was entered.
    ///   - vertices: The vertices to which edges lead.
    /// - Returns: How many there are, which now stand in `reached`.
    @inline(__always)
    private func findReached(
        _ index: inout Int, _ end: Int, _ left: Int, _ entered: Int, _ vertices: UnsafeBufferPointer<Int32>
    ) -> Int {
        let (stateCount, reached) = (model.transitions.stateNames.count, reached.pointer)
        let meanings = (
            pointers.meanings + (left &+ 1) &* stateCount, pointers.meanings + (entered &+ 1) &* stateCount
        )
        guard let states = UnsafePointer(model.states.elements.baseAddress) else { return 0 }
        var count = 0
        var (previous, matters) = (Int32(-1), 0)
        while index < end {
            let neighbour = vertices[index]
            if neighbour == previous {
                // There may be several edges to a neighbour, which are side by side.
                if matters > 0 { reached[count &- 1].edgeCount &+= 1 }
            } else {
                guard count < ReachedNeighbour.greatestCount else { break }
                let state = Int(states[Int(neighbour)])
                let meaning = meanings.0[state].union(meanings.1[state])
                // Written in any case, since nobody can guess for how many it is worth it.
                reached[count] = ReachedNeighbour(vertex: neighbour, edgeCount: 1, meaning: meaning)
                (previous, matters) = (neighbour, meaning.isEmpty ? 0 : 1)
                count &+= matters
            }
            index &+= 1
        }
        return count
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
        if slot >= 0 { counts[vertex][slot] += change }
    }

    private func update(_ vertex: Int, at time: Double) {
        updateRate(of: vertex, at: time)
        rewirer?.update(vertex, at: time)
    }
}
