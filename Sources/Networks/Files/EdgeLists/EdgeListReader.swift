import SimulationEngine

/// Reads the lines of an edge list: numbers by an ``IntegerEdgeScanner``, all else by ``EdgeLineParser``.
struct EdgeListReader {
    let file: FileBytes
    let options: EdgeList.Options
}

// MARK: - Numbers

extension EdgeListReader {
    /// Reads a list of numbers; `nil` if there is something else in it, or a mistake.
    func readNumbers() throws(DataFileError) -> NamedEdges? {
        guard let form = EdgeListForm(file, options), form.problems.isEmpty else { return nil }
        let (first, count) = numbering
        let scanner = IntegerEdgeScanner(
            separator: form.separator, isWeighted: form.isWeighted, ignoresRest: options.isWeighted == false,
            first: first, count: count)
        let lines = UnsafeBufferPointer(rebasing: file.bytes[form.firstRecord...])
        guard let columns = ParallelEdgeScan(scanner, threadCount: options.threadCount).columns(of: lines) else {
            return nil
        }
        guard options.vertices == .appearing else { return NamedEdges(names: names, columns: columns) }
        guard columns.count > 0 else { return nil }
        let labels = VertexLabels(columns)
        return NamedEdges(names: labels.names, columns: labels.renumbering(columns))
    }

    /// What is taken from the numbers of the file, and how many there can be.
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
    func readCarefully() throws(DataFileError) -> NamedEdges {
        let parser = try parse()
        guard parser.problems.isEmpty else {
            throw DataFileError(file: file.name, problems: inOrder(parser.problems + repetitions(parser)))
        }
        return parser.namedEdges()
    }

    /// The problems of a list that is good line by line.
    func problemsOfEdges() throws(DataFileError) -> [DataFileError.Problem] {
        repetitions(try parse())
    }

    private func parse() throws(DataFileError) -> EdgeLineParser {
        guard let form = EdgeListForm(file, options) else {
            let message =
                file.bytes.isEmpty
                ? "the file is empty: a header is missing" : "the file has no edges: there are only comments"
            throw DataFileError(file: file.name, problems: [.init(line: 1, column: 1, message)])
        }
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
        guard !options.isSimplified else { return [] }
        var lines: [SIMD2<Int32>: Int] = [:]
        var problems: [DataFileError.Problem] = []
        let edges = parser.namedEdges()
        for (index, place) in parser.places.enumerated() {
            let (source, target) = (edges.columns.sources[index], edges.columns.targets[index])
            let (name, other) = (edges.names[Int(source)], edges.names[Int(target)])
            guard source != target else {
                problems.append(
                    place.problem(in: file, "the edge joins vertex \(name) to itself: the graph must be simple"))
                continue
            }
            let isTurned = !options.isDirected && source > target
            let line = lines.updateValue(place.line, forKey: isTurned ? [target, source] : [source, target])
            guard let line else { continue }
            let between = isTurned ? "between \(other) and \(name)" : "between \(name) and \(other)"
            let edge = options.isDirected ? "from \(name) to \(other)" : between
            problems.append(place.problem(in: file, "the edge \(edge) stands in line \(line) already"))
        }
        return problems
    }

    private func inOrder(_ problems: [DataFileError.Problem]) -> [DataFileError.Problem] {
        problems.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }
}
