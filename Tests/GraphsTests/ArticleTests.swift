import Graphs
import TestSupport
import Testing

/// The example of the module's page.
@Suite("The page of Graphs")
struct ArticleTests {
    @Test("the examples of the page are these")
    func page() throws {
        try expectSwiftExamples(of: "Sources/Graphs/Graphs.docc/Graphs.md")
    }

    @Test("lists all public types")
    func types() throws {
        try expectTopics(coverTypesOf: "Graphs")
    }

    /// Between the lattice, of clustering 3 (k − 2) / (4 (k − 1)) = 2 / 3, and chance: Watts & Strogatz 1998
    /// (https://doi.org/10.1038/30918) keep (1 − p)³ of it.
    @Test("a small world has short paths and many triangles", .tracksLifetimes)
    func smallWorld() throws {
        var printed: [Double] = []
        func print(_ edges: Int, _ components: Int, _ clustering: Double, _ length: Double) {
            printed = [Double(edges), Double(components), clustering, length]
        }
        let streams = try RandomStreams(seed: 1)
        _ = track(streams)
        let network = try Graph.wattsStrogatz(nodes: 1000, neighbours: 10, rewiring: 0.1, from: streams)
        let lengths = network.pathLengths()
        let clustering = try network.clustering()
        print(network.edgeCount, network.components().count, clustering.average, lengths.mean ?? .nan)
        #expect(printed[0] == 5000 && printed[1] == 1)
        #expect(abs(printed[2] - 2.0 / 3 * 0.9 * 0.9 * 0.9) < 0.02)
        #expect(printed[3] < 5)
    }
}
