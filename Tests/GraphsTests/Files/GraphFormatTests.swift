import Graphs
import TestSupport
import Testing

/// Graphs with directions, weights, names and attributes in each format.
@Suite struct GraphFormatTests {
    /// What networkx 3 writes of two letters between two people, and a third who wrote none.
    private static let graphML = """
        <?xml version='1.0' encoding='utf-8'?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key id="d3" for="edge" attr.name="kind" attr.type="string" />
          <key id="d2" for="edge" attr.name="weight" attr.type="double" />
          <key id="d1" for="node" attr.name="age" attr.type="long" />
          <key id="d0" for="node" attr.name="colour" attr.type="string"><default>blue</default></key>
          <graph edgedefault="directed">
            <node id="Ada" />
            <node id="Émmy &amp; Co" />
            <node id="lone">
              <data key="d0">red</data>
              <data key="d1">7</data>
            </node>
            <edge source="Émmy &amp; Co" target="Ada">
              <data key="d2">2.5</data>
            </edge>
            <edge source="Ada" target="Émmy &amp; Co">
              <data key="d2">0.1</data>
              <data key="d3">a&lt;b</data>
            </edge>
          </graph>
        </graphml>
        """

    private static let gml = """
        Creator "somebody [1]"
        # a comment
        graph [
          directed 1
          node [ id 0 label "Ada" graphics [ x 1.5 y [ z 2 ] ] ]
          node [ id 1 label "&#201;mmy &#38; Co" ]
          node [ id 2 label "lone" colour "red" age 7 ]
          edge [ source 1 target 0 weight 2.5 ]
          edge [ source 0 target 1 weight 0.1 kind "a<b" ]
        ]
        """

    private static let pajek = """
        *Vertices 3
        1 Ada 0.0 0.0 ellipse
        2 "Émmy & Co" 0.0 0.0 ellipse
        3 lone
        *Arcs
        2 1 2.5
        1 2 0.1 kind a<b
        """

    private let letters: Graph

    init() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 0.1)
        edges.append(1, 0, weight: 2.5)
        letters = try Graph(
            vertexCount: 3, edges: edges, isDirected: true, vertexNames: ["Ada", "Émmy & Co", "lone"])
    }

    private func problems(_ text: String, _ name: String) -> String? {
        do {
            _ = try GraphFile(text: text, named: name)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("names, directions and weights are kept")
    func content() throws {
        #expect(try GraphFile(text: Self.graphML, named: "x.graphml").graph == letters)
        #expect(try GraphFile(text: Self.gml, named: "x.gml").graph == letters)
        #expect(try GraphFile(text: Self.pajek, named: "x.net").graph == letters)
        let matrix = try GraphFile(
            text: "%%MatrixMarket matrix coordinate real general\n%\n3 3 2\n1 2 1E-1\n2 1 2.5\n", named: "x.mtx")
        #expect(matrix.graph.edges == letters.edges && matrix.graph.vertexNames == ["1", "2", "3"])
    }

    @Test("attributes are kept, those of edges in the order of the graph's edges")
    func attributes() throws {
        let xml = try GraphFile(text: Self.graphML, named: "x.graphml")
        #expect(
            xml.vertexAttributes == [
                GraphAttribute(name: "age", kind: .long, values: [nil, nil, "7"]),
                GraphAttribute(name: "colour", kind: .string, values: ["blue", "blue", "red"]),
            ])
        #expect(xml.edgeAttributes == [GraphAttribute(name: "kind", kind: .string, values: ["a<b", nil])])
        let gml = try GraphFile(text: Self.gml, named: "x.gml")
        #expect(
            gml.vertexAttributes == [
                GraphAttribute(name: "colour", kind: .string, values: [nil, nil, "red"]),
                GraphAttribute(name: "age", kind: .int, values: [nil, nil, "7"]),
            ])
        #expect(gml.edgeAttributes == [GraphAttribute(name: "kind", kind: .string, values: ["a<b", nil])])
    }

    @Test("of some vertices only the edges between them are written, and they keep their numbers")
    func someVertices() throws {
        let directory = try TemporaryDirectory()
        let ring = GraphFile(
            try Graph.ring(nodes: 5),
            vertexAttributes: [GraphAttribute(name: "size", numbers: [1, nil, 0.1, .nan, -.infinity])])
        try ring.write(to: directory.path(of: "ring.graphml"), format: .graphML, vertices: [0, 1, 3, 4])
        let rest = try GraphFile(contentsOf: directory.path(of: "ring.graphml"))
        #expect(rest.graph.vertexNames == ["0", "1", "3", "4"])
        #expect(rest.vertexAttributes.map(\.values) == [["1", nil, "NaN", "-INF"]])
        #expect(Array(rest.graph.edges.sources) == [0, 0, 2] && Array(rest.graph.edges.targets) == [1, 3, 3])
        try ring.write(to: directory.path(of: "ring.csv"), format: .edgeList, vertices: [0, 1, 3, 4])
        #expect(try directory.read("ring.csv") == "source,target\n0,1\n0,4\n3,4\n")
    }

    @Test("what is written as GraphML reads back as the same, packed or not")
    func roundTripOfGraphML() throws {
        let directory = try TemporaryDirectory()
        let file = try GraphFile(text: Self.graphML, named: "x.graphml")
        for name in ["letters.graphml", "letters.graphml.gz"] {
            try file.write(to: directory.path(of: name), format: .graphML)
            #expect(try GraphFile(contentsOf: directory.path(of: name)) == file)
        }
        #expect(try directory.read("letters.graphml").hasPrefix("<?xml"))
        let names = ["<\"&\">", "two\nlines", "tab\there"]
        let odd = GraphFile(
            try Graph(vertexCount: 3, edges: [(0, 1)], vertexNames: names),
            vertexAttributes: [GraphAttribute(name: "a&b", kind: .string, values: ["<", nil, ""])])
        try odd.write(to: directory.path(of: "odd.graphml"), format: .graphML)
        #expect(try GraphFile(contentsOf: directory.path(of: "odd.graphml")) == odd)
    }

    @Test("what is written as an edge list reads back as the same, but for vertices without edges")
    func roundTripOfEdgeList() throws {
        let directory = try TemporaryDirectory()
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 0.1)
        edges.append(1, 2, weight: 1e300)
        let graph = try Graph(vertexCount: 3, edges: edges, vertexNames: ["a,b", "\"c\"", "#d e"])
        for name in ["x.csv", "x.tsv", "x.csv.gz", "x.txt.gz"] {
            try GraphFile(graph).write(to: directory.path(of: name), format: .edgeList)
            #expect(try EdgeList(contentsOf: directory.path(of: name)).graph == graph, "\(name)")
        }
        #expect(
            try directory.read("x.csv")
                == "source,target,weight\n\"a,b\",\"\"\"c\"\"\",0.1\n\"\"\"c\"\"\",\"#d e\",1e+300\n")
        let lattice = try Graph.lattice(sides: [3, 4], periodic: false)
        try GraphFile(lattice).write(to: directory.path(of: "lattice.txt"), format: .edgeList)
        #expect(try EdgeList(contentsOf: directory.path(of: "lattice.txt")).graph.edges == lattice.edges)
    }

    @Test("what cannot be written is told")
    func unwritable() throws {
        let graph = try Graph.path(nodes: 3)
        let missing = #expect(throws: DataFileError.self) {
            try GraphFile(graph).write(to: "/nowhere/x.csv", format: .edgeList)
        }
        #expect(missing?.description == "/nowhere/x.csv: error: the file cannot be written")
        let odd = GraphFile(graph, edgeAttributes: [GraphAttribute(name: "kind", kind: .string, values: ["a"])])
        let error = #expect(throws: DataFileError.self) { try odd.write(to: "x.graphml", format: .graphML) }
        #expect(error?.description == "x.graphml: error: the attribute 'kind' has 1 values for 2 edges")
    }

    @Test("Pajek's lists, names that are left out, and edges beside arcs")
    func pajek() throws {
        let lists = try GraphFile(text: "*vertices 4\n*edgeslist\n1 2 3 4\n2 3\n", named: "x.net").graph
        #expect(lists.edgeCount == 4 && lists.vertexNames == ["1", "2", "3", "4"] && !lists.isDirected)
        let mixed = try GraphFile(text: "*Vertices 3\n*Edges\n1 2\n*Arcs\n3 1\n", named: "x.net").graph
        #expect(mixed.isDirected && mixed.edgeCount == 3)
        #expect(Array(mixed.neighbours(of: 0)) == [1] && Array(mixed.inNeighbours(of: 0)) == [1, 2])
    }

    @Test("the format follows from the ending")
    func endings() {
        for (name, format) in [
            ("a.GML", GraphFileFormat.gml), ("a.gml.gz", .gml), ("a.graphml", .graphML), ("a.mtx", .matrixMarket),
            ("a.net", .pajek), ("a.txt.gz", .edgeList), ("a.csv", .edgeList), ("a", .edgeList),
        ] {
            #expect(GraphFileFormat(ofFile: name) == format)
        }
    }

    @Test(
        "mistakes are told with their places",
        arguments: [
            (
                "x.mtx", "%%MatrixMarket matrix array real general\n",
                "1:1: error: the matrix is 'array real general', but"
            ),
            ("x.mtx", "3 3 1\n1 2\n", "1:1: error: the first line must be '%%MatrixMarket matrix coordinate …'"),
            (
                "x.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 4 1\n1 2\n",
                "2:1: error: the matrix has 3 rows and 4 columns, but that of a graph is square"
            ),
            (
                "x.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n",
                "2:1: error: there should be 2 entries, but there are 1"
            ),
            (
                "x.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n2 4\n",
                "4:3: error: vertex 4 is out of range: there are 3 vertices, numbered from 1 to 3"
            ),
            ("x.net", "1 2\n", "1:1: error: the file must begin with '*Vertices' and the number of vertices"),
            (
                "x.net", "*Vertices 2\n*Edges\n 1 3\n",
                "3:4: error: '3' is not the number of a vertex: there are 2, numbered from 1"
            ),
            ("x.net", "*Vertices 2\n*Matrix\n0 1\n", "2:1: error: the section '*Matrix' is none of *Vertices"),
            ("x.net", "*Vertices 2\n2 b\n", "2:1: error: the vertices must be in order: this is number 1"),
            (
                "x.net", "*Vertices 2\n*Edges\n1 2\n2 1\n",
                "4:1: error: the edge between 1 and 2 stands in line 3 already"
            ),
            ("x.gml", "node [ id 1 ]", "1:1: error: there is no 'graph [ … ]' in the file"),
            ("x.gml", "graph [ node [ id 1 ]", "1:1: error: the list of 'graph' is not closed by ']'"),
            ("x.gml", "graph [\n node [ label 1 ] ]", "2:2: error: the node has no 'id'"),
            (
                "x.gml", "graph [ node [ id 1 ]\n  edge [ source 1 target 2 ] ]",
                "2:3: error: the edge leads to vertex '2', which is not among the vertices"
            ),
            ("x.gml", "graph [ node [ id 1 name \"x ] ]", "1:26: error: the quotation mark is not closed"),
            ("x.gml", "graph [ node [ id 1 ] node [ id 1 ] ]", "1:23: error: the vertex '1' stands twice"),
            ("x.gml", "graph [ node [ id 1 ] edge [ source 1 target 1 ] ]", "1:23: error: the edge joins vertex 1 to"),
            ("x.gml", "graph [ node [ id ] ]", "1:19: error: 'id' must be followed by a number, a text in quotes or"),
            ("x.graphml", "<graphml>\n<graph>\n</graph></graphml>", "2:1: error: 'edgedefault' of the graph must be"),
            ("x.graphml", "<gexf/>", "1:1: error: the outermost element is 'gexf', but must be 'graphml'"),
            ("x.graphml", "<graphml>\n</graph>", "x.graphml:2:3: error: this is not well-formed XML"),
            ("x.graphml", "<graphml></graphml>", "1:1: error: there is no element 'graph' in 'graphml'"),
            (
                "x.graphml",
                "<graphml><graph edgedefault='directed'>\n<node id='a'/>\n<edge source='a'/></graph></graphml>",
                "3:1: error: the edge has no 'target'"
            ),
        ])
    func mistakes(name: String, text: String, message: String) {
        let told = problems(text, name)
        #expect(told?.contains(message) == true, "\(told ?? "nothing")")
        #expect(told?.hasPrefix(name) == true)
    }

    @Test("a weight that is not a number, or missing where others have one, is told")
    func weights() {
        let start = "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ]\nedge [ source 1 target 2 weight 1 ]\n"
        #expect(
            problems(start + "edge [ source 2 target 3 ] ]", "x.gml")
                == "x.gml:3:1: error: the 'weight' of the edge must "
                + "be a finite number, as that of other edges, but is none")
        #expect(
            problems(start + "edge [ source 2 target 3 weight \"x\" ] ]", "x.gml")?.hasSuffix("but is 'x'") == true)
    }
}
