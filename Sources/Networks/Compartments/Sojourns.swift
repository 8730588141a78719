import SimulationEngine

/// Since when each vertex has been in its compartment, and how often it has changed that: the occasions to which the random
/// numbers of an outbreak belong (``OutbreakProcess``).
///
/// A sojourn ends at the hazard that was drawn for it, and a vertex meets a neighbour at that of the edge, whenever one asks. So
/// a change from outside begins new sojourns where it puts vertices elsewhere, and leaves those of all others as they are.
///
/// Memory: 32 bytes a vertex.
final class Sojourns {
    /// The stay of a vertex in a compartment.
    struct Sojourn: BitwiseCopyable {
        /// When it began.
        var since = 0.0

        /// How far the hazard of leaving the compartment is ahead of the present rate times the time since then, because the rate
        /// was another one before.
        var ownLead = 0.0

        /// The same of meeting a neighbour along an edge of weight 1.
        var contactLead = 0.0

        /// How many there were before it, and one more.
        var number: UInt32 = 0

        /// The compartment; none before the first one.
        var compartment: UInt16 = .max

        /// To what the numbers of this sojourn belong beside the vertex.
        @inline(__always)
        var occasion: UInt64 { UInt64(number) << 16 | UInt64(compartment) }

        /// The vertex goes to another compartment.
        @inline(__always)
        mutating func end(at time: Double, in compartment: UInt8) {
            self = Sojourn(since: time, number: number &+ 1, compartment: UInt16(compartment))
        }
    }

    private(set) var sojourns = ScratchMemory<Sojourn>(capacity: 0)

    /// True if vertices have moved of which nothing was noted: all sojourns then are new.
    var areUnknown = false

    /// The rates of leaving each compartment and of meeting a neighbour from it, as they were.
    private(set) var ownRates: [Double] = []
    private(set) var contactRates: [Double] = []

    /// Takes note of what has been changed from outside: vertices that have come or are elsewhere, and rates.
    ///
    /// - Complexity: O(n) for n vertices.
    func update(to states: CompartmentStates, _ rates: TransitionRates, at time: Double) {
        makeRoom(for: states.vertexCount)
        let own = (0..<rates.count).map { rates.actors[$0].spontaneous }
        let contact = (0..<rates.count).map { rates.actors[$0].contact }
        let ratesDiffer = !ownRates.isEmpty && (own != ownRates || contact != contactRates)
        for vertex in 0..<states.vertexCount {
            let (sojourn, compartment) = (sojourns.pointer + vertex, Int(states.numbers[vertex]))
            if areUnknown || Int(sojourn.pointee.compartment) != compartment {
                sojourn.pointee.end(at: time, in: UInt8(compartment))
            } else if ratesDiffer {
                let elapsed = time - sojourn.pointee.since
                sojourn.pointee.ownLead += (ownRates[compartment] - own[compartment]) * elapsed
                sojourn.pointee.contactLead += (contactRates[compartment] - contact[compartment]) * elapsed
            }
        }
        (ownRates, contactRates, areUnknown) = (own, contact, false)
    }

    private func makeRoom(for vertexCount: Int) {
        guard vertexCount > sojourns.capacity else { return }
        let grown = ScratchMemory(count: vertexCount, repeating: Sojourn())
        grown.pointer.update(from: sojourns.pointer, count: sojourns.capacity)
        sojourns = grown
    }
}

extension Sojourns {
    /// Archives all sojourns, and the rates that they have had.
    func archive(in archive: StateArchive, vertexCount: Int, compartmentCount: Int) throws(CheckpointError) {
        try archive.flag(&areUnknown)
        try archive.values(&ownRates)
        try archive.values(&contactRates)
        let known = UnsafeBufferPointer(start: sojourns.pointer, count: sojourns.capacity)
        var (times, numbers) = (known.map(\.since), known.map(\.number))
        var (ownLeads, contactLeads) = (known.map(\.ownLead), known.map(\.contactLead))
        var compartments = known.map(\.compartment)
        try archive.values(&times)
        try archive.values(&numbers)
        try archive.values(&ownLeads)
        try archive.values(&contactLeads)
        try archive.values(&compartments)
        guard archive.isReading else { return }
        let count = times.count
        guard count <= vertexCount, [ownLeads.count, contactLeads.count].allSatisfy({ $0 == count }),
            numbers.count == count, compartments.count == count,
            [ownRates.count, contactRates.count].allSatisfy({ $0 == (count == 0 ? 0 : compartmentCount) }),
            (times + ownLeads + contactLeads + ownRates + contactRates).allSatisfy(\.isFinite)
        else { throw .damaged(reason: "what is known of the stays of vertices in compartments cannot be") }
        sojourns = ScratchMemory(capacity: count)
        for index in 0..<count {
            (sojourns.pointer + index).initialize(
                to: Sojourn(
                    since: times[index], ownLead: ownLeads[index], contactLead: contactLeads[index],
                    number: numbers[index], compartment: compartments[index]))
        }
    }
}
