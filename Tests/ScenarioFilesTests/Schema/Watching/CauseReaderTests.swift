import Foundation
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

    @Test("causes are refused where nothing is known of them")
    func refusals() throws {
        let leaps = Self.epidemic(Self.sis, method: "method: tau-leaping")
        #expect(
            try folder.problems(leaps + "observe: [{causes: all}]\n")?.contains("is known of single events only")
                == true)
        let oscillators = ScenarioFolder.network + "observe: [{tree: table}]\n"
        #expect(try folder.problems(oscillators)?.contains("has no meaning for this model") == true)
        let newick = Self.sir + "observe: [{tree: newick, format: csv}]\n"
        #expect(try folder.problems(newick)?.contains("'format' has no meaning for a tree that is not a table") == true)
    }
}
