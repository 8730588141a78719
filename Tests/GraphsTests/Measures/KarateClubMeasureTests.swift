import Graphs
import TestSupport
import Testing

/// Published figures of Zachary's karate club, as networkx 3.4 computes them.
@Suite struct KarateClubMeasureTests {
    private let club: GraphFile
    private let graph: Graph

    init() throws {
        let path = packageFolder + "/Tests/GraphsTests/Fixtures/karate-networkx.gml"
        var options = EdgeList.Options()
        options.isWeighted = false
        club = try GraphFile(contentsOf: path, options: options)
        graph = club.graph
    }

    private func near(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-10) -> Bool {
        a.map { abs($0 - b) <= tolerance } ?? false
    }

    @Test("clustering, assortativity and path lengths")
    func figures() throws {
        let clustering = try graph.clustering()
        #expect(near(clustering.transitivity, 0.2556818181818182))
        #expect(near(clustering.average, 0.5706384782076823))
        let triangles = clustering.triangles.reduce(0, +)
        #expect(triangles == 3 * 45)
        #expect(near(graph.assortativity(), -0.47561309768461413))
        let paths = graph.pathLengths()
        #expect(near(paths.mean, 2.408199643493761))
        #expect(paths.greatest == 5 && paths.eccentricities.min() == 3 && paths.unreachableCount == 0)
        #expect(graph.components().sizes == [34])
        #expect(near(graph.degreeDistribution.mean, 2 * 78.0 / 34))
        #expect(graph.degreeDistribution.greatest == 17 && graph.degreeDistribution.counts[2] == 11)
    }

    /// The split of the club has Q = 0.3582 without weights and 0.3914 with them.
    @Test("modularity of the sides that the members took")
    func modularity() throws {
        let sides = try #require(club.vertexAttributes.first { $0.name == "club" }?.values)
        let communities = sides.map { $0 == "Mr. Hi" ? 0 : 1 }
        #expect(near(try graph.modularity(of: communities), 0.3582347140039448))
        let weighted = try GraphFile(contentsOf: packageFolder + "/Tests/GraphsTests/Fixtures/karate-networkx.gml")
        #expect(near(try weighted.graph.modularity(of: communities), 0.39143756676224206))
        #expect(near(try graph.modularity(of: Array(repeating: 3, count: 34)), 0))
    }

    @Test("the ends of the spectra, by GSL and by Lanczos's method")
    func spectra() throws {
        let spectrum = try graph.laplacianSpectrum()
        #expect(near(spectrum[0], 0, 1e-12) && near(spectrum[1], 0.46852522670139113))
        #expect(near(spectrum.last, 18.136695973004414) && near(spectrum.reduce(0, +), 156))
        #expect(near(try graph.algebraicConnectivity() ?? .nan, spectrum[1], 1e-9))
        #expect(near(try graph.laplacianRadius(), 18.136695973004414, 1e-9))
        #expect(near(try graph.spectralRadius(), 6.725697727631729, 1e-9))
    }
}
