import Essentials

/// Reads the lines of an edge list: numbers by an ``IntegerEdgeScanner``, all else by ``EdgeLineParser``.
struct EdgeListReader {
    let file: FileBytes
    let form: EdgeListForm
    let options: EdgeList.Options

    /// - Throws: `DataFileError` with all problems.
    func graph() throws(DataFileError) -> Graph {
        if case .numbered(let count, _) = options.vertices { try file.checkVertexCount(count, in: form.noEdges.line) }
        if let edges = readNumbers() ?? readNames(), let graph = try? graph(of: edges) { return graph }
        let edges = try readCarefully()
        do {
            return try graph(of: edges)
        } catch {
            let problems = repetitions(try parse())
            throw DataFileError(file: file.name, problems: problems.isEmpty ? [.init("\(error)")] : problems)
        }
    }

    private func graph(of edges: NamedEdges) throws(GraphError) -> Graph {
        let graph = try Graph(
            vertexCount: edges.names.count, edges: edges.columns, isDirected: options.isDirected,
            allowing: options.allowedEdgesOfGraph, vertexNames: edges.names,
            threads: options.threadCount)
        var result = options.isSimplified ? graph.simplified() : graph
        guard !options.columns.isEmpty else { return result }
        result.edgeTable = EdgeTable(options.columns, of: result, edges: edges.columns, numbers: edges.numbers)
        return result
    }
}

// MARK: - Numbers

extension EdgeListReader {
    /// Reads a list of numbers; `nil` if there is something else in it, or a mistake.
    private func readNumbers() -> NamedEdges? {
        guard form.problems.isEmpty, form.isPlain(options) else { return nil }
        let (first, count) = numbering
        let scanner = IntegerEdgeScanner(gaps: gaps, first: first, count: count)
        let scan = ParallelEdgeScan(scanner, team: team)
        guard let columns = scan.columns(of: lines, areWeighted: form.isWeighted) else { return nil }
        guard options.vertices == .appearing else { return NamedEdges(names: names, columns: columns) }
        guard columns.count > 0 else { return nil }
        let labels = VertexLabels(columns, team: team)
        return NamedEdges(names: labels.names(team: team), columns: labels.renumbering(columns, team: team))
    }

    /// Reads a list of names; `nil` if some of them are in quotation marks, or if there is a mistake.
    private func readNames() -> NamedEdges? {
        guard form.problems.isEmpty, form.isPlain(options), options.vertices == .appearing,
            let edges = NameEdgeScanner(gaps: gaps).edges(of: lines, areWeighted: form.isWeighted)
        else { return nil }
        return edges.columns.count > 0 ? edges : nil
    }

    private var team: ThreadTeam { ThreadTeam(threadCount: max(1, options.threadCount)) }

    private var gaps: ColumnSeparators {
        ColumnSeparators(separator: form.separator, ignoresRest: options.isWeighted == false)
    }

    private var lines: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: file.bytes[form.firstRecord...]) }

    /// The number that is subtracted from those of the file, and the greatest number of vertices.
    private var numbering: (first: Int, count: Int) {
        switch options.vertices {
        case .appearing: (0, Int(Int32.max))
        case .numbered(let count, let first): (first, count)
        }
    }

    /// The names of vertices whose number is known.
    private var names: [String] {
        guard case .numbered(let count, let first) = options.vertices else { return [] }
        return (first..<first + count).map { String($0) }
    }
}

// MARK: - All else

extension EdgeListReader {
    /// Reads any list.
    ///
    /// - Throws: `DataFileError` with all problems.
    private func readCarefully() throws(DataFileError) -> NamedEdges {
        let parser = try parse()
        guard parser.problems.isEmpty else {
            let problems = parser.problems + repetitions(parser)
            throw DataFileError(file: file.name, problems: problems.inOrderOfPlaces)
        }
        return parser.namedEdges()
    }

    private func parse() throws(DataFileError) -> EdgeLineParser {
        guard form.problems.isEmpty else { throw DataFileError(file: file.name, problems: form.problems) }
        var parser = EdgeLineParser(file: file, form: form, options: options, names: names)
        parser.parse()
        if parser.problems.isEmpty, parser.edgeCount == 0, options.vertices == .appearing {
            throw DataFileError(file: file.name, problems: [form.noEdges])
        }
        return parser
    }

    /// Loops and edges that stand twice.
    private func repetitions(_ parser: EdgeLineParser) -> [DataFileError.Problem] {
        parser.namedEdges().repetitions(isDirected: options.isDirected, allowing: options.allowedEdgesOfGraph) {
            index in
            let place = parser.places[index]
            return file.problem(
                inLine: place.line, startingAt: place.lineStart, from: place.start, to: place.end, "")
        }
    }
}

extension NamedEdges {
    /// The problems of the edges of a graph that must be simple.
    ///
    /// - Parameters:
    ///   - isDirected: True if edges have a direction.
    ///   - allowedEdges: The allowed ones.
    ///   - place: Where an edge stands.
    /// - Returns: A problem for each loop and each edge that stands there again, unless they are allowed.
    func repetitions(
        isDirected: Bool, allowing allowedEdges: Graph.AllowedEdges, at place: (Int) -> DataFileError.Problem
    ) -> [DataFileError.Problem] {
        if allowedEdges == [.loops, .multipleEdges] { return [] }
        var lines: [SIMD2<Int32>: Int] = [:]
        var problems: [DataFileError.Problem] = []
        for index in 0..<columns.count {
            let (source, target) = (columns.sources[index], columns.targets[index])
            guard source != target || allowedEdges.contains(.loops) else {
                let message = "the edge joins vertex \(names[Int(source)]) to itself: the graph must be simple"
                problems.append(place(index).saying(message))
                continue
            }
            guard !allowedEdges.contains(.multipleEdges) else { continue }
            let (low, high) = isDirected ? (source, target) : (min(source, target), max(source, target))
            let here = place(index)
            guard let line = lines.updateValue(here.line ?? 0, forKey: [low, high]) else { continue }
            let (one, other) = (names[Int(low)], names[Int(high)])
            let edge = isDirected ? "from \(one) to \(other)" : "between \(one) and \(other)"
            problems.append(here.saying("the edge \(edge) stands in line \(line) already"))
        }
        return problems
    }
}

extension DataFileError.Problem {
    /// Another problem in the same place.
    fileprivate func saying(_ message: String) -> Self {
        Self(line: line, column: column, length: length, message)
    }
}

extension [DataFileError.Problem] {
    /// The problems from the first line to the last.
    var inOrderOfPlaces: Self {
        sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }
}
