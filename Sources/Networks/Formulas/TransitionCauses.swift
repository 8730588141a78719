import GSL
import SimulationEngine

/// The causes for which vertices leave their states, for those who take it down.
///
/// A rate that is a sum of a constant and of numbers for each neighbour in a state, none of them negative, is that of independent causes:
/// given that the vertex leaves, each of them is the one with a probability in proportion to its part of the rate. The vertex' number is
/// drawn from words of a purpose of their own, so that nothing else changes. Of any other rate, such as one with a threshold, no neighbour
/// alone is the cause.
final class TransitionCauses {
    private let model: TransitionModel
    private let words: KeyedWords

    /// The rates as sums where these follow from the number of the rule and the degree, by these.
    private var sums: [SIMD2<Int>: FieldExpression.Affine?] = [:]

    /// A vertex that leaves its state.
    private struct Leaver {
        let vertex: Int
        let degree: Int

        /// The neighbours in each state.
        let neighbours: [[Int32]]
    }

    /// A rate at a vertex.
    private struct Rate {
        /// The constant and the factors of counts; `nil` if it is no such sum.
        let sum: FieldExpression.Affine?
        let value: Double
    }

    init(_ model: TransitionModel, streams: RandomStreams) {
        self.model = model
        words = KeyedWords(key: streams.key(for: .sources))
    }

    /// Tells of a vertex that is about to go to another state.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - target: The state.
    ///   - isByRate: False if it goes after a time that was drawn when it came to its state.
    ///   - occasion: How manieth stay in a state it leaves.
    ///   - time: When.
    /// - Complexity: O(d) for a vertex of degree d.
    func note(_ vertex: Int, to target: UInt8, isByRate: Bool, occasion: UInt32, at time: Double) {
        let (cause, source) =
            isByRate ? self.cause(of: vertex, to: target, occasion: occasion) : (JumpCause.itself, Int32(-1))
        model.traces.note(
            TracedJump(
                time: time, node: Int32(vertex), source: source, old: model.states.elements[vertex], new: target,
                cause: cause))
    }

    private func cause(of vertex: Int, to target: UInt8, occasion: UInt32) -> (JumpCause, Int32) {
        let leaver = leaver(vertex)
        let source = Int(model.states.elements[vertex])
        let rates = model.transitions.rules.enumerated().compactMap { index, rule in
            rule.source == source && rule.target == target ? rule.rate.map { rate(index, $0, of: leaver) } : nil
        }
        let total = rates.reduce(0) { $0 + $1.value }
        var level = RandomWords.uniform(of: words.words(of: Int32(vertex), UInt64(occasion)).0) * total
        // The last one if rounding leaves something over.
        var last = (cause: JumpCause.itself, source: Int32(-1))
        for rate in rates where rate.value > 0 {
            guard let sum = rate.sum else {
                last = (.neighbours, -1)
                if level < rate.value { return last }
                level -= rate.value
                continue
            }
            if let found = cause(in: sum, of: leaver, &level, &last) { return found }
        }
        return last
    }

    /// The part of a sum in which a level lies; `nil` if it lies beyond, by what it is then.
    private func cause(
        in sum: FieldExpression.Affine, of leaver: Leaver, _ level: inout Double,
        _ last: inout (cause: JumpCause, source: Int32)
    ) -> (JumpCause, Int32)? {
        if sum.constant > 0 { last = (.itself, -1) }
        if level < sum.constant { return last }
        level -= sum.constant
        for (field, factor) in sum.factors.sorted(by: { $0.key < $1.key }) where factor > 0 {
            let neighbours = leaver.neighbours[field - model.transitions.countFields.lowerBound]
            guard let end = neighbours.last else { continue }
            last = (.neighbour, end)
            if level < factor * Double(neighbours.count) {
                return (.neighbour, neighbours[min(neighbours.count - 1, Int(level / factor))])
            }
            level -= factor * Double(neighbours.count)
        }
        return nil
    }

    private func leaver(_ vertex: Int) -> Leaver {
        let states = model.states.elements
        var neighbours = [[Int32]](repeating: [], count: model.transitions.stateNames.count)
        model.graph.forEachInNeighbour(of: vertex) { neighbours[Int(states[$0])].append(Int32($0)) }
        return Leaver(vertex: vertex, degree: model.graph.inDegree(of: vertex), neighbours: neighbours)
    }

    private func rate(_ index: Int, _ formula: FieldExpression, of leaver: Leaver) -> Rate {
        let counts = model.transitions.countFields
        let sum = sum(index, formula, of: leaver)
        if let sum {
            let parts = sum.factors.map { $1 * Double(leaver.neighbours[$0 - counts.lowerBound].count) }
            return Rate(sum: sum, value: parts.reduce(sum.constant, +))
        }
        var numbers = ownNumbers(of: leaver)
        for field in counts { numbers[field] = Double(leaver.neighbours[field - counts.lowerBound].count) }
        return Rate(sum: nil, value: formula.setting(numbers).affine?.constant ?? 0)
    }

    private func sum(_ index: Int, _ formula: FieldExpression, of leaver: Leaver) -> FieldExpression.Affine? {
        let isShared = !model.transitions.tables.contains { formula.usedFields.contains($0.field) }
        let key = SIMD2(index, leaver.degree)
        if isShared, let known = sums[key] { return known }
        let affine = formula.setting(ownNumbers(of: leaver)).affine
        let isSum =
            affine.map { sum in
                sum.constant >= 0 && sum.factors.allSatisfy { model.transitions.countFields.contains($0) && $1 >= 0 }
            } ?? false
        let sum = isSum ? affine : nil
        if isShared { sums[key] = .some(sum) }
        return sum
    }

    /// The numbers of the fields that do not depend on neighbours' states.
    private func ownNumbers(of leaver: Leaver) -> [Int: Double] {
        var numbers = [TransitionFormulas.degreeField: Double(leaver.degree)]
        for (field, values) in model.transitions.tables { numbers[field] = values[leaver.vertex] }
        return numbers
    }
}

/// ``TransitionEvents`` tells who has brought about what.
extension TransitionModel: TracedModel {
    /// Changes from one state to another.
    public var jumps: JumpKind { .states(transitions.stateNames) }

    /// For each state, true if rates count neighbours in it, or in one to which vertices go from it without neighbours.
    public var passesOn: [Bool] {
        let counted = Set(transitions.countedStates)
        return transitions.stateNames.indices.map { first in
            var reached: Set = [first]
            var waiting = [first]
            while let state = waiting.popLast() {
                if counted.contains(state) { return true }
                for rule in transitions.rules where rule.source == state && !countsNeighbours(rule) {
                    if reached.insert(Int(rule.target)).inserted { waiting.append(Int(rule.target)) }
                }
            }
            return false
        }
    }

    private func countsNeighbours(_ rule: TransitionFormulas.Rule) -> Bool {
        rule.rate.map { $0.usedFields.contains(where: transitions.countFields.contains) } ?? false
    }

    /// Has the events of ``TransitionEvents`` taken down from now on.
    public func addTrace(_ trace: JumpTrace) { traces.add(trace) }
}
