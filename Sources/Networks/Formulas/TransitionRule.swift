import SimulationEngine

/// The rate of a transition: from a table where it is one, else by its formula.
final class TransitionRate {
    let source: Int
    let target: UInt8
    private let table: NeighbourhoodTable?
    private let evaluation: ColumnEvaluation

    /// Where the numbers of the fields come from that the formula uses.
    private let origins: [(field: Int, origin: Origin)]

    private enum Origin {
        case degree
        case count(slot: Int)
        case parameter([Double])
    }

    /// Makes a rate ready for a graph.
    ///
    /// - Throws: ``TransitionError`` if it is negative or not finite.
    init(
        _ rule: TransitionFormulas.Rule, _ rate: FieldExpression, of transitions: TransitionFormulas, degrees: Set<Int>
    ) throws {
        (source, target) = (rule.source, rule.target)
        let counts = transitions.countFields
        table = NeighbourhoodTable(
            rate, stateField: nil, degreeField: TransitionFormulas.degreeField, countFields: counts, degrees: degrees)
        evaluation = ColumnFormula(rate).makeEvaluation()
        let counted = transitions.countedStates
        origins = rate.usedFields.map { field in
            if let table = transitions.tables.first(where: { $0.field == field }) {
                return (field, .parameter(table.numbers))
            }
            let slot = counts.contains(field) ? counted.firstIndex(of: field - counts.lowerBound) : nil
            return (field, slot.map { .count(slot: $0) } ?? .degree)
        }
        if let rate = table?.first(where: { !($0 >= 0 && $0.isFinite) }) {
            throw TransitionError.impossibleRate(
                rate, from: transitions.stateNames[source], to: transitions.stateNames[Int(target)], vertex: nil)
        }
    }

    /// The states whose neighbours it counts, by their places among those that are counted at all.
    var countedSlots: [Int] {
        origins.compactMap { if case .count(let slot) = $0.origin { slot } else { nil } }
    }

    /// Looks the rate up, where it is a table.
    var lookup: Lookup {
        let slots = countedSlots
        return Lookup(
            target: target, values: table?.lookup, first: Int32(slots.first ?? -1),
            second: Int32(slots.count == 2 ? slots[1] : -1))
    }

    /// The part of a rate that the event loop needs, without references.
    struct Lookup: BitwiseCopyable {
        let target: UInt8

        /// The table; `nil` if there is none.
        fileprivate let values: NeighbourhoodTable.Lookup?

        /// The places of the counts, -1 if there is none.
        fileprivate let first: Int32
        fileprivate let second: Int32

        /// Looks up the rate at a vertex.
        ///
        /// - Parameters:
        ///   - degree: The degree of the vertex.
        ///   - counts: How many of its neighbours are in each state that is counted.
        /// - Returns: The rate; `nil` if it is to be computed.
        @inline(__always)
        func value(degree: Int, _ counts: UnsafePointer<Int32>) -> Double? {
            values?.value(
                state: 0, degree: degree, first < 0 ? 0 : Int(counts[Int(first)]),
                second < 0 ? 0 : Int(counts[Int(second)]))
        }
    }

    /// Computes the rate at a vertex by its formula.
    func value(at vertex: Int, degree: Int, _ counts: UnsafePointer<Int32>) -> Double {
        for (field, origin) in origins {
            let number =
                switch origin {
                case .degree: Double(degree)
                case .count(let slot): Double(counts[slot])
                case .parameter(let numbers): numbers[vertex]
                }
            evaluation.set(field, to: number)
        }
        return evaluation.value()
    }
}
