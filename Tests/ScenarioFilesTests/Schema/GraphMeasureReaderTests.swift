import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Measures of the graph in scenarios.
@Suite struct GraphMeasureReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(graph: String, _ observation: String) -> String {
        """
        graph: \(graph)
        model: {sis: {infection: 1, recovery: 1, initial: {infected: {count: 1}}}}
        integrate: {method: event-driven, step: 1, until: 2}
        observe: [{\(observation)}]
        """
    }

    private var club: String {
        "{edge-list: {file: \"\(packageFolder)/Scenarios/data/karate-club.csv\", vertices: 34, numbered-from: 1}}"
    }

    /// The figures of networkx 3.4, as in the tests of the measures.
    @Test("the karate club has its published figures")
    func karateClub() throws {
        let measures =
            "size, components, clustering, assortativity, path-lengths, spectral-radius, algebraic-connectivity, "
            + "degree-distribution"
        let results = try folder.run(text(graph: club, "graph: [\(measures)]"))
        let names = try results.column(0, of: "graph.csv")
        let values = try results.column(1, of: "graph.csv").compactMap { Double($0) }
        let expected: [(String, Double)] = [
            ("nodes", 34), ("edges", 78), ("components", 1), ("largest-component", 34),
            ("clustering", 0.5706384782076823), ("transitivity", 0.2556818181818182),
            ("assortativity", -0.47561309768461413), ("mean-path-length", 2.408199643493761), ("longest-path", 5),
            ("pairs-without-path", 0), ("spectral-radius", 6.725697727631729),
            ("algebraic-connectivity", 0.46852522670139113),
        ]
        #expect(names == expected.map(\.0))
        try #require(values.count == expected.count)
        for (value, (name, number)) in zip(values, expected) { #expect(abs(value - number) < 1e-8, "\(name)") }
        let degrees = try results.column(0, of: "degree-distribution.csv").compactMap { Int($0) }
        let counts = try results.column(1, of: "degree-distribution.csv").compactMap { Int($0) }
        #expect(counts.reduce(0, +) == 34 && zip(degrees, counts).reduce(0) { $0 + $1.0 * $1.1 } == 156)
        #expect(degrees.first == 1 && counts.first == 1 && degrees.last == 17 && counts.dropFirst().first == 11)
    }

    @Test("a measure that a graph does not have is left empty, and 'every' adds times")
    func times() throws {
        let results = try folder.run(
            text(graph: "{ring: {nodes: 5}}", "graph: [assortativity, size], every: 1, name: ring"))
        #expect(try results.column(0, of: "ring.csv").compactMap { Double($0) } == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        let values = try results.column(2, of: "ring.csv")
        #expect(values[0].isEmpty && values[1...2].map { Double($0) } == [5, 5], "\(values)")
    }

    @Test("degrees alone are one table")
    func degrees() throws {
        let results = try folder.run(text(graph: "{star: {nodes: 5}}", "graph: degree-distribution"))
        #expect(try results.column(0, of: "degree-distribution.csv") == ["1", "4"])
        #expect(try results.column(1, of: "degree-distribution.csv") == ["4", "1"])
    }

    @Test("unknown and repeated measures, and those that the graph cannot have, are told")
    func diagnostics() throws {
        let unknown = try #require(try folder.problems(text(graph: "{ring: {nodes: 5}}", "graph: [clusterin]")))
        #expect(unknown.contains("did you mean 'clustering'?"))
        let repeated = try #require(try folder.problems(text(graph: "{ring: {nodes: 5}}", "graph: [size, size]")))
        #expect(repeated.contains("'size' stands twice in the list of measures"))
        let large = try #require(
            try folder.problems(text(graph: "{ring: {nodes: 20001}}", "graph: [path-lengths]")))
        #expect(large.contains("expected: at most 20000 nodes, or a sample: path-lengths: {from: 100}"))
        let directed = club.replacing("numbered-from: 1", with: "numbered-from: 1, directed: true")
        let undirected = try #require(try folder.problems(text(graph: directed, "graph: [clustering]")))
        #expect(undirected.contains("'clustering' is defined for undirected graphs, but edges have a direction"))
    }

    @Test("directed graphs have degrees of both kinds and strong components")
    func directed() throws {
        let directed = club.replacing("numbered-from: 1", with: "numbered-from: 1, directed: true")
        let results = try folder.run(text(graph: directed, "graph: [components, degree-distribution]"))
        #expect(
            try results.column(0, of: "graph.csv")
                == ["components", "largest-component", "strong-components", "largest-strong-component"])
        #expect(try results.header("degree-distribution.csv") == "degree,out,in")
        for column in 1...2 {
            let counts = try results.column(column, of: "degree-distribution.csv").compactMap { Int($0) }
            let sum = counts.reduce(0, +)
            #expect(sum == 34)
        }
    }

    /// The rows of the table `graph`, by name.
    private func values(of graph: String, _ measures: String) throws -> [(String, Double)] {
        let results = try folder.run(text(graph: graph, "graph: \(measures)"), to: UUID().uuidString)
        let values = try results.column(1, of: "graph.csv").compactMap { Double($0) }
        return Array(zip(try results.column(0, of: "graph.csv"), values))
    }

    /// The complete graph: n, but for one 0. The ring: 2 − 2 cos(2π k / n). The path: 2 − 2 cos(π k / n).
    @Test("spectra of the Laplacian, and their ends, have their closed forms")
    func spectra() throws {
        let complete: [Double] = [0, 6, 6, 6, 6, 6]
        let ring = (0..<6).map { (k: Int) -> Double in 2 - 2 * cos(2 * Double.pi * Double(k) / 6) }.sorted()
        let path = (0..<6).map { (k: Int) -> Double in 2 - 2 * cos(Double.pi * Double(k) / 6) }
        for (graph, expected) in [("complete", complete), ("ring", ring), ("path", path)] {
            let rows = try values(
                of: "{\(graph): {nodes: 6}}", "[laplacian-spectrum, laplacian-radius, algebraic-connectivity]")
            let names = Array(repeating: "laplacian-eigenvalue", count: 6)
            #expect(rows.map { $0.0 } == names + ["laplacian-radius", "algebraic-connectivity"])
            for (row, number) in zip(rows, expected + [expected[5], expected[1]]) {
                #expect(abs(row.1 - number) < 1e-8)
            }
        }
    }

    /// From each node of a ring of 2k + 1 the mean distance is (k + 1) / 2, so that any sample has it.
    @Test("a sample of shortest paths")
    func sampledPaths() throws {
        let rows = try values(of: "{ring: {nodes: 25001}}", "{path-lengths: {from: 3}}")
        #expect(rows.map { $0.0 } == ["mean-path-length", "longest-path", "pairs-without-path"])
        #expect(rows.map { $0.1 } == [6250.5, 12500, 0])
        // From 1 of 3 nodes of a star without a middle: as from all of an isolated pair.
        #expect(try values(of: "{isolated: {nodes: 9}}", "{path-lengths: {from: 4}}").last?.1 == 32)
    }

    /// A ring of n nodes in g arcs of equal length: 1 − g / n − 1 / g. The complete graph in two halves of k: from n (n − 1) / 2
    /// edges k (k − 1) lie inside. All in one: 0.
    @Test("the modularity of groups and of a field has its closed form")
    func modularity() throws {
        func modularity(_ graph: String, _ measures: String) throws -> Double { try values(of: graph, measures)[0].1 }
        let arcs = "{modularity: {groups: [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]}}"
        let ring: Double = 1 - 3.0 / 12 - 1.0 / 3
        #expect(abs(try modularity("{ring: {nodes: 12}}", arcs) - ring) < 1e-12)
        let halves = "{modularity: {groups: [[0, 1, 2], [5, 3, 4]]}}"
        let complete: Double = 6.0 / 15 - 0.5
        #expect(abs(try modularity("{complete: {nodes: 6}}", halves) - complete) < 1e-12)
        // One of five nodes is infected: of a ring of n, k next to each other, 1 − 2 / n − (k² + (n − k)²) / n².
        let one: Double = 1 - 2.0 / 5 - (1.0 + 16.0) / 25.0
        #expect(abs(try modularity("{ring: {nodes: 5}}", "[{modularity: {field: compartment}}, size]") - one) < 1e-12)
    }

    @Test(
        "partitions and samples that cannot be are told",
        arguments: [
            ("{modularity: {}}", "a modularity must say which partition"),
            ("modularity", "a modularity must say which partition"),
            ("{modularity: {groups: [[0, 1], [1, 2, 3, 4]]}}", "node 1 stands in two groups, or twice in one"),
            ("{modularity: {groups: [[0, 1], [2, 3]]}}", "node 4 is in no group"),
            ("{modularity: {groups: [[0, 5]]}}", "must be between 0 and 4"),
            ("{modularity: {field: state}}", "'field' cannot be 'state'"),
            ("{path-lengths: {from: 6}}", "'from' must be between 1 and 5"),
            ("{size: {of: all}}", "unknown key 'of' in 'size'"),
            ("[{path-lengths: {from: 2}}, path-lengths]", "'path-lengths' stands twice in the list of measures"),
        ])
    func parameterDiagnostics(measure: String, message: String) throws {
        let problems = try #require(try folder.problems(text(graph: "{ring: {nodes: 5}}", "graph: \(measure)")))
        #expect(problems.contains(message), "\(problems)")
    }

    /// A ring of six without one is a path of five, of which both halves of the ring are left but for one node.
    @Test("nodes that have gone are in no measure")
    func goneNodes() throws {
        let scenario = """
            graph: {ring: {nodes: 6}}
            model: {diffusion: {concentration: 1}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 1}
            observe:
              - graph: [size, components, path-lengths, algebraic-connectivity, {modularity: {groups: [[0, 1, 2], [3, 4, 5]]}}]
                when: end
                name: left
              - graph: degree-distribution
                when: end
                name: degrees
            intervene: [{when: start, remove-nodes: 2}]
            """
        let results = try folder.run(scenario)
        let lines = try results.text("left.csv").split(separator: "\n").dropFirst()
        let values = lines.compactMap { Double($0.split(separator: ",")[2]) }
        // Of a path of n: 2 − 2 cos(π / n). Of its m = 4 edges 1 and 2 lie in a community, with 3 and 5 ends.
        let connectivity: Double = 2 - 2 * cos(.pi / 5)
        let modularity: Double = 3.0 / 4 - (9.0 + 25.0) / 64
        let expected: [Double] = [5, 4, 1, 5, 2, 4, 0, connectivity, modularity]
        try #require(values.count == expected.count, "\(lines)")
        for (value, expected) in zip(values, expected) { #expect(abs(value - expected) < 1e-9) }
        #expect(try results.text("degrees.csv") == "time,degree,count\n1.0,1,2\n1.0,2,3\n")
    }

    @Test("an eigenvalue that needs too large a matrix is told before the run, and that of a graph in pieces is 0")
    func spectrumDiagnostics() throws {
        #expect(try folder.problems(text(graph: "{isolated: {nodes: 3}}", "graph: [algebraic-connectivity]")) == nil)
        let large = try #require(
            try folder.problems(text(graph: "{ring: {nodes: 4097}}", "graph: [laplacian-spectrum]")))
        #expect(large.contains("expected: at most 4096 nodes, or 'algebraic-connectivity' and 'laplacian-radius'"))
    }

    @Test("an implicit method says how large a system may be")
    func implicitMethodsHaveALimit() throws {
        let scenario = """
            graph: {ring: {nodes: 501}}
            model: {diffusion: {}}
            integrate: {method: msbdf, until: 1}
            """
        let problem = try #require(try folder.problems(scenario))
        #expect(problem.contains("'msbdf' solves dense equations in each step and takes at most 500 numbers, not 501"))
        try folder.run(scenario, set: ["graph.ring.nodes=10"])
    }
}
