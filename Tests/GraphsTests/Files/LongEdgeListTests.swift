import Graphs
import TestSupport
import Testing

/// Lists that are read by the fast readers, in several pieces or batches.
@Suite struct LongEdgeListTests {
    private func graph(_ text: String, threads: Int = 1, _ change: (inout EdgeList.Options) -> Void = { _ in }) throws
        -> Graph
    {
        var options = EdgeList.Options()
        options.threadCount = threads
        options.isDirected = true
        change(&options)
        return try EdgeList(text: text, named: "edges", options: options).graph
    }

    @Test("numbers in several pieces, with comments between them, are the graph that they say", arguments: [1, 2])
    func numbers(_ threads: Int) throws {
        let vertexCount = 1009
        var text = ""
        var edges = EdgeColumns()
        for source in 0..<vertexCount {
            if source % 7 == 0 { text += "# vertex \(source)\n\n" }
            for step in 1...100 {
                let target = (source + step * step) % vertexCount
                guard target != source else { continue }
                // Every third number is left out, so that the vertices have other names than numbers.
                text += "\(3 * source + 1_000_000)\t\(3 * target + 1_000_000)\n"
                edges.append(source, target)
            }
        }
        #expect(text.utf8.count > 1 << 20)
        let names = (0..<vertexCount).map { "\(3 * $0 + 1_000_000)" }
        let expected = try Graph(
            vertexCount: vertexCount, edges: edges, isDirected: true, allowing: .multipleEdges, vertexNames: names
        ).simplified()
        #expect(try graph(String(text.dropLast()), threads: threads) { $0.isSimplified = true } == expected)
    }

    /// Names of 1 to 40 bytes, many of which begin alike; some hold blanks, and letters of two bytes.
    private static let names = (0..<200).map { number in
        let stems = ["", "v", "vertex", "a vertex", "étoile", "a rather long name of a vertex, ", "seven b"]
        return stems[number % stems.count] + "\(number)"
    }

    @Test("plain names are read as those in quotation marks are", arguments: ["\t", ",", "  "])
    func quotation(_ separator: String) throws {
        var random = SeededGenerator(seed: 5)
        var (plain, quoted) = ("", "")
        for line in 0..<1000 {
            let pair = [0, 1].map { _ in
                let name = Self.names[random.below(Self.names.count)].filter { $0 != "," }
                return separator == "  " ? String(name.filter { $0 != " " }) : name
            }
            let end = line % 3 == 0 ? " \r\n" : "\n"
            plain += (line % 5 == 0 ? " " : "") + pair.joined(separator: separator) + end
            quoted += pair.map { "\"\($0)\"" }.joined(separator: separator) + end
            if line % 50 == 0 { plain += line % 100 == 0 ? "# a comment\n" : "\n" }
        }
        // Without a header, a list with commas is one of numbers.
        let header = separator == "," ? "source,target\n" : ""
        let expected = try graph(header + quoted) { $0.isSimplified = true }
        #expect(expected.vertexCount == 200)
        let separate = { (options: inout EdgeList.Options) in
            options.isSimplified = true
            if separator == "\t" { options.separator = .tab }
        }
        #expect(try graph(header + plain, separate) == expected)
        let withoutEnd = String(plain.dropLast())
        #expect(try graph(header + withoutEnd, threads: 2, separate) == expected)
    }

    @Test("names can have weights, and fields behind them")
    func weights() throws {
        let weighted = try graph("Ada\tEmmy\t0.5\nEmmy\tSofja\t-2e3\n")
        #expect(weighted.vertexNames == ["Ada", "Emmy", "Sofja"])
        #expect(weighted.weights(of: 0).map(Array.init) == [0.5])
        #expect(weighted.weights(of: 1).map(Array.init) == [-2000])
        let unweighted = try graph("Ada\tEmmy\t0.5\nEmmy\tSofja\n") { $0.isWeighted = false }
        #expect(!unweighted.isWeighted && unweighted.edgeCount == 2)
    }

    @Test("mistakes among names are told with their places")
    func mistakes() {
        let lines = (0..<100).map { "left\($0)\tright\($0)" }
        for (line, message) in [
            ("alone", "edges:101:1: error: the record has 1 field, but the first record has 2"),
            ("\tright", "edges:101:2: error: the record has 1 field, but the first record has 2"),
            ("left5\tright5", "edges:101:1: error: the edge from left5 to right5 stands in line 6 already"),
            ("a\tb\tc", "edges:101:1: error: the record has 3 fields, but the first record has 2"),
        ] {
            let error = #expect(throws: DataFileError.self) {
                try graph((lines + [line]).joined(separator: "\n"))
            }
            #expect(error?.description == message)
        }
    }
}
