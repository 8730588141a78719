import Foundation

/// An epidemic on a few vertices that rewire edges, in continuous time, as a Markov chain whose probabilities are known.
///
/// The well are infected along each edge to somebody ill, the ill recover, and edges of each vertex are rewired at a rate that is given:
/// the other end goes to a vertex of those meant that is no neighbour yet.
struct AdaptiveEpidemicChain {
    /// A bit for each vertex that is ill, and behind them one for each edge that is there.
    typealias State = Int

    let vertexCount: Int
    let infection: Double
    let recovery: Double

    /// The rate at which a vertex rewires an edge, of whether it is ill, whether its neighbour is, its degree and how many neighbours are
    /// ill.
    let rate: (_ own: Int, _ other: Int, _ degree: Int, _ ill: Int) -> Double

    /// Whether a vertex can be the new end, of whether the first one is ill and it is.
    let isTarget: (_ own: Int, _ other: Int) -> Bool

    private var pairs: [(Int, Int)] {
        (0..<vertexCount).flatMap { first in (first + 1..<vertexCount).map { (first, $0) } }
    }

    /// The state of a graph with states of vertices.
    func state(_ states: [UInt8], hasEdge: (Int, Int) -> Bool) -> State {
        var state = 0
        for vertex in 0..<vertexCount { state |= Int(states[vertex]) << vertex }
        for (index, pair) in pairs.enumerated() where hasEdge(pair.0, pair.1) { state |= 1 << (vertexCount + index) }
        return state
    }

    private func bit(_ first: Int, _ second: Int) -> State {
        let index = pairs.firstIndex { $0 == (min(first, second), max(first, second)) }
        return index.map { 1 << (vertexCount + $0) } ?? 0
    }

    /// The states that are one event away, with the rates of these.
    private func events(from state: State) -> [(State, Double)] {
        func isIll(_ vertex: Int) -> Int { state >> vertex & 1 }
        var events: [(State, Double)] = []
        for vertex in 0..<vertexCount {
            let others = (0..<vertexCount).filter { $0 != vertex }
            let neighbours = others.filter { state & bit(vertex, $0) != 0 }
            let ill = neighbours.reduce(0) { $0 + isIll($1) }
            events.append((state ^ 1 << vertex, isIll(vertex) == 1 ? recovery : infection * Double(ill)))
            let targets = others.filter { state & bit(vertex, $0) == 0 && isTarget(isIll(vertex), isIll($0)) }
            for neighbour in neighbours {
                let rate = rate(isIll(vertex), isIll(neighbour), neighbours.count, ill)
                for target in targets {
                    let rewired = state & ~bit(vertex, neighbour) | bit(vertex, target)
                    events.append((rewired, rate / Double(targets.count)))
                }
            }
        }
        return events
    }

    /// With which probabilities it is where at a time, by uniformisation (A. Jensen, Scandinavian Actuarial Journal 1953, 87, DOI
    /// 10.1080/03461238.1953.10419459).
    func probabilities(at time: Double, from state: State) -> [State: Double] {
        var known: [State: [(State, Double)]] = [:]
        var reached = [state]
        while let state = reached.popLast() {
            guard known[state] == nil else { continue }
            known[state] = events(from: state).filter { $0.1 > 0 }
            reached += known[state]?.map(\.0).filter { known[$0] == nil } ?? []
        }
        let greatest = known.values.map { $0.reduce(0) { $0 + $1.1 } }.max() ?? 0
        var (now, weight) = ([state: 1.0], exp(-greatest * time))
        var result: [State: Double] = [:]
        for step in 1...300 {
            for (state, probability) in now { result[state, default: 0] += weight * probability }
            var next = now
            for (state, probability) in now {
                for (other, rate) in known[state] ?? [] {
                    next[state, default: 0] -= probability * rate / greatest
                    next[other, default: 0] += probability * rate / greatest
                }
            }
            (now, weight) = (next, weight * greatest * time / Double(step))
        }
        return result
    }
}
