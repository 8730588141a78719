import Graphs
import TestSupport
import Testing

/// Zachary's karate club (W. W. Zachary, *An information flow model for conflict and fission in small groups*, Journal of
/// Anthropological Research 33 (1977) 452, DOI 10.1086/jar.33.4.3629752) as networkx 3, igraph 1.0 and SciPy write it.
@Suite struct KarateClubFileTests {
    private func path(_ name: String) -> String { packageFolder + "/Tests/GraphsTests/Fixtures/" + name }

    private func ties(_ graph: Graph) -> [[Int32]] {
        (0..<graph.vertexCount).map { Array(graph.neighbours(of: $0)) }
    }

    @Test(
        "all formats give the same ties",
        arguments: [
            "karate-networkx.gml", "karate-igraph.gml", "karate-networkx.graphml", "karate-igraph.graphml",
            "karate-networkx.net", "karate-igraph.net", "karate-scipy.mtx",
        ])
    func ties(name: String) throws {
        let club = try EdgeList(contentsOf: packageFolder + "/Scenarios/data/karate-club.csv").graph
        let file = try GraphFile(contentsOf: path(name))
        #expect(ties(file.graph) == ties(club))
        #expect(!file.graph.isDirected)
        // networkx has the number of contexts in which two members met, which are 231 in all.
        #expect(file.graph.isWeighted == (name.contains("networkx") || name.contains("scipy")))
        guard let weights = file.graph.edges.weights else { return }
        let sum = weights.reduce(0, +)
        #expect(sum == 231)
    }

    @Test("the side that each member took is an attribute")
    func sides() throws {
        for name in ["karate-networkx.gml", "karate-networkx.graphml"] {
            let club = try GraphFile(contentsOf: path(name))
            let sides = try #require(club.vertexAttributes.first { $0.name == "club" })
            #expect(sides.kind == .string)
            #expect(sides.values.count { $0 == "Mr. Hi" } == 17 && sides.values.count { $0 == "Officer" } == 17)
            #expect(club.graph.vertexNames == (0..<34).map { String($0) })
        }
    }
}
