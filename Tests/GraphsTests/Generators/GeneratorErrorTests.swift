import Foundation
import Graphs
import Testing

@Suite struct GeneratorErrorTests {
    private let streams: RandomStreams

    init() throws {
        streams = try RandomStreams(seed: 0)
    }

    private func expect(_ words: String, _ make: (RandomStreams) throws -> Graph) {
        let error = #expect(throws: GraphGeneratorError.self) { _ = try make(streams) }
        #expect(error?.description == words)
    }

    @Test("parameters that cannot be are refused with what would be right")
    func refusals() {
        expect("the number of vertices is 0, but must be between 1 and 2147483647") {
            try .erdosRenyi(nodes: 0, probability: 0.5, from: $0)
        }
        expect("the number of vertices is 0, but must be between 1 and 2147483647") { _ in try .isolated(nodes: 0) }
        expect("the probability of an edge is 1.5, but must be between 0 and 1") {
            try .erdosRenyi(nodes: 3, probability: 1.5, from: $0)
        }
        expect("the probability of an edge is nan, but must be between 0 and 1") {
            try .erdosRenyi(nodes: 3, probability: .nan, from: $0)
        }
        expect("the number of edges is 4, but must be between 0 and 3") {
            try .erdosRenyi(nodes: 3, edges: 4, from: $0)
        }
        expect("the number of edges per vertex is 3, but must be between 1 and 2") {
            try .barabasiAlbert(nodes: 3, edgesPerNode: 3, from: $0)
        }
        expect("the number of neighbours on the ring is 3, but must be even: half of them are on either side") {
            try .wattsStrogatz(nodes: 9, neighbours: 3, rewiring: 0, from: $0)
        }
        expect("the degrees add up to 3, but must add up to an even number: each edge has two ends") {
            try .configuration(degrees: [1, 2], simple: false, from: $0)
        }
        expect(
            "no simple graph has these degrees: the 2 vertices of degree 3 or more have more ends of edges than all "
                + "others can take up"
        ) { try .configuration(degrees: [3, 1, 3, 1], simple: true, from: $0) }
        expect("a degree is 4, but must be between 0 and 3") {
            try .configuration(degrees: [4, 2, 1, 1], simple: true, from: $0)
        }
        expect("the degrees add up to 15, but must add up to an even number: each edge has two ends") {
            try .randomRegular(nodes: 5, degree: 3, from: $0)
        }
        expect("the probabilities must be a symmetric matrix with 2 rows and columns, one for each block") {
            try .stochasticBlock(sizes: [2, 3], probabilities: [[0.5, 0.1], [0.2, 0.5]], from: $0)
        }
        expect("the radius is -1.0, but must be a finite number greater than 0") {
            try RandomGeometricGraph(nodes: 5, radius: -1, dimension: 2, from: $0).graph
        }
        expect("the number of dimensions is 4, but must be between 2 and 3") {
            try RandomGeometricGraph(nodes: 5, radius: 1, dimension: 4, from: $0).graph
        }
        expect("the length of a side is 2, but must be between 3 and 2147483647") { _ in
            try .lattice(sides: [4, 2], periodic: true)
        }
        expect("the number of dimensions is 0, but must be between 1 and 31") { _ in
            try .lattice(sides: [], periodic: false)
        }
        expect("the probability of a triangle is -0.5, but must be between 0 and 1") {
            try .holmeKim(nodes: 5, edgesPerNode: 2, triangles: -0.5, from: $0)
        }
        expect("the graph would have about 4.9999999995e+19 edges, but there can be at most 2147483647") { _ in
            throw GraphGeneratorError.tooManyEdges(expected: 4.9999999995e19)
        }
    }

    /// Before any memory is asked for.
    @Test("graphs that are too large are refused at once")
    func tooLarge() {
        #expect(throws: GraphGeneratorError.self) { try Graph.complete(nodes: 1_000_000) }
        #expect(throws: GraphGeneratorError.self) {
            try Graph.erdosRenyi(nodes: 1 << 30, probability: 0.5, from: streams)
        }
        #expect(throws: GraphGeneratorError.self) {
            try Graph.barabasiAlbert(nodes: 1 << 30, edgesPerNode: 1 << 29, from: streams)
        }
        #expect(throws: GraphGeneratorError.self) {
            try Graph.lattice(sides: [1 << 16, 1 << 16], periodic: false)
        }
        #expect(throws: GraphGeneratorError.self) { try Graph.tree(branching: 1 << 20, depth: 3) }
    }

    /// A vertex and an edge take 36 bytes or more together.
    @Test("the edges of trees and rings count, too, and what makes them")
    func memoryOfSparseGraphs() throws {
        let bytes = MemoryLimit.present.bytes
        let count = Int(bytes / 34)
        guard count < Int(Int32.max) else { return }
        for make: (Int) throws -> Graph in [
            { try .star(nodes: $0) }, { try .path(nodes: $0) }, { try .ring(nodes: $0) },
            { try .randomTree(nodes: $0, from: streams) },
            { try .tree(branching: $0 - 1, depth: 1) },
            { try .randomRegular(nodes: $0, degree: 1, from: streams) },
            { try .erdosRenyi(nodes: $0, edges: $0, from: streams) },
            { try .lattice(sides: [$0], periodic: false) },
            { try RandomGeometricGraph(nodes: $0, radius: 1e-9, dimension: 2, from: streams).graph },
            { try .wattsStrogatz(nodes: $0, neighbours: 2, rewiring: 0, from: streams) },
            { try .stochasticBlock(sizes: [$0], probabilities: [[2 / Double($0)]], from: streams) },
        ] {
            let error = #expect(throws: GraphGeneratorError.self) { try make(count) }
            guard case .notEnoughMemory = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    /// Looks at machines of up to 30 GB.
    @Test("what the machine has no memory for is refused before it is tried")
    func memory() throws {
        let limit = MemoryLimit.present
        guard limit.bytes < 3e10 else { return }
        let has = "of memory, but \(limit)"
        expect("the graph needs at least 34.4 GB \(has)") { _ in try .ring(nodes: 2_147_483_647) }
        // 28 bytes an edge and 16 a vertex, in tenths of a gigabyte rounded up.
        expect("the graph needs at least 56.1 GB \(has)") {
            try .configuration(degrees: [2_000_000_000, 2_000_000_000], simple: false, from: $0)
        }
        let error = #expect(throws: GraphError.self) { try Graph(vertexCount: 2_147_483_647, edges: []) }
        #expect(error?.description == "the graph needs at least 34.4 GB \(has)")
        for (name, text, line) in [
            ("x.mtx", "%%MatrixMarket matrix coordinate pattern general\n2147483647 2147483647 1\n1 2\n", 2),
            ("x.net", "*Vertices 2147483647\n", 1),
        ] {
            let error = #expect(throws: DataFileError.self) { try GraphFile(text: text, named: name) }
            #expect(error?.description.hasPrefix("\(name):\(line):1: error: the graph needs at least ") == true)
        }
        for (name, text) in [
            ("x.mtx", "%%MatrixMarket matrix coordinate pattern general\n999999999999 999999999999 1\n1 2\n"),
            ("x.net", "*Vertices 999999999999\n"),
        ] {
            let error = #expect(throws: DataFileError.self) { try GraphFile(text: text, named: name) }
            #expect(error?.description.hasSuffix("the number must be from 0 to 2147483647") == true)
        }
    }
}
