import EngineTestSupport
import Networks
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// The block `graph:` with generated graphs.
@Suite struct GraphReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ graph: String) -> String {
        """
        graph: {\(graph)}
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: runge-kutta-4, step: 0.5, until: 1}

        """
    }

    @Test(
        "all generators are read",
        arguments: [
            ("erdos-renyi: {nodes: 20, probability: 0.2}", 20), ("erdos-renyi: {nodes: 20, edges: 30}", 20),
            ("barabasi-albert: {nodes: 20, edges-per-node: 3}", 20),
            ("holme-kim: {nodes: 20, edges-per-node: 3, triangles: 0.5}", 20),
            ("watts-strogatz: {nodes: 20, neighbours: 4, rewiring: 0.1}", 20),
            ("newman-watts: {nodes: 20, neighbours: 4, shortcuts: 0.1}", 20),
            ("configuration: {degrees: [1, 2, 1]}", 3), ("configuration: {degrees: [4, 2], simple: false}", 2),
            ("random-inputs: {nodes: 20, inputs: 3}", 20),
            ("random-regular: {nodes: 20, degree: 3}", 20),
            ("stochastic-block: {sizes: [3, 4], probabilities: [[0.5, 0.1], [0.1, 0.9]]}", 7),
            ("random-geometric: {nodes: 20, radius: 0.2}", 20),
            ("random-geometric: {nodes: 20, radius: 0.2, dimension: 3, periodic: true}", 20),
            ("lattice: {sides: [4, 5]}", 20), ("lattice: {sides: [4, 5, 3], periodic: true}", 60),
            ("moore-lattice: {sides: [4, 5]}", 20), ("moore-lattice: {sides: [4, 5], periodic: true}", 20),
            ("tree: {branching: 2, depth: 3}", 15), ("random-tree: {nodes: 20}", 20), ("complete: {nodes: 5}", 5),
            ("isolated: {nodes: 5}", 5), ("star: {nodes: 5}", 5), ("ring: {nodes: 5}", 5), ("path: {nodes: 5}", 5),
        ])
    func generators(graph: String, nodeCount: Int) throws {
        #expect(try folder.scenario(text(graph)).nodeCount == nodeCount)
    }

    @Test("every generator is tested above")
    func names() {
        #expect(
            GraphGenerators.all.map(\.description.name).sorted() == [
                "barabasi-albert", "complete", "configuration", "erdos-renyi", "holme-kim", "isolated", "lattice",
                "moore-lattice", "newman-watts", "path", "random-geometric", "random-inputs", "random-regular",
                "random-tree", "ring",
                "star",
                "stochastic-block", "tree", "watts-strogatz",
            ])
    }

    @Test(
        "what is wrong is told",
        arguments: [
            (
                "erdos-renyi: {nodes: 20}",
                """
                'erdos-renyi' must have either 'probability' or 'edges'
                  graph: {erdos-renyi: {nodes: 20}}
                                       ^~~~~~~~~~~
                  expected: 'probability', the probability of an edge, or 'edges', the number of edges
                """
            ),
            (
                "erdos-renyi: {nodes: 20, probability: 1, edges: 3}",
                "'erdos-renyi' must have either 'probability' or 'edges', not both\n"
            ),
            ("erdos-renyi: {nodes: 20, probability: 1.5}", "'probability' must be between 0 and 1"),
            ("erdos-renyi: {nodes: 3, edges: 4}", "the number of edges is 4, but must be between 0 and 3"),
            ("barabasi-albert: {nodes: 20}", "missing key 'edges-per-node' in 'barabasi-albert'"),
            ("barabasi-albert: {vertices: 20, edges-per-node: 2}", "unknown key 'vertices' in 'barabasi-albert'"),
            (
                "barabasi-albert: {nodes: 3, edges-per-node: 3}",
                "the number of edges per vertex is 3, but must be between 1 and 2"
            ),
            ("configuration: {degrees: [1, 2, 2]}", "the degrees add up to 5, but must add up to an even number"),
            ("lattice: {sides: [3, 2], periodic: yes}", "'periodic' must be true or false, not the text 'yes'"),
            ("star: {nodes: 0}", "'nodes' must be between 1 and 2147483647"),
        ])
    func problems(graph: String, message: String) throws {
        let problems = try #require(try folder.problems(text(graph)))
        #expect(problems.contains("error: \(message)"), "\(problems)")
    }

    @Test("nodes of generated graphs go by their numbers")
    func nodes() throws {
        let text = text("ring: {nodes: 5}") + "observe: [{nodes: [0, 4]}]"
        #expect(try folder.run(text).column(1, of: "nodes.csv").prefix(2) == ["0", "4"])
        let problems = try folder.problems(text, set: ["observe.0.nodes=5"])
        #expect(problems?.contains("'nodes' must be between 0 and 4") == true, "\(problems ?? "")")
    }

    @Test("another seed gives another graph")
    func seeds() throws {
        let text = """
            graph: {erdos-renyi: {nodes: 30, probability: 0.1}}
            model: {kuramoto: {coupling: 1, frequency: 0, phase: {uniform: [0, 1]}}}
            integrate: {method: runge-kutta-4, step: 0.5, until: 1}
            observe: [{quantity: order-parameter}]
            """
        let first = try folder.run(text, set: ["seed=1"], to: "1").contents()
        #expect(try folder.run(text, set: ["seed=1"], to: "again").contents() == first)
        #expect(try folder.run(text, set: ["seed=2"], to: "2").contents() != first)
    }
}
