import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// The top of a scenario.
@Suite struct ScenarioTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    @Test func defaults() throws {
        let scenario = try folder.scenario(ScenarioFolder.network)
        #expect(scenario.name == "test")
        #expect(scenario.fileStem == "test")
        #expect(scenario.seed == 0)
        #expect(scenario.nodeCount == 3)
        #expect(scenario.stepCount == 4)
    }

    @Test func nameAndSeed() throws {
        let scenario = try folder.scenario(
            ScenarioFolder.particles, set: ["name='A year: 2\"'", "seed=18446744073709551615"])
        #expect(scenario.name == "A year: 2\"")
        #expect(scenario.fileStem == "test")
        #expect(scenario.seed == .max)
        #expect(scenario.nodeCount == 2)
    }

    @Test func aSubjectIsNeeded() throws {
        let text = """
            model: {gravity: {constant: 1}}
            integrate: {method: leapfrog, step: -1, until: 2}
            observe: []
            """
        #expect(
            try folder.problems(text) == """
                test.yml:1:1: error: missing key 'particles' or 'graph'
                  model: {gravity: {constant: 1}}
                  ^~~~~
                  expected: what is simulated
                test.yml:2:37: error: 'step' must be greater than 0
                  integrate: {method: leapfrog, step: -1, until: 2}
                                                      ^~
                2 errors
                """)
    }

    @Test func aMisspeltSubjectIsOneProblem() throws {
        let text = ScenarioFolder.particles.replacing("particles:", with: "particels:")
        #expect(
            try folder.problems(text) == """
                test.yml:1:1: error: unknown key 'particels'
                  particels: {file: bodies.csv}
                  ^~~~~~~~~
                  did you mean 'particles'?
                1 error
                """)
    }

    @Test func onlyOneSubjectIsAllowed() throws {
        let text = ScenarioFolder.particles + "graph: {edge-list: {file: edges.csv}}\nobserve: []"
        #expect(
            try folder.problems(text) == """
                test.yml:4:8: error: a scenario is either about 'particles' or about a 'graph'
                  graph: {edge-list: {file: edges.csv}}
                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                1 error
                """)
    }

    @Test func particlesNeedForcesOrToSayThatThereAreNone() throws {
        let text =
            "particles: {lattice: {sc: {cells: 3, constant: 3}}}\n"
            + "integrate: {method: leapfrog, step: 0.1, until: 1}\n"
        #expect(
            try folder.problems(text) == """
                test.yml:1:1: error: missing key 'interactions' or 'model'
                  particles: {lattice: {sc: {cells: 3, constant: 3}}}
                  ^~~~~~~~~
                  expected: the forces on the particles: a list of 'interactions', [] if there are none, or gravity as 'model'
                1 error
                """)
        #expect(try folder.problems(text + "interactions: []\n") == nil)
        #expect(try folder.problems(text + "interaction: []\n")?.contains("missing key") == false)
    }

    @Test func everyBlockIsNeeded() throws {
        #expect(
            try folder.problems("graph: {edge-list: {}}") == """
                test.yml:1:1: error: missing key 'model'
                  graph: {edge-list: {}}
                  ^~~~~
                  expected: 'model', the dynamics on the graph
                test.yml:1:1: error: missing key 'integrate'
                  graph: {edge-list: {}}
                  ^~~~~
                  expected: 'integrate', how the state is moved on, and until when
                test.yml:1:9: error: missing key 'file' in 'edge-list'
                  graph: {edge-list: {}}
                          ^~~~~~~~~
                  expected: 'file', the file of the edges
                3 errors
                """)
    }

    @Test(arguments: [
        ("model={gravity: {constant: 1}}", "unknown key 'gravity' in 'model'"),
        ("model=kuramoto", "'model' must be a mapping, not the text 'kuramoto'"),
        ("model={kuramoto: {frequency: 1}}", "missing key 'coupling' in 'kuramoto'"),
        ("model={kuramoto: {coupling: 1}}", "missing key 'frequency' in 'kuramoto'"),
        ("model.kuramoto.couplign=1", "unknown key 'couplign' in 'kuramoto'"),
        ("graph={watts: {}}", "unknown key 'watts' in 'graph'"),
        ("graph.edge-list.numbered-from=1", "'numbered-from' needs 'vertices', the number of vertices"),
        ("graph.edge-list.vertices=0", "'vertices' must be between 1 and 2147483647"),
        ("seed=1.5", "'seed' must be an integer, not the number 1.5"),
        ("name=12", "'name' must be a text, not the number 12"),
        ("output=there", "unknown key 'output'"),
    ])
    func refusal(override: String, message: String) throws {
        let problems = try #require(try folder.problems(ScenarioFolder.network, set: [override]))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
        #expect(problems.hasSuffix("\n1 error"))
    }

    @Test func verticesWithoutEdgesAreNodesToo() throws {
        try folder.directory.write("source,target\n2,3\n", to: "edges.csv")
        let overrides = ["graph.edge-list.vertices=5", "graph.edge-list.numbered-from=1"]
        #expect(try folder.scenario(ScenarioFolder.network, set: overrides).nodeCount == 5)
        #expect(try folder.scenario(ScenarioFolder.network, set: Array(overrides.prefix(1))).nodeCount == 5)
        #expect(try folder.scenario(ScenarioFolder.network).nodeCount == 2)
    }
}
