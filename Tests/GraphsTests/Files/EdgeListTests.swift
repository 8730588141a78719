import Graphs
import TestSupport
import Testing

@Suite struct EdgeListTests {
    private func list(_ rows: String..., vertices: EdgeList.Vertices = .appearing) throws -> EdgeList {
        var options = EdgeList.Options()
        options.vertices = vertices
        return try EdgeList(
            text: (["source,target"] + rows).joined(separator: "\n"), named: "edges.csv", options: options)
    }

    /// Zachary's graph has 34 members and 78 ties; the instructor has 16 and the administrator 17 of them.
    @Test func karateClub() throws {
        let path = packageFolder + "/Scenarios/data/karate-club.csv"
        var options = EdgeList.Options()
        options.vertices = .numbered(count: 34, from: 1)
        let club = try EdgeList(contentsOf: path, options: options)
        #expect(club.graph.vertexCount == 34)
        #expect(club.graph.edgeCount == 78)
        #expect(club.graph.vertexNames == (1...34).map { "\($0)" })
        #expect(club.graph.degree(of: 0) == 16)
        #expect(club.graph.degree(of: 33) == 17)
        #expect(try EdgeList(contentsOf: path) == club)
    }

    @Test func numbersThatAppearAreTheNamesInAscendingOrder() throws {
        let edges = try list("100,7", "7,23")
        #expect(edges.graph.vertexNames == ["7", "23", "100"])
        #expect(Array(edges.graph.neighbours(of: 0)) == [1, 2])
    }

    @Test func otherNamesAreInOrderOfAppearance() throws {
        #expect(try list("Ada,Emmy", "Emmy,1").graph.vertexNames == ["Ada", "Emmy", "1"])
        #expect(try list("01,2", "2,1").graph.vertexNames == ["01", "2", "1"])
    }

    @Test func numberedVerticesMayHaveNoEdge() throws {
        let edges = try list("1,3", vertices: .numbered(count: 4, from: 0))
        #expect(edges.graph.vertexNames == ["0", "1", "2", "3"])
        #expect(edges.graph.degree(of: 2) == 0)
    }

    @Test func allProblemsAreToldWithTheirPlaces() {
        let error = #expect(throws: DataFileError.self) {
            try list("1,2", "2,35", "3,3", "x,1", "2,1", ",4", vertices: .numbered(count: 34, from: 1))
        }
        #expect(
            error?.description == """
                edges.csv:3:3: error: vertex 35 is out of range: there are 34 vertices, numbered from 1 to 34
                edges.csv:4:1: error: the edge joins vertex 3 to itself: the graph must be simple
                edges.csv:5:1: error: 'x' is not the number of a vertex
                edges.csv:6:1: error: the edge between 1 and 2 stands in line 2 already
                edges.csv:7:1: error: the vertex is missing
                """)
    }

    @Test func otherColumnsAreRefused() {
        let error = #expect(throws: DataFileError.self) {
            try EdgeList(text: "from,to\n1,2\n", named: "edges.csv")
        }
        #expect(
            error?.description
                == "edges.csv:1:1: error: the columns are 'from,to', but must be 'source,target'")
    }

    @Test func aListWithoutEdgesIsRefusedUnlessTheVerticesAreKnown() throws {
        let error = #expect(throws: DataFileError.self) { try list() }
        #expect(
            error?.description
                == "edges.csv:1:1: error: the file has no edges: there are no records below the header")
        #expect(try list(vertices: .numbered(count: 2, from: 0)).graph.edgeCount == 0)
    }
}
