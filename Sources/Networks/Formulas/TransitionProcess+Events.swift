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
        // States may have changed since.
        foreseen.forget()
        var next = nextTime(along: rows)
        while next <= end, stretch.count < count {
            stretch.time = next
            let vertex = makeEvent(along: rows)
            stretch.count &+= 1
            if let vertex { watch?.note(vertex, at: stretch.time) }
            if hasFailed { return stretch }
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
        let time = queue.nextTime { vertex, isNear in
            guard let rows, let row = rows.vertices.baseAddress else { return }
            guard isNear else { return nk_prefetch(rows.starts + vertex) }
            let start = row + Int(rows.starts[vertex])
            nk_prefetch(start)
            nk_prefetch(start + 16)
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
    @inline(__always)
    private func target(of vertex: Int) -> UInt8 {
        let range = pointers.rates(of: Int(stays[vertex].state))
        return range.count > 1 ? drawnTarget(of: vertex, range) : pointers.lookups[range.lowerBound].target
    }

    /// The target of one of several rates, by chance.
    @inline(never)
    private func drawnTarget(of vertex: Int, _ range: Range<Int>) -> UInt8 {
        let lookups = pointers.lookups
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
            foreseen.forget()
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
        if foreseen.vertex == vertex {
            swap(&reached, &foreseen)
        } else {
            reached.begin(with: vertex, at: Int(rows.starts[vertex]))
            find(&reached, rows)
        }
        foresee(rows)
        // Drawing gives the memory of neighbours time to arrive. Who is its own neighbour has to be told first.
        if !mayHaveLoops { enter(vertex, at: time) }
        tell(left, entered, at: time)
        while reached.index < end {
            find(&reached, rows)
            tell(left, entered, at: time)
        }
        if mayHaveLoops { enter(vertex, at: time) }
    }

    /// Finds the neighbours of the vertex whose event is likely to come next: if it does, no state has changed until then.
    @inline(__always)
    private func foresee(_ rows: AdjacencyRows.Pointers) {
        // Who is its own neighbour changes first.
        guard !mayHaveLoops, let next = queue.likelyNext else { return foreseen.forget() }
        foreseen.begin(with: next, at: Int(rows.starts[next]))
        find(&foreseen, rows)
    }

    /// Finds the next neighbours of a vertex to which it may matter in which state it is, and has the memory fetched that their rates are
    /// computed from.
    private func find(_ found: inout ReachedNeighbours, _ rows: AdjacencyRows.Pointers) {
        guard let states = UnsafePointer(model.states.elements.baseAddress) else { return }
        let (stays, pointers, vertices, neighbours) = (stays, pointers, rows.vertices, found.neighbours)
        var (index, count) = (found.index, 0)
        let end = Int(rows.ends[found.vertex])
        if mayHaveMultipleEdges {
            // The edges to a neighbour are side by side.
            var (previous, matters) = (Int32(-1), 0)
            while index < end {
                let neighbour = vertices[index]
                if neighbour == previous {
                    if matters > 0 { neighbours[count &- 1].edgeCount &+= 1 }
                } else {
                    guard count < ReachedNeighbours.greatestCount else { break }
                    neighbours[count] = ReachedNeighbour(vertex: neighbour)
                    (previous, matters) = (neighbour, pointers.isReached[Int(states[Int(neighbour)])] ? 1 : 0)
                    count &+= matters
                }
                index &+= 1
            }
        } else {
            let end = min(end, index &+ ReachedNeighbours.greatestCount)
            while index < end {
                // Written in any case, since nobody can guess for how many it is worth it.
                neighbours[count] = ReachedNeighbour(vertex: vertices[index])
                count &+= pointers.isReached[Int(states[Int(vertices[index])])] ? 1 : 0
                index &+= 1
            }
        }
        (found.index, found.count) = (index, count)
        for number in 0..<count { nk_prefetch(stays + Int(neighbours[number].vertex)) }
        for parameter in pointers.parameters {
            for number in 0..<count { nk_prefetch(parameter + Int(neighbours[number].vertex)) }
        }
    }

    /// Has the neighbours that were found know that a vertex has left a state, or entered one.
    ///
    /// - Parameters:
    ///   - left: The place of the state that was left among those that are counted, or −1.
    ///   - entered: That of the state that was entered.
    ///   - time: When.
    @inline(__always)
    private func tell(_ left: Int, _ entered: Int, at time: Double) {
        // What does not change is read once.
        let (pointers, stays, counts, reached) = (pointers, stays, counts, reached)
        let meanings = (pointers.meanings(of: left), pointers.meanings(of: entered))
        var number = 0
        while number < reached.count {
            let (neighbour, vertex) = (reached.neighbours[number], Int(reached.neighbours[number].vertex))
            let counts = counts[vertex]
            if left >= 0 { counts[left] &-= neighbour.edgeCount }
            if entered >= 0 { counts[entered] &+= neighbour.edgeCount }
            rewirer?.update(vertex, at: time)
            let state = Int(stays[vertex].state)
            if meanings.0[state].union(meanings.1[state]).contains(.acting) {
                let sum = pointers.sum(of: stays + vertex, at: vertex, counts)
                setRate(of: stays + vertex, vertex, to: sum.isNaN ? rarerRate(of: vertex) : sum, at: time)
            }
            number &+= 1
        }
    }

    /// Has an edge of a vertex lead to another one.
    private func rewire(_ rewiring: TransitionRewirer.Rewiring, at time: Double) {
        let (vertex, end, other) = (rewiring.vertex, rewiring.end, rewiring.other)
        do { try model.rewire(vertex, from: end, to: other) } catch { failure = error }
        // Rows may lie elsewhere from now on.
        foreseen.forget()
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
