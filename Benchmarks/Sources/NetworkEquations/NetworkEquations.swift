import ArgumentParser
import Networks
import ObserverCore
import SimulationEngine

/// Measures how fast differential equations on graphs are integrated.
///
/// The floor of Kuramoto oscillators with the classical Runge–Kutta method: an edge is a number of 4 bytes from memory in order
/// and a pair of 16 bytes from anywhere; one load, two additions. A vertex is some 80 vector operations on eight phases at once
/// and, in each of four stages, 60 bytes of arrays: with ten edges a vertex, 10 bytes an edge in order, 0.4 ns at 25 GB/s.
///
/// From where the pairs come decides what an edge costs. 6 · 10⁴ vertices have 1 MB of them, about what the second cache holds.
/// Beyond that an edge moves a line of 64 bytes from the third cache or from memory, 1.6 ns at 40 GB/s; who waited for each
/// would wait 50 to 150 ns, divided by the 10 to 20 lines for which a processor waits at once. Lines are therefore asked for
/// long before (`NeighbourFetch` of the module Networks).
@main
struct NetworkEquations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network-equations",
        abstract: "Measures differential equations on graphs.",
        discussion: """
            The result is CSV with the columns work, vertices, edges, threads, best, median and rate: the best and the median \
            of some runs in seconds for a step of the classical Runge-Kutta method, and how many times a directed edge is \
            evaluated per second by the median, which is four times a step. Graphs have ten directed edges for each vertex. In \
            rows of 'kuramoto-observed' each vertex has an observer that is told of each step; 'diffusion' has one number \
            a vertex, 'fitzhugh-nagumo' two.
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

    @Option(help: "The only work that is measured: kuramoto, kuramoto-observed, diffusion or fitzhugh-nagumo.")
    var only: String?

    func run() throws {
        print("work,vertices,edges,threads,best,median,rate")
        for vertices in vertices.map({ [$0] }) ?? [1000, 10_000, 100_000, 1_000_000] {
            guard vertices <= largest || self.vertices != nil else { continue }
            let graph = try Graph.erdosRenyi(
                nodes: vertices, edges: 5 * vertices, from: try RandomStreams(seed: 1))
            for threads in threads.map({ [$0] }) ?? [1, 2] {
                try measure("kuramoto", on: graph, threads) { try kuramoto(on: graph, threads: threads) }
            }
            if threads ?? 1 == 1 {
                try measure("kuramoto-observed", on: graph, 1) { try kuramoto(on: graph, threads: 1) }
            }
            for threads in threads.map({ [$0] }) ?? [1, 2] {
                try measure("diffusion", on: graph, threads) {
                    let states = (0..<vertices).map { Double($0 % 7) }
                    return try CoupledDynamics<Diffusion>(graph: graph, states: states, threads: threads)
                }
                try measure("fitzhugh-nagumo", on: graph, threads) {
                    let states = (0..<vertices).map { SIMD2(0.1 * Double($0 % 7), 0) }
                    return try CoupledDynamics<FitzHughNagumo>(graph: graph, states: states, threads: threads)
                }
            }
        }
    }

    private func kuramoto(on graph: Graph, threads: Int) throws -> KuramotoModel {
        let streams = try RandomStreams(seed: 2)
        let count = graph.vertexCount
        return try KuramotoModel(
            graph: graph, coupling: 0.05,
            frequencies: streams.numbers(
                from: .normal(mean: 0, deviation: 1), for: .naturalFrequency, nodeCount: count),
            phases: streams.numbers(from: .uniform(lower: 0, upper: 6), for: .initialState, nodeCount: count),
            threads: threads)
    }

    private func measure<Model: DifferentialEquations>(
        _ work: String, on graph: Graph, _ threads: Int, _ makeModel: () throws -> Model
    ) throws {
        guard only == nil || only == work else { return }
        let model = try makeModel()
        let count = graph.vertexCount
        let before = Self.mean(of: model)
        let simulation = try Simulation(model, integrator: RungeKutta4(threads: threads), step: 0.01)
        let watcher = Watcher()
        let tally = Tally()
        let isObserved = work == "kuramoto-observed"
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
        try check(model, before: before, after: simulation.moment.time)
        let edges = 2 * graph.edgeCount
        print(
            "\(work),\(count),\(edges),\(threads),\(times[0]),\(times[runs / 2]),\(4 * Double(edges) / times[runs / 2])"
        )
    }

    /// Each pull has its answer, and what leaves a vertex arrives at another one: the mean velocity of phases is the mean of the
    /// natural frequencies, and the mean concentration stays what it is.
    private func check<Model: DifferentialEquations>(_ model: Model, before: Double, after time: Double) throws {
        let drift: Double
        switch model {
        case let model as KuramotoModel:
            drift = time * model.frequencies.reduce(0, +) / Double(model.nodeCount)
        case is CoupledDynamics<Diffusion>: drift = 0
        default: return
        }
        guard abs(Self.mean(of: model) - before - drift) < 1e-6 else { throw ValidationError("The state is wrong.") }
    }

    /// The mean of the first number of all vertices.
    private static func mean<Model: DifferentialEquations>(of model: Model) -> Double {
        model.state.numbers[..<model.nodeCount].reduce(0, +) / Double(model.nodeCount)
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
