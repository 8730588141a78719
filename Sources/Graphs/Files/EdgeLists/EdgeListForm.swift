import Essentials

/// The form of an edge list, as its first line tells it: what separates fields, and whether there are weights.
struct EdgeListForm {
    let separator: FieldSeparator
    let isWeighted: Bool

    /// Which field is the weight, where there are weights.
    let weightColumn: Int

    /// Which field says whether the edge has a direction, as Gephi writes it.
    let typeColumn: Int?

    /// Which fields are further numbers.
    let numberColumns: [Int]

    /// How many fields each line has.
    let fieldCount: Int
    let hasHeader: Bool

    /// Where the edges begin, and in which line.
    let firstRecord: Int
    let firstLine: Int

    /// The problems of the first line.
    private(set) var problems: [DataFileError.Problem] = []

    /// The problem if no line follows.
    let noEdges: DataFileError.Problem

    /// Looks at the first line that is not a comment; `nil` if there is none.
    init?(_ file: FileBytes, _ options: EdgeList.Options) {
        var lines = TextLines(file.bytes, from: file.bytes.textStart)
        guard lines.advance() else { return nil }
        separator =
            options.separator ?? Self.separator(of: UnsafeBufferPointer(rebasing: file.bytes[lines.range]))
        var splitter = LineFields(file.bytes, separatedBy: separator)
        splitter.split(lines.range)
        let fields = splitter.fields
        let names = fields.map { splitter.text($0) }
        fieldCount = fields.count
        let header = EdgeListHeader(
            names, separator, ignoresRest: options.isWeighted == false, numbers: options.columns)
        numberColumns = header?.numberColumns.compactMap { $0 } ?? []
        hasHeader = header != nil
        isWeighted = options.isWeighted ?? (header.map { $0.weightColumn != nil } ?? (fieldCount >= 3))
        weightColumn = header?.weightColumn ?? 2
        typeColumn = header?.typeColumn
        firstRecord = hasHeader ? lines.end : lines.range.lowerBound
        firstLine = hasHeader ? lines.number + 1 : lines.number
        let place = { [lines] (start: Int, end: Int, message: String) in
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
        } else if let problem = file.loneCarriageReturn(in: lines.range) {
            problems.append(problem)
        } else if let message = problem(with: names, header, options) {
            problems.append(place(start, end, message))
        } else if header == nil, separator != .comma, !names.prefix(2).contains(where: { Int($0) != nil }),
            lines.advance(), Self.beginsWithNumbers(&splitter, lines.range)
        {
            let message = "this line seems to be a header, as numbers follow: begin it with '#', or call its columns "
            problems.append(place(start, end, message + "'source' and 'target'"))
        }
    }

    private static func beginsWithNumbers(_ splitter: inout LineFields, _ line: Range<Int>) -> Bool {
        splitter.split(line)
        let names = splitter.fields.prefix(2).map { splitter.text($0) }
        return names.count == 2 && names.allSatisfy { Int($0) != nil }
    }

    private func problem(with names: [String], _ header: EdgeListHeader?, _ options: EdgeList.Options) -> String? {
        if let header {
            if let missing = zip(options.columns, header.numberColumns).first(where: { $1 == nil })?.0 {
                return "no column is called '\(missing)': there are \(names.joined(separator: ", "))"
            }
            guard options.isWeighted == true, header.weightColumn == nil else { return nil }
            return names.count < 3 ? Self.missingWeight : "weights are asked for, but no column is called 'weight'"
        }
        if names.count > 2, names[2].hasPrefix("{"), options.isWeighted != false {
            return
                "the third field seems to be a dictionary of networkx: leave it out of account by 'weights: false', or "
                + "write the file by 'write_weighted_edgelist'"
        }
        let lowercased = names.prefix(2).map { $0.lowercased() }
        if lowercased == ["source", "target"] || separator == .comma && !names.prefix(2).allSatisfy({ Int($0) != nil })
        {
            let alternative = names.count > 2 ? " or 'source,target,weight'" : ""
            return "the columns are '\(names.joined(separator: ","))', but must be 'source,target'\(alternative)"
        }
        if let column = options.columns.first {
            return
                "the column '\(column)' is asked for, but the first line does not name columns, as 'source,target,\(column)' does"
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
        weightColumn = 2
        typeColumn = nil
        numberColumns = []
        fieldCount = isWeighted ? 3 : 2
        hasHeader = true
        self.firstRecord = firstRecord
        firstLine = line
        noEdges = DataFileError.Problem(line: line, column: 1, "the file has no edges")
    }

    /// Tests if each line is two vertices and a weight if there are weights, or else what follows is left out of account.
    func isPlain(_ options: EdgeList.Options) -> Bool {
        guard options.columns.isEmpty else { return false }
        return options.isWeighted == false || fieldCount == (isWeighted ? 3 : 2) && typeColumn == nil
    }

    private static let missingWeight = "there are 2 fields, but an edge with a weight has 3"

    private static func separator(of line: UnsafeBufferPointer<UInt8>) -> FieldSeparator {
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: ",") { return .comma }
            // Attributes that networkx writes in braces may hold commas.
            if !isQuoted, byte == UInt8(ascii: "{") { break }
        }
        return .blanks
    }
}
