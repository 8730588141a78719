import CFloor
import DriftingNodes
import ObserverBenchmarks
import ObserverCore
import SimulationEngine

/// What it costs that each node of a simulation has an observer of its own, in a table with the columns
/// `nodes,row,number,unit`, as medians.
///
/// Times of a message and of a look are those of a step that is watched without those of the same step that nobody watches.
enum WatchedNodes {
    private static let runs = 15

    static func measure(_ counts: [Int]) throws {
        print("nodes,row,number,unit")
        // What the program and the language prepare once is not measured.
        let first = try each(100)
        try first.simulation.run(steps: 1)
        first.watchers.stopObserving()
        for count in counts.isEmpty ? [1000, 100_000, 1_000_000] : counts { try measure(count) }
    }

    private static func each(_ nodes: Int) throws -> Watch {
        Watch(try simulation(nodes, stride: 1), changed: nodes, begin: begin)
    }

    private static func begin(_ watcher: Watchers, _ nodes: NodeList<Drift>, _ tallies: [Tally]) {
        for node in nodes {
            watcher.observe(node) { [tally = tallies[node.index]] update in tally.add(update.new) }
        }
    }

    private static func beginByVariable(_ watcher: Watchers, _ nodes: NodeList<Drift>, _ tallies: [Tally]) {
        for node in nodes {
            watcher.observe(node.state) { [tally = tallies[node.index]] update in tally.add(update.new) }
        }
    }

    private static func measure(_ nodes: Int) throws {
        let floor = CFloor(nodes)
        let bare = try simulation(nodes, stride: 1)
        let bareHundredth = try simulation(nodes, stride: 100)
        let bareJumps = try simulation(nodes, by: Jumping(stride: 100))
        let each = try each(nodes)
        let hundredth = Watch(try simulation(nodes, stride: 100), changed: (nodes + 99) / 100, begin: beginByVariable)
        let jumps = Watch(try simulation(nodes, by: Jumping(stride: 100)), changed: (nodes + 99) / 100, begin: begin)
        report(nodes, "begin", each.beginning, "ns")
        report(nodes, "begin by the variable", hundredth.beginning, "ns")
        if let bytes = each.bytes { report(nodes, "memory", bytes, "bytes") }
        // As many steps that a run takes a millisecond.
        let steps = max(1, 1_000_000 / (4 * nodes))
        var times = [[Double]](repeating: [], count: 7)
        for _ in 0..<runs {
            times[0].append(nanoseconds { for _ in 0..<steps { floor.send() } })
            times[1].append(try nanoseconds { try bare.run(steps: steps) })
            times[2].append(try nanoseconds { try each.simulation.run(steps: steps) })
            times[3].append(try nanoseconds { try bareHundredth.run(steps: steps) })
            times[4].append(try nanoseconds { try hundredth.simulation.run(steps: steps) })
            times[5].append(try nanoseconds { try bareJumps.run(steps: steps) })
            times[6].append(try nanoseconds { try jumps.simulation.run(steps: steps) })
        }
        try each.check(steps: runs * steps)
        try hundredth.check(steps: runs * steps)
        try jumps.check(steps: runs * steps)
        let operations = Double(steps * nodes)
        let message = zip(times[2], times[1]).map { ($0 - $1) / operations }
        report(nodes, "C function", times[0].map { $0 / operations }.median, "ns")
        report(nodes, "message", message.median, "ns")
        report(nodes, "message", zip(message, times[0]).map { $0 * operations / $1 }.median, "x the C loop")
        report(
            nodes, "one of a hundred changes", zip(times[4], times[3]).map { ($0 - $1) / operations }.median,
            "ns a node")
        report(
            nodes, "one of a hundred jumps", zip(times[6], times[5]).map { ($0 - $1) / operations }.median, "ns a node")
        report(nodes, "step with messages", times[2].map { $0 / Double(steps) / 1e9 }.median, "s")
        let end = nanoseconds { each.watchers.stopObserving() }
        report(nodes, "end", end / Double(nodes), "ns")
    }

    private static func report(_ nodes: Int, _ row: String, _ number: Double, _ unit: String) {
        print("\(nodes),\(row),\((number * 1000).rounded() / 1000),\(unit)")
    }

    static func simulation(_ nodes: Int, stride: Int) throws -> Simulation<Drift> {
        try simulation(nodes, by: Drifting(stride: stride))
    }

    private static func simulation(_ nodes: Int, by method: some Integrator<Drift>) throws -> Simulation<Drift> {
        try Simulation(Drift(count: nodes), integrator: method, step: 1)
    }

    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let (seconds, attoseconds) = try ContinuousClock().measure(body).components
        return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
    }
}

/// A simulation each of whose nodes has an observer of its own.
private struct Watch {
    let simulation: Simulation<Drift>
    let watchers = Watchers()
    let beginning: Double
    let bytes: Double?
    private let expected: Int

    /// - Parameters:
    ///   - simulation: The simulation.
    ///   - changed: How many nodes change in each step.
    ///   - begin: Begins an observation of each node.
    init(
        _ simulation: Simulation<Drift>, changed: Int, begin: (Watchers, NodeList<Drift>, [Tally]) -> Void
    ) {
        self.simulation = simulation
        expected = changed
        let nodes = simulation.nodes.count
        // Those belong to who observes.
        let tallies = watchers.newTallies(nodes)
        var beginning = 0.0
        bytes = Heap.growth(per: nodes) { [simulation, watchers] in
            beginning = WatchedNodes.nanoseconds { begin(watchers, simulation.nodes, tallies) }
        }
        self.beginning = beginning / Double(nodes)
    }

    func check(steps: Int) throws {
        guard watchers.messageCount == steps * expected else {
            throw WrongResult(workload: "nodes", messages: watchers.messageCount)
        }
    }
}

/// A loop over C functions with a context of its own each.
struct CFloor {
    private let handlers: UnsafeMutableBufferPointer<cfloor_handler>

    init(_ count: Int) {
        let tallies = (0..<count).map { _ in cfloor_new_tally() }
        handlers = .allocate(capacity: count)
        for (index, tally) in tallies.enumerated() {
            handlers.initializeElement(at: index, to: cfloor_adding_handler(tally))
        }
    }

    func send() { cfloor_send(handlers.baseAddress, handlers.count, 0, 1) }
}
