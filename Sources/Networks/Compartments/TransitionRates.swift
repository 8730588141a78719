import SimulationEngine

/// A transition table as the event loop reads it: by numbers of compartments, in flat memory.
final class TransitionRates {
    /// A compartment as one that acts: what its vertices do by themselves and to their neighbours.
    struct Actor {
        /// The rate of all spontaneous transitions.
        var spontaneous = 0.0

        /// The greatest rate, over the compartments of the neighbour, at which an edge transmits.
        var contact = 0.0

        /// 1 / `contact`, or 0.
        var inverseContact = 0.0
    }

    /// One outcome of many: up to where in a cumulative distribution it reaches, and where it leads.
    struct Outcome {
        var limit: Double
        var target: UInt8
    }

    let actors: UnsafeMutablePointer<Actor>

    /// For each compartment whether a vertex that has come there can never again be changed by a neighbour.
    let isFinished: UnsafeMutablePointer<Bool>

    let count: Int

    /// The way that neighbours change vertices, if there is only one, on which no vertex comes back: vertices are in its source
    /// from the beginning or never, leave it because of neighbours only, and do not act on others before.
    let outbreak: (source: UInt8, target: UInt8)?

    /// The outcomes of spontaneous transitions, then those of contacts by inducer and compartment of the neighbour: a row
    /// each, which ends with the target itself, for nothing, where its limit is infinite.
    private let outcomes: UnsafeMutablePointer<Outcome>
    private let firstOutcomes: UnsafeMutablePointer<Int32>

    init<State: CompartmentName>(_ table: TransitionTable<State>) {
        let count = table.compartments.count
        self.count = count
        actors = .allocate(capacity: count)
        actors.initialize(repeating: Actor(), count: count)
        let all = table.transitions.compactMap { transition in
            table.number(of: transition.source).flatMap { source in
                table.number(of: transition.target).map { target in
                    FlatTransition(
                        source: source, target: target, inducer: transition.inducer.flatMap { table.number(of: $0) },
                        rate: transition.rate)
                }
            }
        }
        let flat = all.filter { $0.rate > 0 }
        for state in 0..<count {
            let own = flat.filter { $0.source == state && $0.inducer == nil }
            actors[state].spontaneous = own.reduce(0) { $0 + $1.rate }
            let contacts = (0..<count).map { other in
                flat.filter { $0.inducer == state && $0.source == other }.reduce(0) { $0 + $1.rate }
            }
            actors[state].contact = contacts.max() ?? 0
            if actors[state].contact > 0 { actors[state].inverseContact = 1 / actors[state].contact }
        }
        isFinished = .allocate(capacity: count)
        for state in 0..<count { isFinished[state] = Self.isFinished(state, flat) }
        // Contacts whose rate is 0 may have another one later.
        outbreak = Self.outbreak(flat) ?? Self.outbreak(all.filter { $0.rate > 0 || $0.inducer != nil })
        let rows = Self.outcomeRows(flat, count: count, actors: actors)
        outcomes = .allocate(capacity: rows.reduce(0) { $0 + $1.count })
        firstOutcomes = .allocate(capacity: rows.count)
        var next = 0
        for (index, row) in rows.enumerated() {
            firstOutcomes[index] = Int32(next)
            for outcome in row {
                (outcomes + next).initialize(to: outcome)
                next += 1
            }
        }
    }

    deinit {
        actors.deallocate()
        isFinished.deallocate()
        outcomes.deallocate()
        firstOutcomes.deallocate()
    }

    private struct FlatTransition {
        let source: Int
        let target: Int
        let inducer: Int?
        let rate: Double
    }

    /// No compartment that can be reached, this one included, is left because of neighbours.
    private static func isFinished(_ state: Int, _ transitions: [FlatTransition]) -> Bool {
        var reached: Set<Int> = [state]
        var waiting = [state]
        while let state = waiting.popLast() {
            for transition in transitions where transition.source == state {
                if transition.inducer != nil { return false }
                if reached.insert(transition.target).inserted { waiting.append(transition.target) }
            }
        }
        return true
    }

    private static func outbreak(_ transitions: [FlatTransition]) -> (source: UInt8, target: UInt8)? {
        guard let contact = transitions.first(where: { $0.inducer != nil }) else { return nil }
        let (source, target) = (contact.source, contact.target)
        let isOnlyWay = transitions.allSatisfy { transition in
            transition.inducer == nil
                ? transition.source != source && transition.target != source
                : transition.source == source && transition.target == target && transition.inducer != source
        }
        return isOnlyWay ? (UInt8(source), UInt8(target)) : nil
    }

    private static func outcomeRows(
        _ transitions: [FlatTransition], count: Int, actors: UnsafeMutablePointer<Actor>
    ) -> [[Outcome]] {
        func row(of chosen: [FlatTransition], per unit: Double, or state: Int) -> [Outcome] {
            var limit = 0.0
            let outcomes = chosen.map { transition in
                limit += transition.rate / unit
                return Outcome(limit: limit, target: UInt8(transition.target))
            }
            return outcomes + [Outcome(limit: .infinity, target: UInt8(state))]
        }
        let spontaneous = (0..<count).map { state in
            row(of: transitions.filter { $0.source == state && $0.inducer == nil }, per: 1, or: state)
        }
        let contacts = (0..<count * count).map { index in
            let (inducer, state) = (index / count, index % count)
            return row(
                of: transitions.filter { $0.inducer == inducer && $0.source == state },
                per: actors[inducer].contact, or: state)
        }
        return spontaneous + contacts
    }
}

// MARK: - Looking up

extension TransitionRates {
    /// Where a vertex goes by itself, for a number from 0 to the rate of its spontaneous transitions.
    @inline(__always)
    func spontaneousTarget(of state: UInt8, _ number: Double) -> UInt8 {
        target(inRow: Int(state), number)
    }

    /// Where a vertex goes by itself. A word is asked for only if there is a choice.
    @inline(__always)
    func spontaneousTarget(of state: UInt8, word: () -> UInt64) -> UInt8 {
        let first = Int(firstOutcomes[Int(state)])
        if Int(firstOutcomes[Int(state) &+ 1]) == first &+ 2 { return outcomes[first].target }
        return spontaneousTarget(of: state, RandomWords.uniform(of: word()) * actors[Int(state)].spontaneous)
    }

    /// Where a vertex is sent by a neighbour, for a number from [0, 1): its own compartment if nothing happens.
    @inline(__always)
    func contactTarget(of state: UInt8, inducedBy inducer: UInt8, _ number: Double) -> UInt8 {
        target(inRow: count + Int(inducer) * count + Int(state), number)
    }

    /// The same, where a word is asked for only if there is a choice.
    @inline(__always)
    func contactTarget(of state: UInt8, inducedBy inducer: UInt8, word: () -> UInt64) -> UInt8 {
        let first = outcomes[Int(firstOutcomes[count + Int(inducer) * count + Int(state)])]
        if first.target == state || first.limit >= 1 { return first.target }
        return contactTarget(of: state, inducedBy: inducer, RandomWords.uniform(of: word()))
    }

    @inline(__always)
    private func target(inRow row: Int, _ number: Double) -> UInt8 {
        var index = Int(firstOutcomes[row])
        while number >= outcomes[index].limit { index += 1 }
        return outcomes[index].target
    }
}
