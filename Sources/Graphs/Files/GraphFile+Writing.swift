import Essentials

extension GraphFile {
    /// The formats that can be written.
    public enum WritableFormat: Sendable {
        /// A line for each edge, separated by commas and with a header if the file's name ends in `.csv` or `.csv.gz`,
        /// else by tabs. Such a file does not say whether edges have a direction, and knows no vertices without edges and
        /// no attributes.
        case edgeList

        /// GraphML with names, weights and attributes. Vertices without names are called by their numbers from 0.
        case graphML
    }

    /// Writes the graph into a file, packed by gzip if its name ends in `.gz`.
    ///
    /// Numbers are written in the shortest form that reads back as the same double. Reading the file gives the same graph,
    /// but for what the format cannot say.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be. One that is there already is replaced.
    ///   - format: The format.
    ///   - vertices: The numbers of the vertices that are written, with the edges between them, in ascending order; all
    ///     unless given. They are called as they would be among all.
    /// - Throws: `DataFileError` if the file cannot be written, or an attribute has not as many values as there are
    ///   vertices or edges.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func write(
        to path: String, format: WritableFormat, vertices: [Int]? = nil
    ) throws(DataFileError) {
        for (attributes, count, what) in [
            (vertexAttributes, graph.vertexCount, "vertices"), (edgeAttributes, graph.edgeCount, "edges"),
        ] {
            for attribute in attributes where attribute.values.count != count {
                let message =
                    "the attribute '\(attribute.name)' has \(attribute.values.count) values for \(count) \(what)"
                throw DataFileError(file: path, problems: [.init(message)])
            }
        }
        let selection = WrittenVertices(vertices, of: graph)
        switch format {
        case .edgeList: try writeEdgeList(of: selection, to: path)
        case .graphML: try writeGraphML(of: selection, to: path)
        }
    }

    private func writeEdgeList(of selection: WrittenVertices, to path: String) throws(DataFileError) {
        let isCSV = path.lowercased().hasSuffix(".csv") || path.lowercased().hasSuffix(".csv.gz")
        let separator = isCSV ? "," : "\t"
        let names = (0..<graph.vertexCount).map { graph.vertexNames?[$0].quoted ?? String($0) }
        var writer = try TextFileWriter(path)
        let columns = ["source", "target"] + (graph.isWeighted ? ["weight"] : [])
        writer.append((isCSV ? "" : "# ") + columns.joined(separator: separator) + "\n")
        let edges = graph.edges
        for index in 0..<edges.count where selection.hasEdge(index, of: edges) {
            var line = names[Int(edges.sources[index])] + separator + names[Int(edges.targets[index])]
            if let weights = edges.weights { line += separator + weights[index].shortestText }
            writer.append(line + "\n")
        }
        try writer.finish()
    }

    private func writeGraphML(of selection: WrittenVertices, to path: String) throws(DataFileError) {
        var writer = try TextFileWriter(path)
        writer.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns">

            """)
        if graph.vertexNames != nil { writer.appendKey("name", of: "node", .string, named: "name") }
        if graph.isWeighted { writer.appendKey("weight", of: "edge", .double, named: "weight") }
        for (index, attribute) in vertexAttributes.enumerated() {
            writer.appendKey("v\(index)", of: "node", attribute.kind, named: attribute.name)
        }
        for (index, attribute) in edgeAttributes.enumerated() {
            writer.appendKey("e\(index)", of: "edge", attribute.kind, named: attribute.name)
        }
        writer.append("  <graph edgedefault=\"\(graph.isDirected ? "directed" : "undirected")\">\n")
        for vertex in 0..<graph.vertexCount where selection.hasVertex(vertex) {
            let name = graph.vertexNames.map { [("name", $0[vertex])] } ?? []
            writer.append("    <node id=\"\(vertex)\">\(data(name, vertexAttributes, "v", vertex))</node>\n")
        }
        let edges = graph.edges
        for index in 0..<edges.count where selection.hasEdge(index, of: edges) {
            let weight = edges.weights.map { [("weight", $0[index].shortestText)] } ?? []
            writer.append(
                "    <edge source=\"\(edges.sources[index])\" target=\"\(edges.targets[index])\">"
                    + "\(data(weight, edgeAttributes, "e", index))</edge>\n")
        }
        writer.append("  </graph>\n</graphml>\n")
        try writer.finish()
    }

    /// The values of a vertex or an edge.
    private func data(
        _ first: [(key: String, value: String)], _ attributes: [GraphAttribute], _ letter: String, _ index: Int
    ) -> String {
        let others = attributes.enumerated().compactMap { number, attribute in
            attribute.values[index].map { (key: "\(letter)\(number)", value: $0) }
        }
        return (first + others).map { "<data key=\"\($0.key)\">\($0.value.asXML)</data>" }.joined()
    }
}

/// Which vertices of a graph are written.
private struct WrittenVertices {
    /// For each vertex whether it is written, or `nil` if all are.
    private let isWritten: [Bool]?

    init(_ vertices: [Int]?, of graph: Graph) {
        isWritten = vertices.map { vertices in
            var isWritten = [Bool](repeating: false, count: graph.vertexCount)
            for vertex in vertices { isWritten[vertex] = true }
            return isWritten
        }
    }

    func hasVertex(_ vertex: Int) -> Bool { isWritten?[vertex] ?? true }

    /// Tests if both ends of an edge are written.
    func hasEdge(_ index: Int, of edges: EdgeColumns) -> Bool {
        hasVertex(Int(edges.sources[index])) && hasVertex(Int(edges.targets[index]))
    }
}

extension GraphAttribute {
    /// Creates an attribute of numbers, each in the shortest form that reads back as the same double.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - numbers: The number of each vertex or edge; `nil` where there is none.
    public init(name: String, numbers: [Double?]) {
        self.init(name: name, kind: .double, values: numbers.map { $0?.shortestText })
    }
}

extension TextFileWriter {
    fileprivate mutating func appendKey(
        _ identifier: String, of domain: String, _ kind: GraphAttribute.Kind, named name: String
    ) {
        append(
            "  <key id=\"\(identifier)\" for=\"\(domain)\" attr.name=\"\(name.asXML)\" attr.type=\"\(kind.rawValue)\"/>\n"
        )
    }
}

extension Double {
    /// The shortest text that reads back as the same double, without `.0`, and as XML Schema has it where it is not finite.
    fileprivate var shortestText: String {
        guard isFinite else { return isNaN ? "NaN" : self > 0 ? "INF" : "-INF" }
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// The text in quotation marks, if it would not be one field without them.
    fileprivate var quoted: String {
        let mustBeQuoted =
            isEmpty || hasPrefix("#") || hasPrefix("%")
            || utf8.contains { [UInt8(ascii: "\""), UInt8(ascii: ","), 9, 10, 13, 32].contains($0) }
        return mustBeQuoted ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
    }

    /// The text as XML writes it in attributes and elements.
    fileprivate var asXML: String {
        guard utf8.contains(where: { [38, 60, 62, 34, 10, 13, 9].contains($0) }) else { return self }
        return replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\r", with: "&#13;")
            .replacing("\t", with: "&#9;")
    }
}
