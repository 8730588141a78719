import Graphs
import TestSupport
import Testing

/// The forms in which edge lists are written.
@Suite struct EdgeListFormTests {
    private func graph(_ text: String, _ change: (inout EdgeList.Options) -> Void = { _ in }) throws -> Graph {
        var options = EdgeList.Options()
        change(&options)
        return try EdgeList(text: text, named: "edges", options: options).graph
    }

    private func problems(_ text: String, _ change: (inout EdgeList.Options) -> Void = { _ in }) -> String? {
        do {
            _ = try graph(text, change)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("the same edges are the same graph, whatever separates the fields")
    func separators() throws {
        let triangle = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2), (2, 0)], vertexNames: ["1", "2", "30"])
        for text in [
            "source,target\n1,2\n2,30\n30,1\n", "1,2\n2,30\n30,1", "1 2\n2 30\n30 1\n", "1\t2\r\n2\t30\r\n30\t1\r\n",
            " 1   2 \n\n2\t30\n  30 1", "\u{FEFF}1 2\n2 30\n30 1\n", "source target\n1 2\n2 30\n30 1\n",
        ] {
            #expect(try graph(text) == triangle, "\(text)")
        }
    }

    /// The beginning of a file of SNAP, and one of KONECT.
    @Test("comments are skipped")
    func comments() throws {
        let snap = """
            # Directed graph (each unordered pair of nodes is saved once): web-Google.txt
            # Nodes: 875713 Edges: 5105039
            # FromNodeId\tToNodeId
            0\t11342
            0\t824020
            # between the edges
            11342\t0
            """
        let web = try graph(snap) { $0.isDirected = true }
        #expect(web.isDirected && web.edgeCount == 3)
        #expect(web.vertexNames == ["0", "11342", "824020"])
        #expect(Array(web.neighbours(of: 0)) == [1, 2] && Array(web.neighbours(of: 1)) == [0])
        #expect(try graph("% sym unweighted\n1 2\n").edgeCount == 1)
    }

    @Test("a third field is the weight, read to the nearest double")
    func weights() throws {
        let numbers = ["0.1", "-2", "1e-3", "12345678.90625", "0.30000000000000004", "7.", ".5", "123456789012345678"]
        let lines = numbers.enumerated().map { "\($0) \($0 + 1) \($1)" }
        let path = try graph(lines.joined(separator: "\n"))
        for (index, number) in numbers.enumerated() {
            let expected = try #require(Double(number.hasSuffix(".") ? number + "0" : number))
            #expect(path.weights(of: index)?.last == expected)
        }
        #expect(try graph("source,target,weight\na,b,0.25\n").weights(of: 0)?.first == 0.25)
    }

    @Test("further fields can be left out of account, such as times")
    func furtherFields() throws {
        let temporal = try graph("1 2 1082040961\n3 4 1082155839 x\n") { $0.isWeighted = false }
        #expect(!temporal.isWeighted && temporal.edgeCount == 2)
        #expect(try graph("1,2,5\n2,3,4\n") { $0.isWeighted = false }.vertexNames == ["1", "2", "3"])
    }

    @Test("names may be anything that UTF-8 can write, quoted where they hold a separator")
    func names() throws {
        let names = try graph("source,target\n\"Erdős, Paul\",\"the \"\"other\"\"\"\n").vertexNames
        #expect(names == ["Erdős, Paul", "the \"other\""])
        #expect(
            try graph("Jean Valjean\tCosette\n") { $0.separator = .tab }.vertexNames == ["Jean Valjean", "Cosette"])
        // Beyond 2³¹ a number is not read side by side, but still sorted as one.
        #expect(try graph("9999999999 3\n3 20\n").vertexNames == ["3", "20", "9999999999"])
        #expect(try graph("-1 0\n").vertexNames == ["-1", "0"])
    }

    @Test("many names are told apart, also such that begin alike, or with each other")
    func manyNames() throws {
        let names =
            (0..<500).map { "vertex-of-a-kind-\($0)" } + (0..<500).map { "v\($0)" }
            + ["v", "vertex", "vertex-o", "vertex-of"]
        let lines = names.indices.dropLast().map { "\(names[$0]) \(names[$0 + 1])" }
        let path = try graph(lines.joined(separator: "\n"))
        #expect(path.vertexNames == names)
        #expect(path.edges.count == names.count - 1)
        for vertex in 1..<Int32(names.count) - 1 {
            #expect(path.neighbours(of: Int(vertex)).elementsEqual([vertex - 1, vertex + 1]))
        }
    }

    @Test("numbers far apart are numbered as those near each other")
    func sparseLabels() throws {
        #expect(try graph("2000000000 7\n7 1000000000\n").vertexNames == ["7", "1000000000", "2000000000"])
        let graph = try graph("2000000000 7\n7 1000000000\n")
        #expect(Array(graph.neighbours(of: 0)) == [1, 2])
    }

    @Test("loops and repeated edges are left out if that is asked for, of weights the first counts")
    func simplification() throws {
        let text = "1 2 5\n2 1 6\n2 2 1\n2 3 1\n1 2 7\n"
        #expect(problems(text) != nil)
        let simple = try graph(text) { $0.isSimplified = true }
        #expect(simple.edgeCount == 2)
        #expect(simple.weights(of: 0)?.first == 5 && simple.weights(of: 1)?.first == 5)
        let directed = try graph(text) {
            $0.isSimplified = true
            $0.isDirected = true
        }
        #expect(directed.edgeCount == 3)
        #expect(directed.weights(of: 1)?.first == 6)
    }

    @Test("what is wrong is told with line and column")
    func places() {
        #expect(
            problems("# é\n1 2\n  3 x 4\n5\n6 6\n2 1\n") == """
                edges:3:3: error: the record has 3 fields, but the first record has 2
                edges:4:1: error: the record has 1 field, but the first record has 2
                edges:5:1: error: the edge joins vertex 6 to itself: the graph must be simple
                edges:6:1: error: the edge between 1 and 2 stands in line 2 already
                """)
        #expect(
            problems("a,b,2\n") == "edges:1:1: error: the columns are 'a,b,2', but must be 'source,target' or "
                + "'source,target,weight'")
        #expect(
            problems("source,target,weight\né,b,x\nb,c,inf\nc,d,\n") == """
                edges:2:5: error: 'x' is not a number, but the third field is the weight of an edge, \
                unless 'weights' is false
                edges:3:5: error: 'inf' is not a finite number, but the third field is the weight of an edge, \
                unless 'weights' is false
                edges:4:5: error: the weight is missing
                """)
        #expect(
            problems("1;2\n") == "edges:1:2: error: the separator seems to be ';', but fields must be separated by ',' "
                + "(and decimals by '.')")
        #expect(
            problems("1 2 3 4\n")
                == "edges:1:1: error: the record has 4 fields, but an edge has 2, or 3 with a weight, unless 'weights' is false"
        )
        #expect(
            problems("1 2\n") { $0.isWeighted = true } == "edges:1:1: error: there are 2 fields, but an edge with a "
                + "weight has 3")
        #expect(
            problems("") == "edges:1:1: error: the file is empty; a graph without edges needs 'vertices', their number")
        #expect(
            problems("# nothing\n")
                == "edges:1:1: error: the file has no edges: there are only comments; a graph without "
                + "edges needs 'vertices', their number")
        #expect(
            problems("source,target\n\"a,b\n\"a\" b,c\n") == """
                edges:2:1: error: the quotation mark is not closed
                edges:3:5: error: text after the closing quotation mark
                """)
        #expect(problems("1 2\n2 1\n") { $0.isDirected = true } == nil)
        #expect(
            problems("1 2\n1 2\n") { $0.isDirected = true }
                == "edges:2:1: error: the edge from 1 to 2 stands in line 1 already")
    }

    @Test("any number of threads reads the same graph from pieces as from the text as a whole")
    func threads() throws {
        // Two pieces of a megabyte and some comments.
        var lines: [String] = []
        var random = SeededGenerator(seed: 7)
        for index in 0..<100_000 {
            if index % 30_000 == 17 { lines.append("# comment \(index)") }
            lines.append("\(index) \(index + 1 + Int.random(in: 0..<9, using: &random)) \(index % 7)")
        }
        let text = lines.joined(separator: "\n")
        let one = try graph(text) { $0.threadCount = 1 }
        #expect(one.edgeCount == 100_000)
        for index in stride(from: 0, to: 100_000, by: 997) {
            #expect(one.weights(of: index)?.last == Double(index % 7))
        }
        #expect(try graph(text) { $0.threadCount = 3 } == one)
        // The careful reader, which a name in the last line calls for, reads the same.
        let named = try graph(text + "\n100000 x 1")
        #expect(named.edgeCount == 100_001)
        #expect(Array(named.neighbours(of: 5)).count == Array(one.neighbours(of: 5)).count)
    }
}
