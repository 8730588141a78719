import Foundation
import Networks

/// The probabilities of all states of a small graph after leaps, from what a leap is defined to be: each vertex leaves its
/// compartment with the probability 1 − exp(−a τ), each way in proportion to its rate, all rates those of the beginning.
struct LeapChain<State: Compartment> {
    let graph: Graph
    let table: TransitionTable<State>
    private let cases = Array(State.allCases)

    init(_ graph: Graph, _ table: TransitionTable<State>) {
        self.graph = graph
        self.table = table
    }

    private var stateCount: Int { Int(pow(Double(cases.count), Double(graph.vertexCount))) }

    /// The number of a state of the whole graph.
    func number(of states: [State]) -> Int {
        states.reversed().reduce(0) { $0 * cases.count + (cases.firstIndex(of: $1) ?? 0) }
    }

    private func states(_ number: Int) -> [State] {
        var rest = number
        return (0..<graph.vertexCount).map { _ in
            defer { rest /= cases.count }
            return cases[rest % cases.count]
        }
    }

    /// What a vertex may be at the end of a leap, with probabilities.
    private func outcomes(of vertex: Int, in states: [State], length: Double) -> [Double] {
        var rates = [Double](repeating: 0, count: cases.count)
        for transition in table.transitions where transition.source == states[vertex] {
            let factor =
                transition.inducer.map { inducer in
                    Double(graph.inNeighbours(of: vertex).count { states[Int($0)] == inducer })
                } ?? 1
            if let target = cases.firstIndex(of: transition.target) { rates[target] += transition.rate * factor }
        }
        let total = rates.reduce(0, +)
        var result = rates.map { total > 0 ? $0 / total * (1 - exp(-total * length)) : 0 }
        if let own = cases.firstIndex(of: states[vertex]) { result[own] += exp(-total * length) }
        return result
    }

    /// The probabilities after leaps of the given lengths.
    func probabilities(from initial: [State], leaps: [Double]) -> [Double] {
        var now = [Double](repeating: 0, count: stateCount)
        now[number(of: initial)] = 1
        for length in leaps {
            var next = [Double](repeating: 0, count: stateCount)
            for state in 0..<stateCount where now[state] > 0 {
                let states = states(state)
                // Vertices move independently of each other.
                var joint = [now[state]]
                for vertex in (0..<graph.vertexCount).reversed() {
                    let own = outcomes(of: vertex, in: states, length: length)
                    joint = joint.flatMap { probability in own.map { probability * $0 } }
                }
                for (target, probability) in joint.enumerated() { next[target] += probability }
            }
            now = next
        }
        return now
    }

    /// The mean number of vertices in a compartment.
    func mean(of compartment: State, _ probabilities: [Double]) -> Double {
        probabilities.enumerated().reduce(0) { sum, entry in
            sum + entry.element * Double(states(entry.offset).count { $0 == compartment })
        }
    }
}
