import Networks
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
        ([(0, 1), (1, 2), (1, 0)], .duplicateEdge(0, 1)),
    ])
    func whatIsNotASimpleGraphIsRefused(_ edges: [(Int, Int)], _ error: GraphError) {
        #expect(throws: error) { try Graph(vertexCount: 3, edges: edges) }
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
            GraphError.duplicateEdge(0, 1).description
                == "the edge between 0 and 1 is there twice: the graph must be simple")
    }
}
