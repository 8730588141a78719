import Foundation
import Graphs
import Testing

/// Measures of graphs whose values have closed forms, and of those that have none.
@Suite struct GraphMeasureTests {
    private func near(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
        a.map { abs($0 - b) <= tolerance } ?? false
    }

    private func near(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-9) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }

    // MARK: Spectra

    @Test("Laplacian spectra of the ring, the complete graph, the star and the hypercube")
    func spectra() throws {
        let ring = (0..<12).map { 2 - 2 * cos(2 * Double.pi * Double($0) / 12) }.sorted()
        #expect(near(try Graph.ring(nodes: 12).laplacianSpectrum(), ring))
        #expect(near(try Graph.complete(nodes: 7).laplacianSpectrum(), [0] + Array(repeating: 7, count: 6)))
        #expect(near(try Graph.star(nodes: 9).laplacianSpectrum(), [0] + Array(repeating: 1, count: 7) + [9]))
        let cube = try Graph.lattice(sides: [2, 2, 2, 2], periodic: false)
        let binomials = [1, 4, 6, 4, 1].enumerated().flatMap {
            Array(repeating: 2.0 * Double($0.offset), count: $0.element)
        }
        #expect(near(try cube.laplacianSpectrum(), binomials))
    }

    @Test("Lanczos's method finds the ends of spectra that are too large for all eigenvalues")
    func extremes() throws {
        let torus = try Graph.lattice(sides: [24, 20], periodic: true)
        #expect(near(try torus.algebraicConnectivity() ?? .nan, 2 - 2 * cos(2 * Double.pi / 24)))
        #expect(near(try torus.laplacianRadius(), 8))
        #expect(near(try torus.spectralRadius(), 4))
        let star = try Graph.star(nodes: 500)
        #expect(near(try star.spectralRadius(), Double(499).squareRoot()))
        #expect(near(try star.laplacianRadius(), 500, 1e-6))
        let path = try Graph.path(nodes: 2)
        #expect(near(try path.algebraicConnectivity() ?? .nan, 2))
    }

    @Test("weights count in spectra")
    func weights() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 3)
        let pair = try Graph(vertexCount: 2, edges: edges)
        #expect(near(try pair.laplacianSpectrum(), [0, 6]))
        #expect(near(try pair.algebraicConnectivity() ?? .nan, 6))
        #expect(near(try pair.spectralRadius(), 3))
    }

    // MARK: Components

    @Test("components are numbered in the order of their first vertices")
    func components() throws {
        let graph = try Graph(vertexCount: 7, edges: [(4, 0), (2, 6), (6, 3)])
        let components = graph.components()
        #expect(Array(components.numbers) == [0, 1, 2, 2, 0, 3, 2])
        #expect(components.sizes == [2, 1, 3, 1] && components.largest == [2, 3, 6] && components.largestSize == 3)
    }

    @Test("strong components follow directions, weak ones do not")
    func strongComponents() throws {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (6, 0)]
        let graph = try Graph(vertexCount: 7, edges: edges, isDirected: true)
        #expect(graph.components().sizes == [7])
        let strong = graph.strongComponents()
        #expect(Array(strong.numbers) == [0, 0, 0, 1, 1, 1, 2] && strong.sizes == [3, 3, 1])
        let undirected = try Graph(vertexCount: 4, edges: [(0, 3), (1, 2)])
        #expect(undirected.strongComponents() == undirected.components())
    }

    /// The giant component of G(n, c/n) holds the part S with S = 1 − exp(−c S): 0.79681 for c = 2. Its standard deviation
    /// is below 0.0085 for 10⁴ vertices; a right program is farther off than 5 of them with a probability of 10⁻⁶.
    @Test("the giant component of a random graph")
    func giantComponent() throws {
        let graph = try Graph.erdosRenyi(nodes: 10_000, probability: 2e-4, from: try RandomStreams(seed: 3))
        #expect(near(Double(graph.components().largestSize) / 10_000, 0.79681, 0.0425))
    }

    // MARK: Clustering and correlation

    @Test("clustering where there are no triangles, all, and some")
    func clustering() throws {
        #expect(try Graph.complete(nodes: 6).clustering().local == Array(repeating: 1, count: 6))
        #expect(try Graph.star(nodes: 6).clustering().transitivity == 0)
        // A ring with the next but one has 3 (k − 2) / (4 (k − 1)) with k = 4: 1/2.
        let ring = try Graph.wattsStrogatz(
            nodes: 40, neighbours: 4, rewiring: 0, from: try RandomStreams(seed: 1))
        #expect(try ring.clustering().average == 0.5)
        #expect(try ring.clustering().transitivity == 0.5)
        // A triangle with a tail: locally 1/3 where the tail begins, 1 at two vertices.
        let kite = try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 0), (2, 3)])
        #expect(try kite.clustering().triangles == [1, 1, 1, 0])
        #expect(near(try kite.clustering().average, (1 + 1 + 1.0 / 3) / 4))
        #expect(near(try kite.clustering().transitivity, 0.6))
    }

    @Test("a star is fully disassortative, and a regular graph has no assortativity")
    func assortativity() throws {
        #expect(near(try Graph.star(nodes: 10).assortativity(), -1))
        #expect(try Graph.ring(nodes: 10).assortativity() == nil)
        // Out of 0, which has two ways, to 1 and 2, which have one and two: by hand, r = −1/2.
        let directed = try Graph(vertexCount: 3, edges: [(0, 1), (0, 2), (1, 2)], isDirected: true)
        #expect(near(directed.assortativity(), -0.5))
    }

    @Test("modularity with directions, and of cliques")
    func modularity() throws {
        // Two triangles joined by an edge: 6/7 − 2 (7/14)² = 5/14.
        let edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)]
        let graph = try Graph(vertexCount: 6, edges: edges)
        #expect(near(try graph.modularity(of: [0, 0, 0, 1, 1, 1]), 5.0 / 14))
        let directed = try Graph(vertexCount: 6, edges: edges, isDirected: true)
        // 6/7 − (4 · 3 + 3 · 4) / 49.
        #expect(near(try directed.modularity(of: [0, 0, 0, 1, 1, 1]), 6.0 / 7 - 24.0 / 49))
    }

    // MARK: Paths

    @Test("distances on a path, along directions only, and between pieces")
    func distances() throws {
        let path = try Graph.path(nodes: 5)
        #expect(try Array(path.distances(from: 1)) == [1, 0, 1, 2, 3])
        // The mean over pairs is (n + 1) / 3.
        #expect(near(path.pathLengths().mean, 2) && path.pathLengths().eccentricities == [4, 3, 2, 3, 4])
        let oneWay = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)], isDirected: true)
        #expect(try Array(oneWay.distances(from: 1)) == [-1, 0, 1])
        #expect(oneWay.pathLengths().unreachableCount == 3 && oneWay.pathLengths().counts == [0, 2, 1])
    }

    @Test("a sample of all vertices is all of them")
    func sample() throws {
        let graph = try Graph.ring(nodes: 9)
        let streams = try RandomStreams(seed: 5)
        #expect(try graph.pathLengths(fromSampleOf: 9, from: streams) == graph.pathLengths())
        let sample = try graph.pathLengths(fromSampleOf: 3, from: streams)
        #expect(sample.sources.count == 3 && sample.mean == 2.5 && sample.eccentricities == [4, 4, 4])
    }

    // MARK: What cannot be had

    @Test("what a measure is not defined for is told")
    func errors() throws {
        let directed = try Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true)
        let undirected = GraphMeasureError.needsUndirected("clustering")
        #expect(throws: undirected) { try directed.clustering() }
        #expect(throws: GraphMeasureError.self) { try directed.laplacianSpectrum() }
        #expect(throws: GraphMeasureError.self) { try directed.spectralRadius() }
        let pieces = try Graph(vertexCount: 4, edges: [(0, 1), (2, 3)])
        #expect(try pieces.algebraicConnectivity() == 0)
        #expect(try Graph.isolated(nodes: 1).algebraicConnectivity() == nil)
        #expect(throws: GraphMeasureError.wrongCount(of: "communities", count: 1, vertexCount: 4)) {
            try pieces.modularity(of: [0])
        }
        #expect(throws: GraphMeasureError.outOfRange("the number of a community", value: -1, 0...4)) {
            try pieces.modularity(of: [0, 1, 2, -1])
        }
        #expect(throws: GraphMeasureError.outOfRange("the size of the sample", value: 5, 1...4)) {
            try pieces.pathLengths(fromSampleOf: 5, from: try RandomStreams(seed: 1))
        }
        #expect(throws: GraphMeasureError.outOfRange("the vertex", value: 4, 0...3)) { try pieces.distances(from: 4) }
        let large = try Graph.path(nodes: 5000)
        #expect(throws: GraphMeasureError.self) { try large.laplacianSpectrum() }
        #expect(throws: GraphMeasureError.self) { try large.algebraicConnectivity(steps: 20) }
    }
}
