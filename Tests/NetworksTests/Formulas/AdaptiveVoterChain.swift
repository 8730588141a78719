/// The model of P. Holme and M. E. J. Newman on a few vertices with two opinions, as a Markov chain whose probabilities are known.
///
/// A vertex is drawn, and one of its edges. With a probability φ the edge goes to another vertex of its opinion, of those that are not
/// its neighbours yet; else it takes over the opinion at the other end.
struct AdaptiveVoterChain {
    /// Opinions in the lowest bits, and behind them a bit for each edge that is there.
    typealias State = Int

    let vertexCount: Int
    let rewiring: Double

    private var pairs: [(Int, Int)] {
        (0..<vertexCount).flatMap { first in (first + 1..<vertexCount).map { (first, $0) } }
    }

    /// The state of a graph with opinions.
    func state(opinions: [UInt8], hasEdge: (Int, Int) -> Bool) -> State {
        var state = 0
        for vertex in 0..<vertexCount { state |= Int(opinions[vertex]) << vertex }
        for (index, pair) in pairs.enumerated() where hasEdge(pair.0, pair.1) { state |= 1 << (vertexCount + index) }
        return state
    }

    private func bit(_ first: Int, _ second: Int) -> State {
        let index = pairs.firstIndex { $0 == (min(first, second), max(first, second)) }
        return index.map { 1 << (vertexCount + $0) } ?? 0
    }

    private func opinion(_ vertex: Int, in state: State) -> Int { state >> vertex & 1 }

    /// With which probabilities a turn leads where.
    private func turn(from state: State) -> [(State, Double)] {
        var ways: [(State, Double)] = []
        for vertex in 0..<vertexCount {
            let chance = 1 / Double(vertexCount)
            let others = (0..<vertexCount).filter { $0 != vertex }
            let neighbours = others.filter { state & bit(vertex, $0) != 0 }
            guard !neighbours.isEmpty else {
                ways.append((state, chance))
                continue
            }
            let alike = others.filter {
                state & bit(vertex, $0) == 0 && opinion($0, in: state) == opinion(vertex, in: state)
            }
            for neighbour in neighbours {
                let chance = chance / Double(neighbours.count)
                let taken = state & ~(1 << vertex) | opinion(neighbour, in: state) << vertex
                ways.append((taken, chance * (1 - rewiring)))
                if alike.isEmpty { ways.append((state, chance * rewiring)) }
                for other in alike {
                    let rewired = state & ~bit(vertex, neighbour) | bit(vertex, other)
                    ways.append((rewired, chance * rewiring / Double(alike.count)))
                }
            }
        }
        return ways
    }

    /// With which probabilities it is where after some turns.
    func probabilities(after turns: Int, from state: State) -> [State: Double] {
        var probabilities = [state: 1.0]
        for _ in 0..<turns {
            var next: [State: Double] = [:]
            for (state, probability) in probabilities {
                for (other, chance) in turn(from: state) where chance > 0 {
                    next[other, default: 0] += probability * chance
                }
            }
            probabilities = next
        }
        return probabilities
    }
}
