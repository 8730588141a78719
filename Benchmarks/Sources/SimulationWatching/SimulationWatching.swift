import CFloor
import Networks
import ObserverBenchmarks
import ObserverCore
import SimulationEngine

/// What it costs to watch a simulation, in nanoseconds and as ratios within one run.
///
///     swift run -c release --package-path Benchmarks simulation-watching
@main
struct SimulationWatching {
    static let nodeCount = 1_000_000
    static let runs = 7

    static func main() throws {
        let figures = try [
            cFloor(), drift("nobody looks"), drift("each node has an observer", watch: watchEach),
            drift("one observer of all nodes", watch: watchAll), drift("one node is watched", watch: watchOne),
            kuramoto("Kuramoto RK4 step"), kuramoto("with first passages", watch: watchPassages),
        ]
        // Taking turns, so that what slows the machine down for a while slows down all.
        var times = figures.map { _ in [Double]() }
        for _ in 0..<runs {
            for (index, figure) in figures.enumerated() { times[index].append(try figure.measure()) }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        for (figure, median) in zip(figures, medians) { report(figure.name, median, "ns a node") }
        let (floor, bare, passages) = (medians[0], medians[1], (medians[6] - medians[5]) / medians[5])
        print()
        report("each node has an observer", (medians[2] - bare) / floor, "x the C loop (bar 5)")
        report("one observer of all nodes", (medians[3] - bare) / floor, "x the C loop (bar 2.5)")
        report("one node is watched", medians[4] / bare, "x the step (bar 1)")
        report("first passages", 100 * passages, "% of the step (bar 20)")
    }

    private static func report(_ name: String, _ number: Double, _ unit: String) {
        let padded = name + String(repeating: " ", count: max(0, 30 - name.count))
        print("\(padded) \((number * 100).rounded() / 100) \(unit)")
    }
}

/// Something that is measured again and again.
struct MeasuredFigure {
    let name: String

    /// Nanoseconds a node.
    let measure: () throws -> Double
}

/// Measures how long a closure takes, in nanoseconds a node.
func time(nodes: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let duration = ContinuousClock.now - start
    let (seconds, attoseconds) = duration.components
    return (Double(seconds) * 1e9 + Double(attoseconds) * 1e-9) / Double(nodes)
}

struct WrongResult: Error {
    let figure: String
}

// MARK: - The floor

extension SimulationWatching {
    /// A loop over C functions with a context of its own each.
    static func cFloor() -> MeasuredFigure {
        let tallies = (0..<nodeCount).map { _ in cfloor_new_tally() }
        let handlers = UnsafeMutableBufferPointer<cfloor_handler>.allocate(capacity: nodeCount)
        for (index, tally) in tallies.enumerated() {
            handlers.initializeElement(at: index, to: cfloor_adding_handler(tally))
        }
        return MeasuredFigure(name: "loop over C functions") {
            time(nodes: nodeCount) { cfloor_send(handlers.baseAddress, nodeCount, 0, 1) }
        }
    }
}

// MARK: - Nodes that all change in each step

extension SimulationWatching {
    typealias Watch = (Simulation<Drift>, Watchers) throws -> Void

    static func drift(_ name: String, watch: Watch = { _, _ in }) throws -> MeasuredFigure {
        let simulation = try Simulation(Drift(count: nodeCount), integrator: Drifting(), step: 1)
        let watchers = Watchers()
        try watch(simulation, watchers)
        return MeasuredFigure(name: name) {
            let before = watchers.messageCount
            let duration = try time(nodes: nodeCount) { try simulation.run(steps: 1) }
            guard watchers.messageCount - before == watchers.expectedCount else { throw WrongResult(figure: name) }
            return duration
        }
    }

    static func watchEach(_ simulation: Simulation<Drift>, _ watchers: Watchers) {
        for (node, tally) in zip(simulation.nodes, watchers.newTallies(nodeCount)) {
            watchers.observe(node.state) { update in tally.add(update.new) }
        }
        watchers.expectedCount = nodeCount
    }

    static func watchAll(_ simulation: Simulation<Drift>, _ watchers: Watchers) {
        let tally = watchers.newTally()
        watchers.observe(simulation.allNodes) { change in tally.add(change.new) }
        watchers.expectedCount = nodeCount
    }

    static func watchOne(_ simulation: Simulation<Drift>, _ watchers: Watchers) {
        let tally = watchers.newTally()
        watchers.observe(simulation.nodes[4711].state) { update in tally.add(update.new) }
        watchers.expectedCount = 1
    }
}

/// Observers with their tallies.
final class Watchers: Observer {
    let receiver = Receiver()
    var expectedCount = 0
    private var tallies: [Tally] = []

    func newTally() -> Tally {
        newTallies(1)[0]
    }

    func newTallies(_ count: Int) -> [Tally] {
        let new = Tally.row(of: count)
        tallies += new
        return new
    }

    var messageCount: Int { tallies.reduce(0) { $0 + $1.messages } }
}

// MARK: - First passages

extension SimulationWatching {
    static func kuramoto(
        _ name: String, watch: (Simulation<KuramotoModel>) throws -> FirstPassages? = { _ in nil }
    ) throws -> MeasuredFigure {
        let edges = (0..<nodeCount).flatMap { node in (1...2).map { (node, (node + $0) % nodeCount) } }
        let model = try KuramotoModel(
            graph: Graph(vertexCount: nodeCount, edges: edges), coupling: 1,
            frequencies: (0..<nodeCount).map { 1 + Double($0 % 97) / 97 },
            phases: (0..<nodeCount).map { .pi * Double($0 * 7919 % nodeCount) / Double(nodeCount) }
        )
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        let passages = try watch(simulation)
        return MeasuredFigure(name: name) {
            let duration = try time(nodes: nodeCount) { try simulation.run(steps: 1) }
            return withExtendedLifetime(passages) { duration }
        }
    }

    static func watchPassages(_ simulation: Simulation<KuramotoModel>) throws -> FirstPassages? {
        // Of phases that are spread from 0 to π, about one of two hundred passes in each step.
        try simulation.firstPassages(of: "phase", level: .pi)
    }
}
