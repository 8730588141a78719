import Essentials

/// Reads a network of Pajek:
///
///     *Vertices 3
///     1 "Ada"
///     2 "Emmy"
///     3 "Sofja"
///     *Edges
///     1 2 0.5
///     *Arcs
///     2 3 1
///
/// Vertices have numbers from 1, and names if they have any. Edges have no direction and arcs have one; where there are
/// arcs, each edge becomes two of them. `*Edgeslist` and `*Arcslist` hold in each line a vertex and those that it is joined
/// to. A third field of an edge is its weight. Lines that begin with `%` are comments.
struct PajekReader {
    private let file: FileBytes
    private var lines: TextLines
    private var splitter: LineFields
    private var draft = GraphDraft()
    private var vertexCount: Int?
    private var section = ""

    /// Edges without a direction, which arcs behind them may turn into two arcs each.
    private var edges: [(source: String, target: String, item: GraphDraft.Item)] = []

    init(_ file: FileBytes) {
        self.file = file
        lines = TextLines(file.bytes, from: file.bytes.textStart)
        splitter = LineFields(file.bytes, separatedBy: .blanks)
    }

    consuming func read(_ options: EdgeList.Options) throws(DataFileError) -> GraphFile {
        try file.checkUTF8()
        while lines.advance() {
            splitter.split(lines.range)
            if let problem = splitter.problem {
                draft.report(place(problem.start, problem.end), problem.message)
            } else if file.bytes[splitter.fields[0].start] == UInt8(ascii: "*") {
                try beginSection()
            } else {
                readLine()
            }
        }
        for number in stride(from: draft.vertices.count + 1, through: vertexCount ?? 0, by: 1) {
            draft.appendVertex("\(number)", GraphDraft.Item(place: .init("")))
        }
        for edge in edges {
            draft.appendEdge(from: edge.source, to: edge.target, edge.item)
            if draft.isDirected { draft.appendEdge(from: edge.target, to: edge.source, edge.item) }
        }
        return try draft.finish(file.name, nameKeys: ["name"], weightKeys: ["weight"], options)
    }

    private static let sections = ["*vertices", "*edges", "*arcs", "*edgeslist", "*arcslist"]

    private mutating func beginSection() throws(DataFileError) {
        let fields = splitter.fields
        section = splitter.text(fields[0]).lowercased()
        if section == "*network" { return }
        guard Self.sections.contains(section) else {
            report(
                fields[0],
                "the section '\(splitter.text(fields[0]))' is none of *Vertices, *Edges, *Arcs, *Edgeslist, "
                    + "*Arcslist")
            return
        }
        if section.hasPrefix("*arcs") { draft.isDirected = true }
        guard section == "*vertices" else {
            if vertexCount == nil { report(fields[0], "'*Vertices' with the number of vertices must stand first") }
            return
        }
        guard fields.count >= 2, let count = Int(splitter.text(fields[1])), count > 0 else {
            return report(fields[fields.count - 1], "'*Vertices' must be followed by the number of vertices")
        }
        try file.checkVertexCount(count, in: lines.number, bytesPerVertex: 120)
        vertexCount = count
    }

    private mutating func readLine() {
        let fields = splitter.fields
        switch section {
        case "*vertices": readVertex(fields)
        case "*edges", "*arcs": readEdge(fields)
        case "*edgeslist", "*arcslist":
            for field in fields.dropFirst() { append(fields[0], field, weight: nil) }
        case "":
            report(fields[0], "the file must begin with '*Vertices' and the number of vertices")
            // Once is enough.
            section = "*unknown"
        default: break
        }
    }

    private mutating func readVertex(_ fields: [LineFields.Field]) {
        let number = draft.vertices.count + 1
        guard splitter.text(fields[0]) == "\(number)" else {
            return report(fields[0], "the vertices must be in order: this is number \(number)")
        }
        guard number <= vertexCount ?? 0 else {
            return report(fields[0], "there are more vertices than the \(vertexCount ?? 0) that '*Vertices' says")
        }
        var item = GraphDraft.Item(place: place(fields[0].start, fields[0].end))
        if fields.count > 1 { item.attributes["name"] = splitter.text(fields[1]) }
        draft.appendVertex("\(number)", item)
    }

    private mutating func readEdge(_ fields: [LineFields.Field]) {
        guard fields.count >= 2 else { return report(fields[0], "an edge has two vertices, but here is one") }
        append(fields[0], fields[1], weight: fields.count > 2 ? splitter.text(fields[2]) : nil)
    }

    private mutating func append(_ source: LineFields.Field, _ target: LineFields.Field, weight: String?) {
        for field in [source, target] {
            let text = splitter.text(field)
            guard let number = Int(text), (1...max(1, vertexCount ?? 1)).contains(number) else {
                return report(
                    field, "'\(text)' is not the number of a vertex: there are \(vertexCount ?? 0), numbered from 1")
            }
        }
        var item = GraphDraft.Item(place: place(source.start, source.end))
        item.attributes["weight"] = weight
        if section.hasPrefix("*arcs") {
            draft.appendEdge(from: splitter.text(source), to: splitter.text(target), item)
        } else {
            edges.append((splitter.text(source), splitter.text(target), item))
        }
    }

    private func place(_ start: Int, _ end: Int) -> DataFileError.Problem {
        file.problem(inLine: lines.number, startingAt: lines.range.lowerBound, from: start, to: end, "")
    }

    private mutating func report(_ field: LineFields.Field, _ message: String) {
        draft.report(place(field.start, field.end), message)
    }
}
