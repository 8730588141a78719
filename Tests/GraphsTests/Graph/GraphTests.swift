import Graphs
import TestSupport
import Testing

@Suite struct GraphTests {
    @Test func neighboursAreSortedAndSymmetric() throws {
        let graph = try Graph(vertexCount: 5, edges: [(3, 1), (0, 3), (1, 0), (4, 3)])
        #expect(graph.vertexCount == 5)
        #expect(graph.edgeCount == 4)
        #expect(Array(graph.offsets) == [0, 2, 4, 4, 7, 8])
        #expect(Array(graph.neighbours(of: 3)) == [0, 1, 4])
        #expect(graph.neighbours(of: 2).isEmpty)
        #expect((0..<5).map(graph.degree) == [2, 2, 0, 3, 1])
    }

    @Test func aGraphMayBeEmpty() throws {
        #expect(try Graph(vertexCount: 0, edges: []).vertexCount == 0)
        #expect(try Graph(vertexCount: 3, edges: []).edgeCount == 0)
    }

    @Test(arguments: [
        ([(0, 3)], GraphError.vertexOutOfRange(3, edge: 0, vertexCount: 3)),
        ([(0, 1), (-1, 2)], .vertexOutOfRange(-1, edge: 1, vertexCount: 3)),
        ([(0, 1), (2, 2)], .loop(vertex: 2, edge: 1)),
        ([(0, 1), (1, 2), (1, 0)], .duplicateEdge(0, 1, isDirected: false)),
    ])
    func whatIsNotASimpleGraphIsRefused(_ edges: [(Int, Int)], _ error: GraphError) {
        #expect(throws: error) { try Graph(vertexCount: 3, edges: edges) }
    }

    @Test func directedGraphsKnowBothEnds() throws {
        let edges = [(3, 1), (0, 3), (1, 0), (4, 3), (3, 0), (2, 3)]
        let graph = try Graph(vertexCount: 5, edges: edges, isDirected: true)
        #expect(graph.edgeCount == 6)
        for vertex in 0..<5 {
            #expect(graph.neighbours(of: vertex).map(Int.init) == edges.filter { $0.0 == vertex }.map(\.1).sorted())
            #expect(graph.inNeighbours(of: vertex).map(Int.init) == edges.filter { $0.1 == vertex }.map(\.0).sorted())
            #expect(graph.inDegree(of: vertex) == graph.inNeighbours(of: vertex).count)
        }
        #expect(graph.hasEdge(from: 3, to: 1) && !graph.hasEdge(from: 1, to: 3))
        #expect(throws: GraphError.duplicateEdge(2, 1, isDirected: true)) {
            try Graph(vertexCount: 3, edges: [(2, 1), (1, 2), (2, 1)], isDirected: true)
        }
    }

    /// Random edges in random order against sorting by comparison.
    @Test(arguments: [false, true]) func rowsAreThoseOfSorting(_ isDirected: Bool) throws {
        var random = SeededGenerator(seed: 7)
        var columns = EdgeColumns(hasWeights: true)
        var expected: [[(vertex: Int, weight: Double)]] = Array(repeating: [], count: 40)
        for index in 0..<500 {
            let (source, target) = (random.below(40), random.below(40))
            columns.append(source, target, weight: Double(index))
            expected[source].append((target, Double(index)))
            if !isDirected { expected[target].append((source, Double(index))) }
        }
        let graph = try Graph(
            vertexCount: 40, edges: columns, isDirected: isDirected, allowing: [.loops, .multipleEdges])
        #expect(graph.edgeCount == 500)
        #expect(graph.isWeighted)
        for (vertex, entries) in expected.enumerated() {
            let sorted = entries.sorted { ($0.vertex, $0.weight) < ($1.vertex, $1.weight) }
            let weights = try #require(graph.weights(of: vertex))
            let found = zip(graph.neighbours(of: vertex), weights).sorted { $0 < $1 }
            #expect(graph.neighbours(of: vertex).map(Int.init) == sorted.map(\.vertex))
            #expect(found.map(\.1) == sorted.map(\.weight))
        }
    }

    @Test func loopsAndMultipleEdgesAreThereWhereTheyAreAllowed() throws {
        let edges = [(0, 1), (1, 1), (1, 0)]
        let graph = try Graph(vertexCount: 2, edges: edges, allowing: [.loops, .multipleEdges])
        #expect(Array(graph.neighbours(of: 1)) == [0, 0, 1, 1])
        #expect(throws: GraphError.loop(vertex: 1, edge: 1)) {
            try Graph(vertexCount: 2, edges: edges, allowing: .multipleEdges)
        }
        #expect(throws: GraphError.duplicateEdge(0, 1, isDirected: false)) {
            try Graph(vertexCount: 2, edges: edges, allowing: .loops)
        }
        #expect(try Graph(vertexCount: 2, edges: [(1, 1)], allowing: .loops).degree(of: 1) == 2)
        #expect(throws: GraphError.duplicateEdge(1, 1, isDirected: false)) {
            try Graph(vertexCount: 2, edges: [(1, 1), (1, 1)], allowing: .loops)
        }
    }

    @Test func namesAndWeightsAreChecked() throws {
        #expect(try Graph(vertexCount: 2, edges: [(0, 1)], vertexNames: ["a", "b"]).vertexNames == ["a", "b"])
        #expect(throws: GraphError.wrongNameCount(1, vertexCount: 2)) {
            try Graph(vertexCount: 2, edges: [(0, 1)], vertexNames: ["a"])
        }
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: .infinity)
        #expect(throws: GraphError.weightNotFinite(.infinity, edge: 0)) { try Graph(vertexCount: 2, edges: edges) }
        edges = EdgeColumns()
        edges.append(0, 1 << 40)
        #expect(throws: GraphError.vertexOutOfRange(Int(Int32.max), edge: 0, vertexCount: 2)) {
            try Graph(vertexCount: 2, edges: edges)
        }
    }

    @Test func numbersOfVerticesThatDoNotFitAreRefused() {
        #expect(throws: GraphError.invalidVertexCount(-1)) { try Graph(vertexCount: -1, edges: []) }
        #expect(throws: GraphError.invalidVertexCount(1 << 31)) { try Graph(vertexCount: 1 << 31, edges: []) }
    }

    @Test func errorsSayWhatWouldBeRight() {
        #expect(
            GraphError.vertexOutOfRange(3, edge: 0, vertexCount: 3).description
                == "edge 0 leads to vertex 3, but the 3 vertices are numbered from 0")
        #expect(
            GraphError.loop(vertex: 2, edge: 1).description
                == "edge 1 joins vertex 2 to itself: the graph must be simple")
        #expect(
            GraphError.duplicateEdge(0, 1, isDirected: false).description
                == "the edge between 0 and 1 is there twice: the graph must be simple")
    }
}
