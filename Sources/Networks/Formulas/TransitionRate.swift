import SimulationEngine

/// The rate of a transition: from a table where it is one, else by its formula.
final class TransitionRate {
    /// Which of the transitions it is of.
    let number: Int

    let source: Int
    let target: UInt8
    private let table: NeighbourhoodTable?
    private let formula: CountedFormula

    /// The greatest degree that the table knows.
    private let greatestDegree: Int

    /// Makes a rate ready for vertices of some degrees.
    init(_ number: Int, _ rate: FieldExpression, of transitions: TransitionFormulas, degrees: Set<Int>) {
        let rule = transitions.rules[number]
        (self.number, source, target) = (number, rule.source, rule.target)
        let counts = transitions.countFields
        table = NeighbourhoodTable(
            rate, stateField: nil, degreeField: TransitionFormulas.degreeField, countFields: counts, degrees: degrees)
        greatestDegree = degrees.max() ?? 0
        let counted = transitions.countedStates
        formula = CountedFormula(rate) { field in
            if let table = transitions.tables.first(where: { $0.field == field }) { return .parameter(table.numbers) }
            let slot = counts.contains(field) ? counted.firstIndex(of: field - counts.lowerBound) : nil
            return slot.map { .count(slot: $0) } ?? .degree
        }
    }

    /// What is wrong with it, if it is negative or not finite for some of the degrees, whatever the states of neighbours.
    func impossibility(_ transitions: TransitionFormulas) -> EntryError? {
        guard let table, let (rate, degree, counts) = table.first(where: { !($0 >= 0 && $0.isFinite) }) else {
            return nil
        }
        return transitions.impossibleRate(rate, number, degree: degree, of: Array(zip(table.counted, counts)))
    }

    /// The states whose neighbours it counts, by their places among those that are counted at all.
    var countedSlots: [Int] { formula.countedSlots }

    /// Looks the rate up, where it is a table.
    var lookup: Lookup {
        let slots = countedSlots
        return Lookup(
            target: target, greatestDegree: Int32(greatestDegree), values: table?.lookup,
            first: Int32(slots.first ?? -1), second: Int32(slots.count == 2 ? slots[1] : -1),
            product: formula.product, arithmetic: formula.arithmetic)
    }

    /// The part of a rate that the event loop needs, without references.
    struct Lookup: BitwiseCopyable {
        let target: UInt8

        /// The greatest degree that the table knows.
        fileprivate let greatestDegree: Int32

        /// The table; `nil` if there is none.
        fileprivate let values: NeighbourhoodTable.Lookup?

        /// The places of the counts, -1 if there is none.
        fileprivate let first: Int32
        fileprivate let second: Int32

        /// The formula, if it is a product.
        fileprivate let product: CountedFormula.Product?

        /// The formula, if it is one of few operations.
        let arithmetic: CountedFormula.Arithmetic?

        /// The rate at a vertex, if it is a table or a product.
        ///
        /// - Parameters:
        ///   - vertex: The vertex.
        ///   - degree: Its degree.
        ///   - counts: How many of its neighbours are in each state that is counted.
        /// - Returns: The rate; not a number if it is to be computed with more ado.
        @inline(__always)
        func value(at vertex: Int, degree: Int32, _ counts: UnsafePointer<Int32>) -> Double {
            if let product { return product.value(at: vertex, counts) }
            return value(degree: degree, counts) ?? .nan
        }

        /// Looks up the rate at a vertex.
        ///
        /// - Returns: The rate; `nil` if it is no table, or none of vertices of this degree.
        @inline(__always)
        func value(degree: Int32, _ counts: UnsafePointer<Int32>) -> Double? {
            guard let values, degree <= greatestDegree else { return nil }
            return values.value(
                state: 0, degree: Int(degree), first < 0 ? 0 : Int(counts[Int(first)]),
                second < 0 ? 0 : Int(counts[Int(second)]))
        }
    }

    /// The parameters of vertices that are read where the rate is no table.
    var parameterPointers: [UnsafePointer<Double>] { table == nil ? formula.parameterPointers : [] }

    /// Computes the rate at a vertex by its formula.
    func value(at vertex: Int, degree: Int, _ counts: UnsafePointer<Int32>) -> Double {
        formula.value(at: vertex, degree: degree, counts)
    }
}

/// The rates of all transitions, one state after the other.
struct TransitionRateTables {
    let rates: [TransitionRate]

    private let lookups: ScratchMemory<TransitionRate.Lookup>
    private let starts: ScratchMemory<Int32>
    private let meanings: ScratchMemory<NeighbourMeaning>
    private let isReached: ScratchMemory<Bool>
    private let parameters: ScratchMemory<UnsafePointer<Double>>

    /// Of how many parameters the memory is fetched.
    private static let greatestParameterCount = 4

    /// What the event loop needs, as long as the tables are there.
    let pointers: Pointers

    struct Pointers: BitwiseCopyable {
        /// All rates, and where those of each state begin among them.
        let lookups: UnsafePointer<TransitionRate.Lookup>
        let starts: UnsafePointer<Int32>

        /// For no state, and for each state that is counted, what neighbours in it mean to vertices in each state.
        fileprivate let meanings: UnsafePointer<NeighbourMeaning>
        fileprivate let stateCount: Int

        /// For each state whether neighbours mean anything to vertices in it.
        let isReached: UnsafePointer<Bool>

        /// Some parameters of vertices on which their rates depend.
        let parameters: UnsafeBufferPointer<UnsafePointer<Double>>

        /// Which rates are those of a state.
        @inline(__always)
        func rates(of state: Int) -> Range<Int> {
            Range(uncheckedBounds: (Int(starts[state]), Int(starts[state &+ 1])))
        }

        /// For each state what neighbours in a state mean to vertices in it, by the place of this among those that are counted, −1 for
        /// another one.
        @inline(__always)
        func meanings(of slot: Int) -> UnsafePointer<NeighbourMeaning> { meanings + (slot &+ 1) &* stateCount }

        /// The sum of the rates of a vertex.
        ///
        /// - Returns: The sum; not a number if one of them is to be computed with more ado.
        @inline(__always)
        func sum(of stay: UnsafePointer<VertexStay>, at vertex: Int, _ counts: UnsafePointer<Int32>) -> Double {
            let rates = rates(of: Int(stay.pointee.state))
            var sum = 0.0
            var rate = rates.lowerBound
            while rate < rates.upperBound {
                let value = lookups[rate].value(at: vertex, degree: stay.pointee.degree, counts)
                guard value.isRate else { return .nan }
                sum += value
                rate &+= 1
            }
            return sum
        }
    }

    /// Makes rates ready for vertices of some degrees.
    ///
    /// - Parameters:
    ///   - transitions: The transitions.
    ///   - degrees: The degrees.
    init(_ transitions: TransitionFormulas, degrees: Set<Int>) {
        var rates = [[TransitionRate]](repeating: [], count: transitions.stateNames.count)
        for (number, rule) in transitions.rules.enumerated() {
            guard let rate = rule.rate else { continue }
            rates[rule.source].append(TransitionRate(number, rate, of: transitions, degrees: degrees))
        }
        self.rates = Array(rates.joined())
        lookups = ScratchMemory(copying: ContiguousArray(self.rates.map(\.lookup)))
        starts = ScratchMemory(
            copying: rates.reduce(into: ContiguousArray([0])) { $0.append(($0.last ?? 0) + Int32($1.count)) })
        let counted = transitions.countedStates
        let affected = counted.indices.map { slot in rates.map { $0.contains { $0.countedSlots.contains(slot) } } }
        let reached = transitions.stateNames.indices.map(transitions.states(reachedFrom:))
        var meanings = ContiguousArray(repeating: NeighbourMeaning(), count: rates.count)
        for affected in affected {
            for state in rates.indices {
                let mayMatter = !transitions.rewirings.isEmpty || reached[state].contains { affected[$0] }
                meanings.append(affected[state] ? [.counted, .acting] : mayMatter ? .counted : [])
            }
        }
        self.meanings = ScratchMemory(copying: meanings)
        isReached = ScratchMemory(
            copying: ContiguousArray(
                rates.indices.map { state in
                    stride(from: state, to: meanings.count, by: rates.count).contains { !meanings[$0].isEmpty }
                }))
        let parameters = ContiguousArray(self.rates.flatMap(\.parameterPointers).prefix(Self.greatestParameterCount))
        self.parameters = ScratchMemory(copying: parameters)
        pointers = Pointers(
            lookups: lookups.pointer, starts: starts.pointer, meanings: UnsafePointer(self.meanings.pointer),
            stateCount: rates.count, isReached: UnsafePointer(isReached.pointer),
            parameters: UnsafeBufferPointer(start: self.parameters.pointer, count: parameters.count))
    }
}

extension Double {
    /// True of numbers that are finite and not negative, and so of all but those that cannot be rates and of -0.
    @inline(__always)
    var isRate: Bool { bitPattern < Double.infinity.bitPattern }
}

/// What neighbours in a state mean to a vertex in another one.
struct NeighbourMeaning: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Rates of the state of the vertex depend on them, or those of a state to which it may come from there.
    static let counted = NeighbourMeaning(rawValue: 1)

    /// Rates of the state of the vertex depend on them.
    static let acting = NeighbourMeaning(rawValue: 2)
}

extension TransitionFormulas {
    /// The states to which a vertex may come from a state, and this.
    fileprivate func states(reachedFrom state: Int) -> Set<Int> {
        var (reached, waiting): (Set<Int>, [Int]) = ([state], [state])
        while let state = waiting.popLast() {
            for rule in rules where rule.source == state && reached.insert(Int(rule.target)).inserted {
                waiting.append(Int(rule.target))
            }
        }
        return reached
    }
}
