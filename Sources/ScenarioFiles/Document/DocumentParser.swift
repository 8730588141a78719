import Yams

/// Turns a YAML text into a tree of nodes and reports what is wrong with it.
struct DocumentParser {
    private let source: SourceText
    private let diagnostics: Diagnostics
    private var keys: DuplicateKeys

    /// Prepares to read a source.
    ///
    /// A text may be given to parse instead of that of the source; its places must be the same.
    init(_ source: SourceText, text: String? = nil, reportingTo diagnostics: Diagnostics) {
        self.source = source
        self.diagnostics = diagnostics
        keys = DuplicateKeys(text ?? source.text)
    }

    /// The root of the only document, nil if there is none or none could be read.
    mutating func parse() -> DocumentNode? {
        var root: Yams.Node?
        do {
            root = try keys.parse()
        } catch let error as YamlError {
            report(error)
        } catch {
            report(SyntaxProblem(text: "\(error)"), at: (1, 1))
        }
        reportDuplicates()
        guard let root else { return nil }
        var converter = NodeConverter(source, keys: keys, diagnostics: diagnostics)
        return converter.convert(root)
    }

    private func reportDuplicates() {
        // First, since only so many problems are shown.
        if keys.gaveUp, keys.duplicates.count > 1, let last = keys.duplicates.last {
            diagnostics.report(
                .tooManyDuplicates, at: TextLocation(source: source, line: last.line, column: last.column))
        }
        for duplicate in keys.duplicates {
            let position = DocumentNode.Position(source: source, line: duplicate.line, column: duplicate.column)
            let problem = Problem.duplicateKey(duplicate.key, firstLine: duplicate.first.line)
            diagnostics.report(problem, at: position.location(of: duplicate.key))
        }
    }

    // MARK: Errors of the parser

    private func report(_ error: YamlError) {
        switch error {
        case .composer(let context?, _, let mark, _) where context.text.hasPrefix("expected a single document"):
            diagnostics.report(.severalDocuments, at: location(of: mark.place, length: 3))
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if problem.hasPrefix("Maximum nesting level") {
                diagnostics.report(.tooDeep, at: location(of: mark.place))
            } else {
                let text = SyntaxProblem(text: problem, context: context?.text, contextLine: context?.mark.line)
                report(text, at: mark.place)
            }
        case .reader(let problem, let offset, _, let yaml):
            report(SyntaxProblem(text: problem), at: place(at: offset ?? 0, in: yaml))
        case .memory:
            diagnostics.report(.tooDeep, at: location(of: (1, 1)))
        default:
            report(SyntaxProblem(text: error.description.onOneLine), at: (1, 1))
        }
    }

    private func report(_ problem: SyntaxProblem, at place: Place) {
        let location = location(of: place)
        var problem = problem
        problem.scalar = source.scalars(line: location.line, from: location.column).first
        problem.meant = [location.line, location.line - 1].lazy.compactMap(keyWithoutBlank).first
        diagnostics.report(.syntax(problem), at: location)
    }

    /// What a line such as `step:0.1` is meant to be: YAML goes on reading until the next colon, and complains there.
    private func keyWithoutBlank(line: Int) -> String? {
        var words = source.line(line).split(separator: " ")
        if words.first == "-" { words.removeFirst() }
        return words.count == 1 ? String(words[0]).withBlankAfterColon : nil
    }

    /// A line and a column, as in Yams' marks.
    fileprivate typealias Place = (line: Int, column: Int)

    /// The location of a place; the end of the last line with text for a place behind it.
    private func location(of place: Place, length: Int = 1) -> TextLocation {
        let lastLine = (source.lines.lastIndex { !$0.allSatisfy(\.isBlank) } ?? 0) + 1
        guard place.line > lastLine else {
            return TextLocation(source: source, line: place.line, column: place.column, length: length)
        }
        return TextLocation(source: source, line: lastLine, column: source.lines[lastLine - 1].count + 1)
    }

    /// The place of a character that libyaml's reader refuses; its offset counts characters.
    private func place(at offset: Int, in yaml: String) -> Place {
        let end = yaml.index(yaml.startIndex, offsetBy: offset, limitedBy: yaml.endIndex) ?? yaml.endIndex
        let before = SourceText(name: "", text: String(yaml[..<end]))
        return (before.lines.count, (before.lines.last?.count ?? 0) + 1)
    }
}

extension Mark {
    fileprivate var place: DocumentParser.Place { (line, column) }
}
