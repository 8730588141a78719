import Essentials

/// Reads the lines of an edge list one by one, with names of any kind, and notes all that is wrong with them.
struct EdgeLineParser {
    /// Where an edge stands, for messages.
    struct Place {
        let line: Int
        let lineStart: Int
        let start: Int
        let end: Int
    }

    /// In the order of their places.
    private(set) var problems: [DataFileError.Problem] = []

    /// Of each edge where its first vertex stands.
    private(set) var places: ContiguousArray<Place> = []

    private var names = NameTable()
    private var columns: EdgeColumns
    private var numbers: [[Double]]
    private var lines: TextLines
    private var splitter: LineFields
    private let file: FileBytes
    private let form: EdgeListForm
    private let options: EdgeList.Options

    /// Stands before the first line. `names` are those of the vertices where they are numbered.
    init(file: FileBytes, form: EdgeListForm, options: EdgeList.Options, names: [String]) {
        self.file = file
        self.form = form
        self.options = options
        for name in names { self.names.append(name) }
        columns = EdgeColumns(hasWeights: form.isWeighted)
        numbers = options.columns.map { _ in [] }
        lines = TextLines(file.bytes, from: form.firstRecord, number: form.firstLine)
        splitter = LineFields(file.bytes, separatedBy: form.separator)
    }

    var edgeCount: Int { columns.count }

    /// The edges, where all names are whole numbers with the vertices in their order.
    func namedEdges() -> NamedEdges {
        let edges = NamedEdges(names: names.names, columns: columns, numbers: numbers)
        return options.vertices == .appearing ? edges.withNumbersInOrder() : edges
    }

    /// How many problems are noted at most.
    private static let greatestProblemCount = 100_000

    mutating func parse() {
        while problems.count < Self.greatestProblemCount, lines.advance() {
            splitter.split(lines.range)
            parseRecord(splitter.fields)
        }
    }

    private mutating func parseRecord(_ fields: [LineFields.Field]) {
        if let problem = splitter.problem {
            report(problem.start, problem.end, problem.message)
            return
        }
        let ignoresRest = options.isWeighted == false && options.columns.isEmpty
        guard fields.count == form.fieldCount || ignoresRest && fields.count >= 2 else {
            let count = fields.count == 1 ? "1 field" : "\(fields.count) fields"
            let other = form.hasHeader ? "the header" : "the first record"
            report(fields[0].start, fields[0].end, "the record has \(count), but \(other) has \(form.fieldCount)")
            return
        }
        guard let source = vertex(fields[0]), let target = vertex(fields[1]) else { return }
        if let column = form.typeColumn, !hasRightDirection(fields[column]) { return }
        var weight = 1.0
        if form.isWeighted {
            guard let number = self.weight(fields[form.weightColumn]) else { return }
            weight = number
        }
        guard readNumbers(fields) else { return }
        columns.append(Int(source), Int(target), weight: weight)
        places.append(
            Place(
                line: lines.number, lineStart: lines.range.lowerBound, start: fields[0].start, end: fields[0].end))
    }

    private mutating func vertex(_ field: LineFields.Field) -> Int32? {
        if field.text.isEmpty {
            report(field.start, field.end, "the vertex is missing")
            return nil
        }
        guard case .numbered(let count, let first) = options.vertices else { return name(field) }
        if let number = names.known(file.bytes[field.text]) { return number }
        let text = splitter.text(field)
        if Int(text) == nil {
            report(field.start, field.end, "'\(text)' is not the number of a vertex")
        } else {
            report(
                field.start, field.end,
                "vertex \(text) is out of range: "
                    + "there are \(count) vertices, numbered from \(first) to \(first + count - 1)")
        }
        return nil
    }

    private mutating func name(_ field: LineFields.Field) -> Int32? {
        var number: Int32?
        if field.hasEscapes {
            let text = Array(splitter.text(field).utf8)
            number = text.withUnsafeBufferPointer { names.number(of: $0[...]) }
        } else {
            number = names.number(of: file.bytes[field.text])
        }
        if number == nil {
            let control = file.bytes[field.text].first { $0.isControl }
            report(
                field.start, field.end,
                control.map { "the name holds the control character \($0)" } ?? "the name is not UTF-8 text")
        }
        return number
    }

    /// Tests if an edge of Gephi has a direction or not, as all are said to have, and reports it if not.
    private mutating func hasRightDirection(_ field: LineFields.Field) -> Bool {
        let type = splitter.text(field).lowercased()
        guard type == "directed" || type == "undirected" else {
            report(field.start, field.end, "the type of an edge must be 'Directed' or 'Undirected'")
            return false
        }
        guard (type == "directed") != options.isDirected else { return true }
        report(
            field.start, field.end,
            "the edge is '\(splitter.text(field))', but the graph is read with 'directed: \(options.isDirected)'")
        return false
    }

    private mutating func weight(_ field: LineFields.Field) -> Double? {
        let text = splitter.text(field)
        if let weight = Double(decimal: text), weight.isFinite { return weight }
        let reason = Double(decimal: text) == nil ? "is not a number" : "is not a finite number"
        report(
            field.start, field.end,
            text.isEmpty
                ? "the weight is missing"
                : "'\(text)' \(reason), but the \(ordinal) field is the weight of an edge, unless 'weights' is false"
                    + hint(field, text))
        return nil
    }

    /// Reads the further numbers of an edge; `false` if one is wrong, which is reported.
    private mutating func readNumbers(_ fields: [LineFields.Field]) -> Bool {
        var read: [Double] = []
        for (name, column) in zip(options.columns, form.numberColumns) {
            let text = splitter.text(fields[column])
            if let number = Double(decimal: text), number.isFinite {
                read.append(number)
            } else {
                let found = text.isEmpty ? "the number is missing" : "'\(text)' is not a finite number"
                report(
                    fields[column].start, fields[column].end, "\(found), but the column '\(name)' has one for each edge"
                )
            }
        }
        guard read.count == numbers.count else { return false }
        for (column, number) in read.enumerated() { numbers[column].append(number) }
        return true
    }

    private var ordinal: String {
        form.weightColumn == 2 ? "third" : "\(form.weightColumn + 1)th"
    }

    /// A hint for a line with a tab in which a name seems to hold a blank.
    private func hint(_ field: LineFields.Field, _ text: String) -> String {
        guard form.separator == .blanks, Double(decimal: text) == nil,
            file.bytes[lines.range].contains(UInt8(ascii: "\t"))
        else { return "" }
        return " (for names with blanks between tabs: 'separator: tab')"
    }

    private mutating func report(_ start: Int, _ end: Int, _ message: String) {
        problems.append(
            file.problem(
                inLine: lines.number, startingAt: lines.range.lowerBound, from: start, to: end, message))
    }
}
