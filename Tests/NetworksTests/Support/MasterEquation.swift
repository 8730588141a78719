import Foundation
import Networks

/// The probabilities of all states of a small graph, from the transition table as it is written.
struct MasterEquation<State: Compartment> {
    private let graph: Graph
    private let table: TransitionTable<State>
    private let cases = Array(State.allCases)

    init(_ graph: Graph, _ table: TransitionTable<State>) {
        self.graph = graph
        self.table = table
    }

    /// The number of a state of the whole graph.
    func number(of states: [State]) -> Int {
        states.reversed().reduce(0) { $0 * cases.count + (cases.firstIndex(of: $1) ?? 0) }
    }

    /// The states of all vertices, from the number.
    func states(_ number: Int) -> [State] {
        var rest = number
        return (0..<graph.vertexCount).map { _ in
            defer { rest /= cases.count }
            return cases[rest % cases.count]
        }
    }

    /// The states that are one event away, with the rates of the events.
    private func neighbours(of number: Int) -> [(number: Int, rate: Double)] {
        let states = states(number)
        var result: [(number: Int, rate: Double)] = []
        for (vertex, state) in states.enumerated() {
            for transition in table.transitions where transition.source == state {
                var changed = states
                changed[vertex] = transition.target
                let factor = transition.inducer.map { strength(of: $0, on: vertex, in: states) } ?? 1
                if factor > 0 { result.append((self.number(of: changed), transition.rate * factor)) }
            }
        }
        return result
    }

    private func strength(of inducer: State, on vertex: Int, in states: [State]) -> Double {
        let sources = graph.inNeighbours(of: vertex).map(Int.init)
        let weights = graph.inWeights(of: vertex).map(Array.init) ?? sources.map { _ in 1 }
        return zip(sources, weights).reduce(0) { $0 + (states[$1.0] == inducer ? $1.1 : 0) }
    }

    /// The probabilities at a time, by uniformisation: a Poisson number of steps of a chain in discrete time
    /// (A. Jensen, Scandinavian Actuarial Journal 1953, 87, DOI 10.1080/03461238.1953.10419459).
    func probabilities(from initial: [State], at time: Double) -> [Double] {
        var start = [Double](repeating: 0, count: stateCount)
        start[number(of: initial)] = 1
        return probabilities(from: start, at: time)
    }

    private var stateCount: Int { Int(pow(Double(cases.count), Double(graph.vertexCount))) }

    /// The same, given the probabilities of all states at the beginning.
    func probabilities(from initial: [Double], at time: Double) -> [Double] {
        let count = stateCount
        let events = (0..<count).map(neighbours)
        let greatest = events.map { $0.reduce(0) { $0 + $1.rate } }.max() ?? 0
        var now = initial
        var result = [Double](repeating: 0, count: count)
        var weight = exp(-greatest * time)
        for step in 1...400 {
            for state in 0..<count { result[state] += weight * now[state] }
            var next = now
            for (state, list) in events.enumerated() where now[state] > 0 {
                for event in list {
                    let flow = now[state] * event.rate / greatest
                    next[state] -= flow
                    next[event.number] += flow
                }
            }
            now = next
            weight *= greatest * time / Double(step)
        }
        return result
    }
}
