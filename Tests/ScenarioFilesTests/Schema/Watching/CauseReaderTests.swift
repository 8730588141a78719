import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// What brings events about, in scenarios.
@Suite struct CauseReaderTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private static func epidemic(_ model: String, method: String = "method: event-driven") -> String {
        """
        seed: 5
        graph: {barabasi-albert: {nodes: 60, edges-per-node: 2}}
        model: {\(model)}
        integrate: {\(method), until: 8}

        """
    }

    private static let sir = epidemic("sir: {infection: 0.7, recovery: 1, initial: {infected: 0.05}}")
    private static let sis = "sis: {infection: 0.5, recovery: 1, initial: {infected: 0.05}}"

    @Test("the tree has as many rows as were ever infected, and the causes as many events")
    func tables() throws {
        let results = try folder.run(
            Self.sir + """
                observe: [{causes: all}, {tree: table}, {tree: newick, name: phylogeny}, {tree: graphml, name: forest}, {quantities: [infected, recovered], when: end}]
                """)
        let last = try results.text("quantities.csv").split(separator: "\n")[1].split(separator: ",")
        let everInfected = try #require(Int(last[1])) + (try #require(Int(last[2])))
        #expect(try results.column(0, of: "tree.csv").count == everInfected)
        let causes = try results.column(4, of: "causes.csv")
        #expect(causes.count { $0 == "neighbour" } == everInfected - 3)
        #expect(try results.column(3, of: "tree.csv").count { $0.isEmpty } == 3)
        let children = try results.column(6, of: "tree.csv").compactMap { Int($0) }.reduce(0, +)
        #expect(children == everInfected - 3)
        #expect(try results.text("phylogeny.nwk").split(separator: "\n").count == 3)
        #expect(try results.text("forest.graphml").components(separatedBy: "<edge ").count == everInfected - 3 + 1)
    }

    @Test(
        "causes and trees go on from a checkpoint to the same bytes",
        arguments: [
            sir, epidemic(sis), epidemic(sis, method: "method: event-driven, aligned: true"),
        ])
    func checkpoints(text: String) throws {
        let text = text + "observe: [{causes: all}, {tree: table}, {quantity: infected, every: 0.5}]\n"
        let whole = try folder.run(text, to: "whole")
        var reached = 0
        let monitor = RunMonitor(onProgress: { reached = $0.moment.step }, shouldStop: { reached == 7 })
        let results = try folder.run(text, monitor: monitor)
        try UnfinishedRun(in: results.path).goOn()
        for name in ["causes.csv", "tree.csv"] { #expect(try results.text(name) == whole.text(name)) }
    }

    @Test("a graph of its own seed is shared by runs of other seeds, which are otherwise others")
    func graphSeed() throws {
        let text = Self.sir + "observe: [{graph-file: edge-list}, {causes: all}]\n"
        func run(_ seed: Int, _ graphSeed: Int?) throws -> ScenarioFolder.Results {
            let graph = graphSeed.map { ["graph-seed=\($0)"] } ?? []
            return try folder.run(text, set: ["seed=\(seed)"] + graph, to: "run-\(seed)-\(graphSeed ?? 0)")
        }
        let (first, second) = (try run(1, 7), try run(2, 7))
        #expect(try first.text("network.csv") == second.text("network.csv"))
        #expect(try first.text("causes.csv") != second.text("causes.csv"))
        #expect(try run(7, nil).text("network.csv") == first.text("network.csv"))
        #expect(try run(1, nil).text("network.csv") != first.text("network.csv"))
    }

    /// Neurons with delays, of which one is pushed by an intervention.
    private static func neurons(_ method: String, edges: String = "") -> String {
        """
        seed: 5
        graph: {random-regular: {nodes: 12, degree: 4}}
        model:
          equations:
            variables: {v: {uniform: [0, 1]}, spikes: 0}
            parameters: {drive: {uniform: [0.5, 1.5]}}
            \(edges)
            rates: {v: drive, spikes: 0}
            events: [{when: v >= 1, set: {v: v - 1, spikes: spikes + 1}, send: {v: 0.15}, delay: 0.8}]
        integrate: {method: \(method), step: 0.25, until: 3}
        intervene: [{when: {at: 1.5}, set: {nodes: [7], v: 1.5}, name: push}]

        """
    }

    @Test(
        "causes of events are a table of all events, and the tree is one of avalanches",
        arguments: ["runge-kutta-4", "rkf45", "euler-maruyama"])
    func events(method: String) throws {
        let results = try folder.run(
            Self.neurons(method) + "observe: [{causes: all}, {tree: table}, {nodes: all, when: end}]\n")
        #expect(
            try results.text("causes.csv").hasPrefix("time,node,event,number,cause,source,parent\n"))
        let nodes = try results.column(1, of: "causes.csv")
        let spikes = try results.column(3, of: "nodes.csv").compactMap { Int(Double($0) ?? -1) }
        #expect((0..<12).allSatisfy { node in nodes.count { $0 == "\(node)" } == spikes[node] })
        let (numbers, parents) = (try results.column(3, of: "causes.csv"), try results.column(6, of: "causes.csv"))
        #expect(numbers == nodes.indices.map(String.init))
        #expect(try results.column(0, of: "tree.csv") == numbers)
        #expect(try results.column(3, of: "tree.csv") == parents)
        let (causes, sources) = (try results.column(4, of: "causes.csv"), try results.column(5, of: "causes.csv"))
        #expect(Set(causes) == ["itself", "neighbour", "intervention"])
        for (row, cause) in causes.enumerated() {
            switch cause {
            case "neighbour": #expect(sources[row] == nodes[try #require(Int(parents[row]))])
            case "itself": #expect(sources[row].isEmpty && parents[row].isEmpty)
            default: #expect(nodes[row] == "7" && sources[row] == "push" && parents[row].isEmpty)
            }
        }
    }

    @Test(
        "causes and trees of events, leaps, rates and voters go on from a checkpoint to the same bytes",
        arguments: [
            neurons("runge-kutta-4"), neurons("euler-maruyama"),
            neurons("rkf45", edges: "edges: {pull: 0.01 * (from.v - v)}"),
            epidemic(sis, method: "method: tau-leaping, leap: 0.3"), epidemic(sis, method: "method: tau-leaping"),
            epidemic(
                "transitions: {states: [S, I], initial: {I: 0.1}, transitions: [{from: S, to: I, rate: \"count(neighbours, I)\"}, {from: I, to: S, after: {gamma: {shape: 2, scale: 0.5}}}]}"
            ),
            epidemic("voter: {noise: 0.1}", method: "method: sweeps, step: 1"),
        ])
    func otherCheckpoints(text: String) throws {
        let text = text + "observe: [{causes: all}, {tree: table}, {nodes: all, every: 1}]\n"
        let whole = try folder.run(text, to: "whole")
        #expect(try whole.column(0, of: "causes.csv").count > 20)
        for step in [1, 4] {
            var reached = 0
            let monitor = RunMonitor(onProgress: { reached = $0.moment.step }, shouldStop: { reached == step })
            let results = try folder.run(text, to: "part-\(step)", monitor: monitor)
            try UnfinishedRun(in: results.path).goOn()
            for name in ["causes.csv", "tree.csv", "nodes.csv"] {
                #expect(try results.text(name) == whole.text(name), "\(name)")
            }
        }
        let unwatched = try folder.run(
            text.replacingOccurrences(of: "{causes: all}, {tree: table}, ", with: ""), to: "unwatched")
        #expect(try unwatched.text("nodes.csv") == whole.text("nodes.csv"))
    }

    @Test("causes are refused where nothing is known of them, and where there is nothing to be caused")
    func refusals() throws {
        let others =
            "in which no single neighbour brings about what a node does: there are causes in models of compartments, 'transitions', "
            + "'voter' and 'sznajd', and of the events of 'equations'"
        for text in [ScenarioFolder.network, Self.epidemic("ising: {temperature: 2}", method: "method: metropolis")] {
            #expect(try folder.problems(text + "observe: [{tree: table}]\n")?.contains(others) == true)
            #expect(try folder.problems(text + "observe: [{causes: all}]\n")?.contains(others) == true)
        }
        let smooth = Self.epidemic(
            "equations: {variables: {x: 1}, rates: {x: -x}}", method: "method: runge-kutta-4, step: 0.1")
        #expect(
            try folder.problems(smooth + "observe: [{causes: all}]\n")?
                .contains("there are no 'events' in these equations that something could bring about") == true)
        let newick = Self.sir + "observe: [{tree: newick, format: csv}]\n"
        #expect(try folder.problems(newick)?.contains("'format' has no meaning for a tree that is not a table") == true)
    }
}
