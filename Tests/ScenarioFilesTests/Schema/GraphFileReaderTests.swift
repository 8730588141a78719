import EngineTestSupport
import Networks
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// The block `graph:` with a file.
@Suite struct GraphFileReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write("# three\na b 2\nb c 1\nc a 1\n", to: "triangle.txt")
        try folder.directory.write(
            "graph [ node [ id 1 label \"Ada\" ] node [ id 2 label \"Emmy\" ] edge [ source 1 target 2 ] ]",
            to: "friends.gml")
        try folder.directory.write("*Vertices 2\n*Edges\n1 2\n1 2\n", to: "twice.data")
    }

    private func text(_ graph: String) -> String {
        """
        graph: {\(graph)}
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: runge-kutta-4, step: 0.5, until: 1}
        observe: [{nodes: all}]

        """
    }

    @Test("files are read in the format of their ending, or in the one that is given")
    func formats() throws {
        #expect(try folder.scenario(text("file: triangle.txt")).nodeCount == 3)
        #expect(try folder.run(text("file: friends.gml")).column(1, of: "nodes.csv").prefix(2) == ["Ada", "Emmy"])
        #expect(try folder.scenario(text("file: twice.data, format: pajek, simplify: true")).nodeCount == 2)
        #expect(try folder.scenario(text("edge-list: {file: triangle.txt, directed: true}")).nodeCount == 3)
    }

    @Test("names may hold blanks where a tab separates them")
    func separator() throws {
        try folder.directory.write("Jean Valjean\tCosette\n", to: "names.txt")
        let results = try folder.run(text("file: names.txt, separator: tab"))
        #expect(try results.column(1, of: "nodes.csv").prefix(2) == ["Jean Valjean", "Cosette"])
    }

    @Test("packed files are stored with the results and found again")
    func packed() throws {
        let graph = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)])
        try GraphFile(graph).write(to: folder.directory.path(of: "path.txt.gz"), format: .edgeList)
        let first = try folder.run(text("file: path.txt.gz"))
        #expect(try first.files().contains("data/path.txt.gz"))
        #expect(try Scenario(contentsOf: first.path + "/scenario.yml").nodeCount == 3)
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("file: none.gml", "the file 'none.gml' does not exist"),
            ("file: friends.gml, format: gexf", "'format' cannot be 'gexf'"),
            ("file: friends.gml, directed: true", "only edge lists need 'directed': the format 'gml' says it itself"),
            ("file: triangle.txt, simplify: maybe", "'simplify' must be true or false"),
            ("file: triangle.txt, colour: red", "unknown key 'colour' in 'graph'"),
            (
                "file: twice.data, format: pajek",
                "twice.data:4:1: error: the edge between 1 and 2 stands in line 3 already"
            ),
            ("format: gml", "unknown key 'format' in 'graph'"),
            ("fil: x", "file, edge-list, "),
            ("file: friends.gml, separator: tab", "only edge lists have a 'separator', not 'gml'"),
            ("file: triangle.txt, separator: semicolon", "'separator' cannot be 'semicolon'"),
        ])
    func problems(graph: String, message: String) throws {
        let problems = try #require(try folder.problems(text(graph)))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("the places in a packed file are told in words, since its lines cannot be shown")
    func placesInPackedFiles() throws {
        let graph = try Graph(vertexCount: 3, edges: [(0, 1), (1, 1), (1, 2)], allowing: .loops)
        try GraphFile(graph).write(to: folder.directory.path(of: "loop.txt.gz"), format: .edgeList)
        let problems = try #require(try folder.problems(text("file: loop.txt.gz")))
        #expect(problems.contains("line 3, column 1 of the file: the edge joins vertex 1 to itself"), "\(problems)")
    }
}
