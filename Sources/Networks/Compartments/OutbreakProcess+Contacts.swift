import CKernels
import CMath
import SimulationEngine

/// A contact that may come before a vertex leaves its compartment.
struct ContactCandidate: BitwiseCopyable {
    /// Its random number.
    var word: UInt64

    /// The place of its edge.
    var index: UInt32
}

extension OutbreakProcess {
    /// Finds what comes of it that a vertex is in its compartment, from a time on.
    @inline(__always)
    mutating func schedule(_ vertex: Int32, from now: Double, _ rows: AdjacencyRows.Pointers) {
        let sojourn = stays.pointer[Int(vertex)]
        let actor = rates.actors[Int(sojourn.compartment)]
        var end = Double.infinity
        if actor.spontaneous > 0 {
            let word = edgeWords.keyedWords.words(of: vertex, sojourn.occasion).0
            let hazard = -log(RandomWords.positiveUniform(of: word)) - sojourn.ownLead
            end = max(now, sojourn.since + hazard / actor.spontaneous)
            if end < .infinity { queue.insert(ScheduledEvent(time: end, vertex: vertex, source: -1)) }
        }
        if actor.contact > 0 { transmit(from: vertex, sojourn, rate: actor.contact, from: now, until: end, rows) }
    }

    /// Where a vertex goes by itself.
    @inline(__always)
    func ownTarget(of vertex: Int32, in state: UInt8) -> UInt8 {
        rates.spontaneousTarget(of: state) {
            edgeWords.keyedWords.words(of: vertex, stays.pointer[Int(vertex)].occasion).1
        }
    }

    /// Finds the first contact of a vertex with each neighbour from a time on, until it leaves its compartment.
    @inline(__always)
    private mutating func transmit(
        from vertex: Int32, _ sojourn: Sojourns.Sojourn, rate: Double, from now: Double, until end: Double,
        _ rows: AdjacencyRows.Pointers
    ) {
        let limit = rate * (end - sojourn.since) + sojourn.contactLead
        let candidateCount = findCandidates(of: vertex, sojourn.occasion, limit, rows)
        let events = events.pointer
        var count = 0
        for number in 0..<candidateCount {
            let candidate = candidates.pointer[number]
            let index = Int(candidate.index)
            let weight = rows.weights.map { $0[index] } ?? 1
            let hazard = -log(1 - RandomWords.uniform(of: candidate.word)) / weight
            var time = sojourn.since + (hazard - sojourn.contactLead) / rate
            if time <= now, now > sojourn.since { time = laterContact(candidate.word, rate: rate * weight, after: now) }
            let neighbour = rows.vertices[index]
            nk_prefetch(contacts.pointer + Int(neighbour))
            events[count] = ScheduledEvent(time: time, vertex: neighbour, source: vertex)
            count &+= time < end ? 1 : 0
        }
        for number in 0..<count where events[number].time < contacts.pointer[Int(events[number].vertex)] {
            contacts.pointer[Int(events[number].vertex)] = events[number].time
            queue.insert(events[number])
        }
    }

    /// The first contact after a time at which the first one of all is over: its neighbour could not be changed then, or the edge
    /// was not there. Waiting has no memory, and the time says which number it is.
    @inline(never)
    private func laterContact(_ word: UInt64, rate: Double, after now: Double) -> Double {
        now - log(RandomWords.positiveUniform(of: edgeWords.keyedWords.words(after: word, now.bitPattern).0)) / rate
    }

    /// Finds those edges along which the first contact may come early enough: -log(1 - number), which is at least the number, may
    /// be below a limit.
    ///
    /// - Parameters:
    ///   - vertex: The vertex from which the edges lead.
    ///   - occasion: Its sojourn.
    ///   - limit: The limit for an edge of weight 1.
    ///   - rows: The graph.
    /// - Returns: How many there are, which now stand in `candidates`.
    @inline(__always)
    private func findCandidates(
        of vertex: Int32, _ occasion: UInt64, _ limit: Double, _ rows: AdjacencyRows.Pointers
    ) -> Int {
        let row = Int(rows.starts[Int(vertex)])..<Int(rows.ends[Int(vertex)])
        let candidates = candidates.pointer
        var count = 0
        for index in row {
            let word = edgeWords.word(from: vertex, index, in: row, rows.vertices, occasion)
            let bound = rows.weights.map { limit * $0[index] } ?? limit
            candidates[count] = ContactCandidate(word: word, index: UInt32(truncatingIfNeeded: index))
            count &+= RandomWords.uniform(of: word) < bound ? 1 : 0
        }
        return count
    }
}
