import SimulationEngine

/// The form of an edge list, as its first line tells it: what separates fields, and whether there are weights.
struct EdgeListForm {
    let separator: FieldSeparator
    let isWeighted: Bool

    /// How many fields each line has.
    let fieldCount: Int
    let hasHeader: Bool

    /// Where the edges begin, and in which line.
    let firstRecord: Int
    let firstLine: Int

    /// What is wrong with the first line.
    private(set) var problems: [DataFileError.Problem] = []

    /// What is to be said if no line follows.
    let noEdges: DataFileError.Problem

    /// Looks at the first line that is not a comment; `nil` if there is none.
    init?(_ file: FileBytes, _ options: EdgeList.Options) {
        var lines = TextLines(file.bytes, from: file.bytes.textStart)
        guard lines.advance() else { return nil }
        separator = Self.separator(of: UnsafeBufferPointer(rebasing: file.bytes[lines.range]))
        var splitter = LineFields(file.bytes, separatedBy: separator)
        splitter.split(lines.range)
        let fields = splitter.fields
        let names = fields.map { splitter.text($0) }
        fieldCount = fields.count
        hasHeader = names.prefix(2) == ["source", "target"]
        isWeighted = options.isWeighted ?? (fieldCount >= 3)
        firstRecord = hasHeader ? lines.end : lines.range.lowerBound
        firstLine = hasHeader ? lines.number + 1 : lines.number
        let place = { (start: Int, end: Int, message: String) in
            file.problem(
                inLine: lines.number, startingAt: lines.range.lowerBound, from: start, to: end, message)
        }
        let (start, end) = (fields[0].start, fields[0].end)
        noEdges = place(start, end, "the file has no edges: there are no records below the header")
        if let problem = splitter.problem {
            problems.append(place(problem.start, problem.end, problem.message))
        } else if fields.count == 1, let semicolon = file.bytes[start..<end].firstIndex(of: UInt8(ascii: ";")) {
            problems.append(
                place(
                    semicolon, semicolon + 1,
                    "the separator seems to be ';', but fields must be separated by ',' (and decimals by '.')"))
        } else if let message = problem(with: names, options) {
            problems.append(place(start, end, message))
        }
    }

    private func problem(with names: [String], _ options: EdgeList.Options) -> String? {
        if hasHeader || separator == .comma && !names.prefix(2).allSatisfy({ Int($0) != nil }) {
            let rightNames = [["source", "target"], ["source", "target", "weight"]]
            let isRight =
                options.isWeighted == false ? names.prefix(2) == ["source", "target"] : rightNames.contains(names)
            guard !isRight else { return options.isWeighted == true && names.count < 3 ? Self.missingWeight : nil }
            let alternative = names.count > 2 ? " or 'source,target,weight'" : ""
            return "the columns are '\(names.joined(separator: ","))', but must be 'source,target'\(alternative)"
        }
        if names.count < 2 { return "the record has 1 field, but an edge has two vertices" }
        if options.isWeighted == true, names.count < 3 { return Self.missingWeight }
        guard names.count > 3, options.isWeighted != false else { return nil }
        return "the record has \(names.count) fields, but an edge has 2, or 3 with a weight, unless 'weights' is false"
    }

    /// The form of lines of which it is known: numbers between blanks, with weights or without, behind a position.
    init(isWeighted: Bool, from firstRecord: Int, line: Int) {
        separator = .blanks
        self.isWeighted = isWeighted
        fieldCount = isWeighted ? 3 : 2
        hasHeader = true
        self.firstRecord = firstRecord
        firstLine = line
        noEdges = DataFileError.Problem(line: line, column: 1, "the file has no edges")
    }

    private static let missingWeight = "there are 2 fields, but an edge with a weight has 3"

    private static func separator(of line: UnsafeBufferPointer<UInt8>) -> FieldSeparator {
        var isQuoted = false
        var hasTab = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: ",") { return .comma }
            if !isQuoted, byte == UInt8(ascii: "\t") { hasTab = true }
        }
        return hasTab ? .tab : .blanks
    }
}
