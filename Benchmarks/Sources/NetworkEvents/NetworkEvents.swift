import ArgumentParser
import EpidemicFloor
import Foundation
import Networks
import SimulationEngine

/// Measures how fast graphs are generated and how fast the events of an epidemic on them follow each other.
@main
struct NetworkEvents: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network-events",
        abstract: "Measures generators of graphs and the events of an epidemic.",
        discussion: """
            The result is CSV with the columns work, vertices, count, best, median, rate and ratio: the best and the median \
            of some runs in seconds of processor time, where count is that of edges or of events, and rate is the median of \
            count per second. The same epidemic in C++ with a binary heap runs in turn: ratio is the median of the rate \
            divided by its.
            """)

    @Option(help: "How often each row is measured.")
    var runs = 7

    @Option(help: "The greatest number of vertices; with 20000000 a graph of 10^8 edges is generated, too.")
    var largest = 1_000_000

    @Option(help: "What is measured, 'generators' or 'events'; both unless given.")
    var only: String?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("'--runs' must be 1 or more.") }
        guard [nil, "generators", "events"].contains(only) else {
            throw ValidationError("'--only' must be 'generators' or 'events'.")
        }
    }

    func run() throws {
        print("work,vertices,count,best,median,rate,ratio")
        if only != "events" { try measureGenerators() }
        if only != "generators" { try measureEvents() }
    }

    /// Prints a row for what a closure does, which returns the number of edges or events; another one, if there is one, does
    /// the same in another way, in turn.
    func measure(
        _ work: String, vertices: Int, floor: ((UInt64) throws -> (count: Int, time: Double))? = nil,
        _ perform: (UInt64) throws -> (count: Int, time: Double)
    ) throws {
        var times: [Double] = []
        var rates: [Double] = []
        var ratios: [Double] = []
        var count = 0
        for run in 0..<runs {
            let result = try perform(UInt64(run))
            count = result.count
            times.append(result.time)
            rates.append(Double(result.count) / times[run])
            guard let floor = try floor?(UInt64(run)) else { continue }
            ratios.append(rates[run] * floor.time / Double(floor.count))
        }
        let median = times.sorted()[runs / 2]
        let ratio = ratios.isEmpty ? "" : "\(ratios.sorted()[runs / 2])"
        print("\(work),\(vertices),\(count),\(times.min() ?? median),\(median),\(rates.sorted()[runs / 2]),\(ratio)")
    }
}

// MARK: - Generators

extension NetworkEvents {
    private func measureGenerators() throws {
        for vertices in [10_000, 100_000, 1_000_000, 20_000_000] where vertices <= largest {
            try measureGenerator("barabasi-albert", vertices, edges: 5 * (vertices - 5)) {
                try .barabasiAlbert(nodes: vertices, edgesPerNode: 5, from: $0)
            }
        }
        let n = 1_000_000
        guard n <= largest else { return }
        try measureGenerator("erdos-renyi-p", n) { try .erdosRenyi(nodes: n, probability: 1e-5, from: $0) }
        try measureGenerator("erdos-renyi-m", n, edges: 5 * n) {
            try .erdosRenyi(nodes: n, edges: 5 * n, from: $0)
        }
        try measureGenerator("watts-strogatz", n, edges: 5 * n) {
            try .wattsStrogatz(nodes: n, neighbours: 10, rewiring: 0.1, from: $0)
        }
        try measureGenerator("random-regular", n, edges: 5 * n) {
            try .randomRegular(nodes: n, degree: 10, from: $0)
        }
        try measureGenerator("holme-kim", n, edges: 5 * (n - 5)) {
            try .holmeKim(nodes: n, edgesPerNode: 5, triangles: 0.5, from: $0)
        }
        try measureGenerator("geometric", n) {
            try RandomGeometricGraph(nodes: n, radius: 0.001785, dimension: 2, from: $0).graph
        }
        try measureGenerator("torus", n, edges: 2 * n) { _ in try .lattice(sides: [1000, 1000], periodic: true) }
    }

    private func measureGenerator(
        _ name: String, _ vertices: Int, edges: Int? = nil, _ make: (RandomStreams) throws -> Graph
    ) throws {
        try measure(name, vertices: vertices) { seed in
            let streams = try RandomStreams(seed: seed)
            var graph: Graph?
            let time = try cpuTime { graph = try make(streams) }
            let count = graph?.edgeCount ?? 0
            if let edges, count != edges { throw BenchmarkFailure("\(name) has \(count) edges, not \(edges)") }
            return (count, time)
        }
    }
}

// MARK: - Events

extension NetworkEvents {
    /// SIR on a Barabási–Albert graph with m = 5, infection 0.3, recovery 1, and one vertex of a hundred infected.
    private func measureEvents() throws {
        for vertices in [2000, 10_000, 100_000, 1_000_000, 2_000_000, 10_000_000] where vertices <= largest {
            let graph = try Graph.barabasiAlbert(
                nodes: vertices, edgesPerNode: 5, from: try RandomStreams(seed: 1))
            try measure("sir", vertices: vertices, floor: { try runInHeap(on: graph, seed: $0) }) { seed in
                try runEpidemic(on: graph, seed: seed)
            }
        }
    }

    /// The same in C++.
    private func runInHeap(on graph: Graph, seed: UInt64) throws -> (count: Int, time: Double) {
        let count = graph.vertexCount
        // Numbers of vertices say nothing of where a vertex is, but for how old it is.
        let infected = (0..<count / 100).map { Int32(100 * $0 + Int(seed % 100)) }
        let (offsets, neighbours) = (graph.offsets, graph.neighbours)
        var events = 0
        let time = cpuTime {
            events = offsets.withUnsafeBufferPointer { offsets in
                neighbours.withUnsafeBufferPointer { neighbours in
                    Int(
                        epidemic_floor_run(
                            offsets.baseAddress, neighbours.baseAddress, Int64(count), 0.3, infected,
                            Int64(infected.count), seed + 1))
                }
            }
        }
        let recovered = (events + infected.count) / 2
        guard abs(Double(recovered) / Double(count) - 0.803) < (count < 10_000 ? 0.1 : 0.03) else {
            throw BenchmarkFailure("\(recovered) of \(count) vertices recovered in C++")
        }
        return (events, time)
    }

    private func runEpidemic(on graph: Graph, seed: UInt64) throws -> (count: Int, time: Double) {
        typealias Model = CompartmentModel<SIRCompartment>
        let streams = try RandomStreams(seed: seed)
        let states = try Model.initialStates(
            [(.infected, graph.vertexCount / 100)], vertexCount: graph.vertexCount, from: streams)
        let model = try Model(
            graph: graph, transitions: .sir(infection: 0.3, recovery: 1), states: states)
        let integrator = EventDrivenIntegrator<SIRCompartment>(streams: streams)
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        // Also what is prepared before the first event is timed.
        let time = try cpuTime { try simulation.run(until: 100) }
        let infected = model.count(of: .infected)
        let recovered = model.count(of: .recovered)
        // Each vertex that was ever infected has recovered, in one event each; EoN finds 0.80 of all vertices.
        guard infected == 0, integrator.eventCount == 2 * recovered - graph.vertexCount / 100,
            abs(Double(recovered) / Double(graph.vertexCount) - 0.803) < (graph.vertexCount < 10_000 ? 0.1 : 0.03)
        else { throw BenchmarkFailure("\(recovered) of \(graph.vertexCount) vertices recovered") }
        return (integrator.eventCount, time)
    }
}

/// The time in seconds that the processor spends on a closure, whatever else the machine does meanwhile.
private func cpuTime(_ perform: () throws -> Void) rethrows -> Double {
    let start = clock()
    try perform()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

/// A result that is not right.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
