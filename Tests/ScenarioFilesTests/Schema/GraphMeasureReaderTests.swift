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
        #expect(large.contains("expected: at most 20000 nodes"))
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
            #expect(counts.reduce(0, +) == 34)
        }
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
