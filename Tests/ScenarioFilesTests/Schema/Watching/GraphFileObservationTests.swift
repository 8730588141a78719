import Foundation
import Networks
import ScenarioTestSupport
import SimulationEngine
import TestSupport
import Testing

@testable import ScenarioFiles

/// Graphs that scenarios write.
@Suite struct GraphFileObservationTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func file(_ name: String, of results: ScenarioFolder.Results) throws -> GraphFile {
        try GraphFile(contentsOf: "\(results.path)/\(name)")
    }

    /// The numbers of an attribute of vertices.
    private func numbers(_ name: String, of file: GraphFile) throws -> [Double] {
        try #require(file.vertexAttributes.first { $0.name == name }).values.compactMap { $0.flatMap(Double.init) }
    }

    @Test("GraphML has the graph with its names, and the fields as the table of nodes has them at the same moment")
    func fields() throws {
        let results = try folder.run(
            ScenarioFolder.network + "observe: [{graph-file: graphml, every: 1}, {nodes: all, every: 1}]\n")
        #expect(
            try results.files() == [
                "data/edges.csv", "manifest.json", "network@0.graphml", "network@1.graphml", "network@2.graphml",
                "nodes.csv", "scenario.yml",
            ])
        let phases = try results.column(2, of: "nodes.csv").compactMap { Double($0) }
        for (index, time) in [0, 1, 2].enumerated() {
            let file = try file("network@\(time).graphml", of: results)
            #expect(file.graph.vertexNames == ["a", "b", "c"] && !file.graph.isDirected)
            #expect(Array(file.graph.edges.sources) == [0, 1] && Array(file.graph.edges.targets) == [1, 2])
            #expect(try numbers("phase", of: file) == Array(phases[3 * index..<3 * index + 3]))
        }
    }

    @Test("there is one file at the beginning or at the end, packed if asked for, and two kinds at once")
    func single() throws {
        try folder.directory.write("source,target,weight\na,b,0.1\nc,b,2.5\n", to: "edges.csv")
        let results = try folder.run(
            ScenarioFolder.network.replacing("file: edges.csv", with: "file: edges.csv, directed: true")
                + "observe: [{graph-file: graphml, fields: none}, {graph-file: edge-list, when: end, gzip: true}]\n")
        #expect(
            try results.files() == [
                "data/edges.csv", "manifest.json", "network-2.csv.gz", "network.graphml", "scenario.yml",
            ])
        var options = EdgeList.Options()
        options.isDirected = true
        let original = try GraphFile(contentsOf: folder.directory.path(of: "edges.csv"), options: options)
        #expect(original.graph.isWeighted)
        #expect(try file("network.graphml", of: results) == original)
        #expect(try GraphFile(contentsOf: "\(results.path)/network-2.csv.gz", options: options) == original)
    }

    @Test("compartments have their names, and nodes keep their numbers when others have gone or edges have changed")
    func change() throws {
        let results = try folder.run(
            """
            graph: {ring: {nodes: 5}}
            model: {si: {infection: 0, initial: {infected: {count: 5}}}}
            integrate: {method: event-driven, step: 1, until: 3}
            observe: [{graph-file: graphml, when: {at: [0, 3]}}, {graph-file: edge-list, when: {at: [0, 3]}, name: list}]
            intervene:
              - {when: {at: 1}, remove-nodes: [1]}
              - {when: {at: 2}, set-edge: {from: 0, to: 3}}
              - {when: {at: 2}, set: {node: 4, compartment: 0}}
            """)
        let first = try file("network@0.graphml", of: results)
        #expect(first.graph.vertexCount == 5 && first.graph.edgeCount == 5)
        let last = try file("network@3.graphml", of: results)
        #expect(last.graph.vertexNames == ["0", "2", "3", "4"])
        #expect(last.vertexAttributes.map(\.kind) == [.string])
        #expect(last.vertexAttributes[0].values == ["infected", "infected", "infected", "susceptible"])
        #expect(
            try results.text("list@3.csv").split(separator: "\n").sorted()
                == ["0,3", "0,4", "2,3", "3,4", "source,target"])
    }

    @Test("walkers are not vertices, whose graph has no fields")
    func walkers() throws {
        let text = """
            graph: {ring: {nodes: 5}}
            model: {random-walks: {walkers: 3}}
            integrate: {method: synchronous, until: 2}
            observe: [{graph-file: graphml}]
            """
        #expect(try file("network.graphml", of: folder.run(text)).vertexAttributes.isEmpty)
        let told = try folder.problems(text.replacing("graphml}", with: "graphml, fields: [vertex]}"))
        #expect(told?.contains("'fields' has no meaning here, where nodes are not the vertices of the graph") == true)
    }

    @Test(
        "what cannot be is told",
        arguments: [
            ("graph-file: graphlm", "did you mean 'graphml'?"),
            ("graph-file: edge-list, fields: [phase]", "'fields' has no meaning for an edge list"),
            ("graph-file: graphml, fields: [pase]", "did you mean 'phase'?"),
            ("graph-file: graphml, gzip: yes", "true or false"),
            ("graph-file: graphml, format: csv", "unknown key 'format'"),
            ("graph-file: graphml, name: order-parameter", "two observations are called 'order-parameter'"),
        ])
    func diagnostics(item: String, message: String) throws {
        let told = try folder.problems(
            ScenarioFolder.network + "observe: [{quantity: order-parameter}, {\(item)}]\n")
        #expect(told?.contains(message) == true, "\(told ?? "")")
    }

    @Test("particles have no graph")
    func particles() throws {
        let told = try folder.problems(ScenarioFolder.particles + "observe: [{graph-file: graphml}]\n")
        #expect(told?.contains("unknown key 'graph-file'") == true, "\(told ?? "")")
    }

    @Test("a run does not go on where a file that was written before its checkpoint has gone or become shorter")
    func missingFile() throws {
        let text = ScenarioFolder.network + "observe: [{graph-file: graphml, every: 0.5}]\n"
        for damage in ["", "<graphml/>"] {
            let name = "results-\(damage.count)"
            var step = 0
            let monitor = RunMonitor(onProgress: { step = $0.moment.step }, shouldStop: { step == 2 })
            let results = try folder.run(text, to: name, monitor: monitor)
            let path = "\(results.path)/network@0.5.graphml"
            try FileManager.default.removeItem(atPath: path)
            if !damage.isEmpty { try damage.write(toFile: path, atomically: true, encoding: .utf8) }
            let files = try results.files()
            let error = #expect(throws: CheckpointError.self) { try UnfinishedRun(in: results.path).goOn() }
            #expect(error?.description.contains("network@0.5.graphml") == true)
            #expect(try results.files() == files)
        }
    }
}
