import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What cannot be done with a network is told at its place, with what would be right.
@Suite struct BadNetworkTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func problems(graph: String, model: String, method: String = "event-driven") throws -> String? {
        try folder.problems(
            """
            graph: {\(graph)}
            model: {\(model)}
            integrate: {method: \(method), until: 2}
            """)
    }

    private static let sis = "sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}"

    @Test("negative weights are told in the lines of the edge list, where rates are multiplied by them")
    func negativeWeights() throws {
        try folder.directory.write("# a comment\na b 2\nb  c\t-0.5\nc a -1e-3\n", to: "weights.txt")
        let rule = "but weights multiply rates here, so that they must be 0 or greater"
        let expected = """
            weights.txt:3:6: error: the weight is -0.5, \(rule)
              b  c\t-0.5
                  \t^~~~
            weights.txt:4:5: error: the weight is -1e-3, \(rule)
              c a -1e-3
                  ^~~~~
            2 errors
            """
        for model in [
            Self.sis, "compartments: {states: [S, I], contact: [{from: S, to: I, by: I, rate: 1}], initial: {I: 0.5}}",
        ] {
            let told = try #require(try problems(graph: "file: weights.txt", model: model))
            #expect(told.contains("weights.txt:3:6: error: the weight is -0.5, \(rule)"), "\(told)")
            #expect(told.hasSuffix(expected.split(separator: "\n").suffix(4).joined(separator: "\n")), "\(told)")
        }
        let rank = try problems(graph: "file: weights.txt", model: "page-rank: {}", method: "synchronous")
        #expect(rank?.contains("weights.txt:4:5: error: the weight is -1e-3, \(rule)") == true)
        // Where weights are couplings they may be negative.
        #expect(try problems(graph: "file: weights.txt", model: "diffusion: {}", method: "rkf45") == nil)
    }

    @Test("negative weights of other files are told at the graph")
    func negativeWeightsElsewhere() throws {
        try folder.directory.write(
            "graph [ node [ id 0 label \"a\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 value -3 ] ]\n",
            to: "g.gml")
        #expect(
            try problems(graph: "file: g.gml", model: Self.sis) == """
                test.yml:1:8: error: the edge between a and b has the weight -3.0, but weights multiply rates here, so that \
                they must be 0 or greater
                  graph: {file: g.gml}
                         ^~~~~~~~~~~~~
                1 error
                """)
    }

    @Test("an edge list of networkx with data says how to leave them out")
    func dataOfEdges() throws {
        try folder.directory.write("0 1 {}\n1 2 {}\n", to: "plain.txt")
        try folder.directory.write("0 1 {'weight': 2.0}\n1 2 {'weight': 1.0}\n", to: "weighted.txt")
        for file in ["plain.txt", "weighted.txt"] {
            #expect(
                try problems(graph: "file: \(file)", model: Self.sis)?.contains("out of account by 'weights: false'")
                    == true)
            #expect(try problems(graph: "file: \(file), weights: false", model: Self.sis) == nil)
        }
    }

    @Test(
        "what a model does not allow of a graph is told at the key that says it",
        arguments: [
            (
                "configuration: {degrees: [4, 2], simple: false}", "ising: {temperature: 2}", "metropolis",
                "test.yml:1:8: error: an edge joins vertex 0 to itself, which means nothing for the Ising model"
            ),
            (
                "ring: {nodes: 5}", "ising: {temperature: 2, order: checkerboard}", "metropolis",
                "test.yml:2:40: error: a cycle of odd length leads through vertex"
            ),
            (
                "moore-lattice: {sides: [5, 5], periodic: true}", "life: {rule: B9/S, alive: 0.5}", "synchronous",
                "test.yml:2:22: error: the rule says what 9 neighbours do, but no cell has more than 8"
            ),
            (
                "random-regular: {nodes: 5, degree: 3}", sis, "event-driven",
                "the degrees add up to 15, but must add up to an even number: each edge has two ends"
            ),
            (
                "configuration: {degrees: [3, 3, 1, 1]}", sis, "event-driven",
                "no simple graph has these degrees: the 2 vertices of degree 3 or more"
            ),
            ("random-inputs: {nodes: 3, inputs: 4}", "boolean-network: {}", "synchronous", "must be between 0 and 3"),
        ])
    func refusals(graph: String, model: String, method: String, message: String) throws {
        let told = try #require(try problems(graph: graph, model: model, method: method))
        #expect(told.contains(message), "\(told)")
    }
}
