import CZlib
import Foundation
import Graphs
import TestSupport
import Testing

/// Files that are nearly right: read as they are meant, or refused with what is wrong; never something else in silence.
@Suite struct UnusualFileTests {
    private func graph(
        _ text: String, _ name: String = "edges", _ change: (inout EdgeList.Options) -> Void = { _ in }
    ) throws -> Graph {
        var options = EdgeList.Options()
        change(&options)
        return try GraphFile(text: text, named: name, options: options).graph
    }

    private func problems(
        _ text: String, _ name: String = "edges", _ change: (inout EdgeList.Options) -> Void = { _ in }
    ) -> String? {
        do {
            _ = try graph(text, name, change)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("blanks and tabs separate in any mixture, and mean nothing at the end of a line")
    func mixedBlanks() throws {
        for text in ["1 2\t0.5\n2 3\t0.75\n", "1\t2 0.5 \n 2\t3 0.75\t\n", "1 2 0.5\t\n2\t\t3\t0.75 \t"] {
            let path = try graph(text)
            #expect(path.vertexNames == ["1", "2", "3"] && path.edges.weights == [0.5, 0.75], "\(text)")
        }
        #expect(try graph("1\t2\t\n2\t3\t\n").edges.count == 2)
        let tabs = { (options: inout EdgeList.Options) in options.separator = .tab }
        #expect(
            try graph("Jean Valjean\tCosette\t\nCosette\tMarius\n", "edges", tabs).vertexNames == [
                "Jean Valjean", "Cosette", "Marius",
            ])
        #expect(try graph("\"Jean Valjean\"\tCosette\n").vertexNames == ["Jean Valjean", "Cosette"])
        #expect(
            problems("Jean Valjean\tCosette\n")
                == "edges:1:14: error: 'Cosette' is not a number, but the third field is "
                + "the weight of an edge, unless 'weights' is false (for names with blanks between tabs: 'separator: tab')"
        )
    }

    @Test("lines that end by a carriage return alone are refused")
    func carriageReturns() {
        for text in ["0 1\r1 2\r2 0", "# comment\r0 1\r", "a b\nb c\rc d\n"] {
            let told = problems(text)
            #expect(
                told?.contains("carriage return alone") == true || told?.contains("3 fields") == true, "\(told ?? "")")
        }
        #expect(
            problems("0 1\r1 2") == "edges:1:4: error: a line ends by a carriage return alone: lines must end by a "
                + "line feed, as by `tr '\\r' '\\n'`")
        #expect(
            problems("a b\nb c\rd\n")?.contains("edges:2:3: error: the name holds the control character 13") == true)
        #expect(problems("a b\nb c\0d\n")?.contains("edges:2:3: error: the name holds the control character 0") == true)
    }

    @Test("headers of SNAP and Gephi are known, others before numbers refused")
    func headers() throws {
        let pair = try Graph(vertexCount: 2, edges: [(0, 1)], vertexNames: ["0", "1"])
        #expect(try graph("FromNodeId\tToNodeId\n0\t1\n") == pair)
        #expect(try graph("Source,Target\n0,1\n") == pair)
        #expect(
            problems("left right\n0 1\n")
                == "edges:1:1: error: this line seems to be a header, as numbers follow: begin it "
                + "with '#', or call its columns 'source' and 'target'")
        let gephi = "Source,Target,Type,Id,Label,Weight\n0,1,Undirected,0,,2.5\n1,\"two\",Undirected,1,,4\n"
        let file = try graph(gephi)
        #expect(file.vertexNames == ["0", "1", "two"] && file.edges.weights == [2.5, 4] && !file.isDirected)
        #expect(try graph(gephi) { $0.isWeighted = false }.isWeighted == false)
        #expect(
            problems(gephi) { $0.isDirected = true }?.hasPrefix(
                "edges:2:5: error: the edge is 'Undirected', but the graph is read with 'directed: true'") == true)
        #expect(problems("source,target,wieght\n0,1,2\n")?.contains("the columns are 'source,target,wieght'") == true)
        #expect(
            problems("source,target,id\n0,1,2\n") { $0.isWeighted = true }?.contains("no column is called 'weight'")
                == true)
    }

    @Test("networkx's dictionaries, hexadecimal weights and what is not finite are refused")
    func weights() throws {
        for text in ["0 1 {}\n", "0 1 {'weight': 4}\n", "0 1 {'a': 1, 'b': 2}\n"] {
            #expect(problems(text)?.contains("leave it out of account by 'weights: false'") == true)
            #expect(try graph(text) { $0.isWeighted = false }.edgeCount == 1)
        }
        #expect(problems("0 1 0x10\n")?.contains("'0x10' is not a number") == true)
        let gml = "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight "
        #expect(
            problems(gml + "NAN ] ]", "x.gml")?.contains(
                "must be a finite number, as that of other edges, but is 'NAN'") == true)
        #expect(problems(gml + "-INF ] ]", "x.gml")?.contains("but is '-INF'") == true)
        #expect(problems(gml + "0x10 ] ]", "x.gml")?.contains("'0x10' is not a number") == true)
    }

    @Test("a list without edges is a graph if the vertices are known")
    func noEdges() throws {
        let three = { (options: inout EdgeList.Options) in options.vertices = .numbered(count: 3, from: 1) }
        for text in ["", "# nothing\n", "\n\n", "source,target\n"] {
            let none = try graph(text, "edges", three)
            #expect(none.vertexNames == ["1", "2", "3"] && none.edgeCount == 0)
        }
        #expect(problems("# nothing\n")?.contains("a graph without edges needs 'vertices'") == true)
    }

    @Test(
        "weights that are asked for must be there",
        arguments: [
            (
                "x.graphml",
                "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>"
            ),
            ("x.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]"),
            ("x.net", "*Vertices 2\n*Edges\n1 2\n"),
            ("x.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"),
        ])
    func missingWeights(name: String, text: String) {
        #expect(problems(text, name) == nil)
        #expect(problems(text, name) { $0.isWeighted = true }?.contains("error: weights are asked for, but") == true)
    }

    @Test("GML must be UTF-8, say its direction by 0 or 1, and number its vertices by whole numbers")
    func gml() throws {
        #expect(problems("graph [ directed 2 ]", "x.gml") == "x.gml:1:9: error: 'directed' must be 0 or 1")
        #expect(
            problems("graph [ node [ id 1.5 ] ]", "x.gml")
                == "x.gml:1:9: error: the 'id' of the node must be a whole number, but is 1.5")
        let directory = try TemporaryDirectory()
        for (name, text) in [
            ("x.gml", "graph [\n node [ id 1 label \"Ren\u{1}\" ] ]"),
            ("x.net", "*Vertices 1\n     1 \"é Andr\u{1}\"\n"),
        ] {
            let path = directory.path(of: name)
            try Data(text.utf8.map { $0 == 1 ? 0xE9 : $0 }).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: DataFileError.self) { try GraphFile(contentsOf: path, named: name) }
            #expect(
                error?.description
                    == "\(name):2:\(name == "x.gml" ? 24 : 15): error: this is not UTF-8 text: convert it, "
                    + "such as ISO 8859-1 by `iconv -f latin1 -t utf-8`")
        }
    }

    @Test("igraph's names are names also in GML")
    func igraphNames() throws {
        let text = "graph [ node [ id 0 name \"Ada\" ] node [ id 1 name \"Emmy\" ] edge [ source 0 target 1 ] ]"
        #expect(try graph(text, "x.gml").vertexNames == ["Ada", "Emmy"])
    }

    @Test("bytes behind what gzip has packed are refused, zeros are not")
    func bytesBehindPackedOnes() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "edges.gz")
        let file = try #require(gzopen(path, "wb"))
        #expect(gzwrite(file, "1 2\n", 4) == 4)
        #expect(gzclose(file) == Z_OK)
        let packed = try Data(contentsOf: URL(fileURLWithPath: path))
        try (packed + [0, 0, 0]).write(to: URL(fileURLWithPath: path))
        #expect(try EdgeList(contentsOf: path).graph.edgeCount == 1)
        try (packed + Array("2 3\n".utf8)).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: DataFileError.self) { try EdgeList(contentsOf: path, named: "edges.gz") }
        #expect(error?.description.contains("bytes that gzip has not packed stand behind 4 bytes of text") == true)
    }
}
