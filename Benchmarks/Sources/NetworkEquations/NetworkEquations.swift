import ArgumentParser
import Networks
import ObserverCore
import SimulationEngine

/// Measures how fast differential equations on graphs are integrated.
///
/// The floor of Kuramoto oscillators with the classical Runge–Kutta method: an edge is a number of 4 bytes from memory in order
/// and a pair of 16 bytes from anywhere, which comes from the second cache at best, where 10⁵ vertices have 1.6 MB of pairs;
/// one load, two additions. A vertex is some 80 vector operations on eight phases at once and, in each of four stages, 60 bytes
/// of arrays. An edge so costs the greater part as soon as a vertex has ten of them.
@main
struct NetworkEquations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network-equations",
        abstract: "Measures differential equations on graphs.",
        discussion: """
            The result is CSV with the columns work, vertices, edges, threads, best, median and rate: the best and the median \
            of some runs in seconds for a step of the classical Runge-Kutta method, and how many times a directed edge is \
            evaluated per second by the median, which is four times a step. Graphs have ten directed edges for each vertex. In \
            rows of 'kuramoto-observed' each vertex has an observer that is told of each step.
            """)

    @Option(help: "How often each row is measured.")
    var runs = 7

    @Option(help: "The greatest number of vertices.")
    var largest = 1_000_000

    @Option(help: "The only number of vertices that is measured.")
    var vertices: Int?

    @Option(help: "The only number of threads that is measured.")
    var threads: Int?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("'--runs' must be 1 or more.") }
        guard (threads ?? 1) >= 1 else { throw ValidationError("'--threads' must be 1 or more.") }
        guard (vertices ?? 1000) >= 1000 else { throw ValidationError("'--vertices' must be 1000 or more.") }
    }

    func run() throws {
        print("work,vertices,edges,threads,best,median,rate")
        for vertices in vertices.map({ [$0] }) ?? [1000, 10_000, 100_000, 1_000_000] {
            guard vertices <= largest || self.vertices != nil else { continue }
            let graph = try Graph.erdosRenyi(
                vertexCount: vertices, edgeCount: 5 * vertices, from: try RandomStreams(seed: 1))
            for threads in threads.map({ [$0] }) ?? [1, 2] { try measureKuramoto(on: graph, threads: threads) }
            if self.threads == nil { try measureKuramoto(on: graph, threads: 1, isObserved: true) }
        }
    }

    private func measureKuramoto(on graph: Graph, threads: Int, isObserved: Bool = false) throws {
        let streams = try RandomStreams(seed: 2)
        let count = graph.vertexCount
        let model = try KuramotoModel(
            graph: graph, coupling: 0.05,
            frequencies: streams.numbers(
                from: .normal(mean: 0, deviation: 1), for: .naturalFrequency, nodeCount: count),
            phases: streams.numbers(from: .uniform(lower: 0, upper: 6), for: .initialState, nodeCount: count),
            threads: threads)
        let simulation = try Simulation(model, integrator: RungeKutta4(threads: threads), step: 0.01)
        let watcher = Watcher()
        let tally = Tally()
        if isObserved {
            for node in simulation.nodes { watcher.observe(node.state) { _ in tally.count &+= 1 } }
        }
        let steps = max(1, 2_000_000 / count)
        try simulation.run(steps: steps)
        let clock = ContinuousClock()
        let times = try (0..<runs).map { _ in
            let time = try clock.measure { try simulation.run(steps: steps) }
            return (Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)) / Double(steps)
        }.sorted()
        guard tally.count == (isObserved ? (runs + 1) * steps * count : 0) else {
            throw ValidationError("Observers were told of \(tally.count) updates.")
        }
        // The mean velocity is that of the natural frequencies: each pull has its answer.
        let drift = zip(model.state.elements, model.frequencies).reduce(0) { $0 + $1.0 - $1.1 * simulation.moment.time }
        guard abs(drift / Double(count) - 3) < 0.1 else { throw ValidationError("The phases are wrong.") }
        let edges = 2 * graph.edgeCount
        let work = isObserved ? "kuramoto-observed" : "kuramoto"
        print(
            "\(work),\(count),\(edges),\(threads),\(times[0]),\(times[runs / 2]),\(4 * Double(edges) / times[runs / 2])"
        )
    }
}

/// Observes vertices.
private final class Watcher: Observer {
    let receiver = Receiver()
}

/// Counts what an observer is told. It is not the observer itself, which a closure would have to retain at each call: that
/// costs more than the rest.
private final class Tally {
    @exclusivity(unchecked)
    var count = 0
}
