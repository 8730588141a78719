import Graphs
import Testing

/// What holds for each graph of a generator, whatever the random numbers.
@Suite struct GeneratorStructureTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let edgeCount: Int?
        let isConnected: Bool
        let make: @Sendable (RandomStreams) throws -> Graph

        init(
            _ name: String, edges: Int? = nil, connected: Bool = false,
            _ make: @escaping @Sendable (RandomStreams) throws -> Graph
        ) {
            testDescription = name
            edgeCount = edges
            isConnected = connected
            self.make = make
        }
    }

    static let cases = [
        Case("G(n, p)") { try .erdosRenyi(nodes: 300, probability: 0.03, from: $0) },
        Case("G(n, m)", edges: 700) { try .erdosRenyi(nodes: 300, edges: 700, from: $0) },
        Case("dense G(n, m)", edges: 1000) { try .erdosRenyi(nodes: 50, edges: 1000, from: $0) },
        Case("Barabási–Albert", edges: 4 * 296, connected: true) {
            try .barabasiAlbert(nodes: 300, edgesPerNode: 4, from: $0)
        },
        Case("Barabási–Albert with many edges", edges: 40 * 260, connected: true) {
            try .barabasiAlbert(nodes: 300, edgesPerNode: 40, from: $0)
        },
        Case("Watts–Strogatz", edges: 1500) {
            try .wattsStrogatz(nodes: 300, neighbours: 10, rewiring: 0.3, from: $0)
        },
        Case("nearly complete Watts–Strogatz", edges: 189) {
            try .wattsStrogatz(nodes: 21, neighbours: 18, rewiring: 1, from: $0)
        },
        Case("Newman–Watts", connected: true) {
            try .newmanWatts(nodes: 300, neighbours: 4, shortcuts: 0.3, from: $0)
        },
        Case("Newman–Watts that becomes complete", edges: 36, connected: true) {
            try .newmanWatts(nodes: 9, neighbours: 6, shortcuts: 1, from: $0)
        },
        Case("configuration model", edges: 450) {
            try .configuration(degrees: (0..<300).map { 1 + $0 % 5 }, simple: true, from: $0)
        },
        Case("random regular", edges: 1050) { try .randomRegular(nodes: 300, degree: 7, from: $0) },
        Case("stochastic block") {
            try .stochasticBlock(sizes: [100, 50], probabilities: [[0.1, 0.01], [0.01, 0.3]], from: $0)
        },
        Case("geometric") { try RandomGeometricGraph(nodes: 300, radius: 0.1, dimension: 2, from: $0).graph },
        Case("Holme–Kim", edges: 3 * 297, connected: true) {
            try .holmeKim(nodes: 300, edgesPerNode: 3, triangles: 0.7, from: $0)
        },
        Case("random tree", edges: 299, connected: true) { try .randomTree(nodes: 300, from: $0) },
    ]

    @Test("a seed gives a simple graph, always the same, and another seed another one", arguments: cases)
    func structure(_ generator: Case) throws {
        let graph = try generator.make(RandomStreams(seed: 1))
        #expect(graph.isSimpleAndUndirected)
        #expect(graph.edgeCount == generator.edgeCount ?? graph.edgeCount)
        if generator.isConnected { #expect(graph.isConnected) }
        #expect(try generator.make(RandomStreams(seed: 1)) == graph)
        // A complete graph has no choice.
        if graph.edgeCount < graph.vertexCount * (graph.vertexCount - 1) / 2 {
            #expect(try generator.make(RandomStreams(seed: 2)) != graph)
        }
    }

    @Test("a lattice joins the nearest along each axis")
    func lattice() throws {
        let lattice = try Graph.lattice(sides: [3, 4], periodic: false)
        #expect(lattice.edgeCount == 2 * 4 + 3 * 3)
        #expect(Array(lattice.neighbours(of: 4)) == [1, 3, 5, 7])
        #expect(Array(lattice.neighbours(of: 11)) == [8, 10])
        let torus = try Graph.lattice(sides: [3, 4, 5], periodic: true)
        #expect(torus.degrees == [Int](repeating: 6, count: 60))
        #expect(Array(torus.neighbours(of: 0)) == [1, 2, 3, 9, 12, 48])
        #expect(lattice.isSimpleAndUndirected && torus.isSimpleAndUndirected && torus.isConnected)
    }

    @Test("graphs without chance are those of their names")
    func withoutChance() throws {
        #expect(try Graph.isolated(nodes: 3) == Graph(vertexCount: 3, edges: []))
        #expect(try Graph.complete(nodes: 5).pairs.count == 10)
        #expect(try Graph.complete(nodes: 5).isSimpleAndUndirected)
        #expect(try Graph.star(nodes: 4).pairs == [[0, 1], [0, 2], [0, 3]])
        #expect(try Graph.path(nodes: 4).pairs == [[0, 1], [1, 2], [2, 3]])
        #expect(try Graph.ring(nodes: 4).pairs == [[0, 1], [0, 3], [1, 2], [2, 3]])
        #expect(
            try Graph.tree(branching: 2, depth: 2).pairs == [
                [0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6],
            ])
        #expect(try Graph.complete(nodes: 1) == Graph.star(nodes: 1))
        #expect(try Graph.tree(branching: 3, depth: 0) == Graph.path(nodes: 1))
    }

    @Test("the configuration model gives exactly the degrees that were asked for, however hard they are")
    func degrees() throws {
        let hard = [
            [5, 5, 5, 5, 5, 5], [5, 1, 1, 1, 1, 1], [2, 2, 2], [3, 3, 2, 2, 2, 0], [0], [5, 4, 3, 3, 2, 1],
            [7, 7, 7, 7, 7, 7, 6, 6, 2], [Int](repeating: 18, count: 20),
        ]
        for degrees in hard {
            let graph = try Graph.configuration(degrees: degrees, simple: true, from: RandomStreams(seed: 5))
            #expect(graph.degrees == degrees)
            #expect(graph.isSimpleAndUndirected)
        }
        let loops = try Graph.configuration(degrees: [6], simple: false, from: RandomStreams(seed: 5))
        #expect(loops.degrees == [6])
    }

    @Test("near points are joined, and no others", arguments: [2, 3], [false, true])
    func geometric(_ dimension: Int, _ isPeriodic: Bool) throws {
        for radius in [0.15, 0.4, 3] {
            let geometric = try RandomGeometricGraph(
                nodes: 120, radius: radius, dimension: dimension, periodic: isPeriodic,
                from: RandomStreams(seed: 9))
            var pairs: [[Int]] = []
            for (a, first) in geometric.positions.enumerated() {
                for (b, second) in geometric.positions.enumerated() where b > a {
                    var difference = first - second
                    if isPeriodic { difference -= difference.rounded(.toNearestOrEven) }
                    if (difference * difference).sum().squareRoot() <= radius { pairs.append([a, b]) }
                }
            }
            #expect(geometric.graph.pairs == pairs)
        }
    }
}
