/// What it costs to watch a simulation, as ratios within one run.
///
///     swift run -c release --package-path Benchmarks simulation-watching
///     simulation-watching nodes [NODES …]                       only what it costs that each node has an observer of its own
///     simulation-watching count WORKLOAD NODES STEPS [bare]     only makes steps, for who counts their instructions
@main
struct SimulationWatching {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "nodes" { return try WatchedNodes.measure(arguments.dropFirst().compactMap { Int($0) }) }
        if arguments.first == "count" { return try count(Array(arguments.dropFirst())) }
        try measureMessages()
        try measurePairs()
    }

    private static func count(_ arguments: [String]) throws {
        guard arguments.count >= 3, let workload = Workload.all.first(where: { $0.name == arguments[0] }),
            let nodes = Int(arguments[1]), let steps = Int(arguments[2]), ["bare"].starts(with: arguments.dropFirst(3))
        else { throw WrongArguments(known: Workload.all.map(\.name)) }
        let prepared = try workload.prepare(nodes)
        try prepared.setWatched(arguments.count == 3)
        try prepared.run(steps)
    }
}

struct WrongArguments: Error, CustomStringConvertible {
    let known: [String]

    var description: String {
        "write 'count', one of \(known.joined(separator: ", ")), the number of nodes, that of steps, and 'bare' if nobody "
            + "is to watch"
    }
}

struct WrongResult: Error {
    let workload: String
    let messages: Int
}

// MARK: - Messages to many

extension SimulationWatching {
    /// Times of a step of a million nodes, as parts of the loop over C functions.
    private static func measureMessages() throws {
        let nodes = 1_000_000
        let floor = CFloor(nodes)
        let workloads = try [Workload.one, .each, .group].map { try $0.prepare(nodes) }
        for watched in workloads.dropFirst() { try watched.setWatched(true) }
        var times = [[Double]](repeating: [], count: 4)
        // Taking turns, so that what slows the machine down for a while slows down all.
        for run in 1...15 {
            times[0].append(seconds { floor.send() })
            for (index, workload) in workloads.enumerated() {
                times[index + 1].append(try seconds { try workload.run(1) })
                let count = workload.messageCount()
                guard count == (index == 0 ? 0 : run * nodes) else {
                    throw WrongResult(workload: Workload.all[index].name, messages: count)
                }
            }
        }
        let names = ["loop over C functions", "nobody looks", "each node has an observer", "one observer of all nodes"]
        for (name, times) in zip(names, times) { report(name, times.median * 1e9 / Double(nodes), "ns a node") }
        let costs = [2, 3].map { index in zip(times[index], zip(times[1], times[0])).map { ($0 - $1.0) / $1.1 } }
        report("each node has an observer", costs[0].median, "x the C loop (bar 5)", costs[0])
        report("one observer of all nodes", costs[1].median, "x the C loop (bar 2.5)", costs[1])
    }
}

// MARK: - With and without

extension SimulationWatching {
    /// As many steps as a watch for first passages goes back.
    private static let warmUp = 4

    private static func measurePairs() throws {
        let one = try ratios(of: .one, nodes: 10_000_000, steps: 5, runs: 25)
        report("one node of 10 000 000", one.median, "x the step (bar 1)", one)
        let melt = try ratios(of: .melt, nodes: 32_000, steps: 20, runs: 25)
        report("one of 32 000 particles", melt.median, "x the step (bar 1.02)", melt)
        let particles = try ratios(of: .eachParticle, nodes: 32_000, steps: 20, runs: 25)
        report("each of 32 000 particles", particles.median, "x the step (bar 1.12)", particles)
        let passages = try ratios(of: .passages, nodes: 1_000_000, steps: 4, runs: 25).map { 100 * ($0 - 1) }
        report("first passages of 1 000 000", passages.median, "% of a Kuramoto RK4 step (bar 20)", passages)
        let adaptive = try ratios(of: .adaptivePassages, nodes: 100_000, steps: 4, runs: 25).map { 100 * ($0 - 1) }
        report("the same of 100 000, adaptive", adaptive.median, "% of a Kuramoto rkf45 step (bar 20)", adaptive)
        let crossing = try ratios(of: .adaptiveCrossing, nodes: 100_000, steps: 4, runs: 25)
        report("one crossing, adaptive", crossing.median, "x the step (bar 1.02)", crossing)
        let event = try ratios(of: .event, nodes: 1_000_000, steps: 100, runs: 15)
        report("one node of an epidemic", event.median, "x the events (bar 1.02)", event)
        let infections = try ratios(of: .infections, nodes: 1_000_000, steps: 8, runs: 25).map { 100 * ($0 - 1) }
        report("first infections of 1 000 000", infections.median, "% of the events (bar 20)", infections)
        let prevalence = try ratios(of: .prevalence, nodes: 1_000_000, steps: 8, runs: 15)
        report("number of the infected", prevalence.median, "x the events", prevalence)
    }

    /// The times of steps that are watched in units of those of the steps before or after them, by turns, that nobody
    /// watches.
    ///
    /// Each time a new watch begins, and makes ``warmUp`` steps before it is measured, so that what it costs is what each
    /// step costs of a run that is watched throughout.
    private static func ratios(of workload: Workload, nodes: Int, steps: Int, runs: Int) throws -> [Double] {
        let prepared = try workload.prepare(nodes)
        func time(isWatched: Bool) throws -> Double {
            try prepared.setWatched(isWatched)
            try prepared.run(warmUp)
            let time = try seconds { try prepared.run(steps) }
            guard isWatched == (prepared.messageCount() > 0) else {
                throw WrongResult(workload: workload.name, messages: prepared.messageCount())
            }
            return time
        }
        // What is done once only, such as a first list of neighbours.
        _ = try time(isWatched: true)
        return try (0..<runs).map { run in
            let first = try time(isWatched: run.isMultiple(of: 2))
            let second = try time(isWatched: !run.isMultiple(of: 2))
            return run.isMultiple(of: 2) ? first / second : second / first
        }
    }
}

// MARK: - Telling

extension SimulationWatching {
    /// `numbers` are those of which the number is the median: half of them lie in the range that is told, too.
    private static func report(_ name: String, _ number: Double, _ unit: String, _ numbers: [Double] = []) {
        func text(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }
        let padded = name + String(repeating: " ", count: max(0, 28 - name.count))
        let sorted = numbers.sorted()
        guard !sorted.isEmpty else { return print(padded, text(number), unit) }
        let (low, high) = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
        print(padded, text(number), "\(unit), half of the runs from \(text(low)) to \(text(high))")
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
}
