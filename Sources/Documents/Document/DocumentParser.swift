/// Turns a YAML text into a tree of nodes that know their source, and reports what is wrong with it.
///
/// YAML that scenarios do not use is refused: several documents, tags, and keys that are not text. Of a key that stands several
/// times in a mapping the first value counts.
package struct DocumentParser {
    private let source: SourceText
    private let text: String
    private let diagnostics: Diagnostics
    private var anchors: [String: Anchored] = [:]
    /// How many nodes there are so far, those included that aliases repeat.
    private var nodeCount = 0
    /// How many nodes there may be. Aliases let a short text stand for a tree of any size.
    private let nodeLimit: Int

    /// How deep nodes may be nested.
    private static let deepest = 500

    private typealias Place = YAMLEvents.Place

    /// A node that aliases may repeat.
    private struct Anchored {
        package var node: DocumentNode
        package var nodeCount: Int
    }

    /// Prepares to read a source.
    ///
    /// A text may be given to parse instead of that of the source; its places must be the same.
    package init(_ source: SourceText, text: String? = nil, reportingTo diagnostics: Diagnostics) {
        self.source = source
        self.text = text ?? source.text
        self.diagnostics = diagnostics
        nodeLimit = source.text.utf8.count + 100_000
    }

    /// The root of the only document, nil if there is none or none could be read.
    package mutating func parse() -> DocumentNode? {
        do throws(YAMLFailure) {
            let events = try YAMLEvents(text)
            guard case .documentStart = try events.next().event else { return nil }
            let root = try node(try events.next(), of: events, depth: 0)
            // The end of the document.
            _ = try events.next()
            let (next, place) = try events.next()
            guard case .streamEnd = next else { throw .severalDocuments(place) }
            return root
        } catch {
            report(error)
            return nil
        }
    }

    // MARK: Nodes

    /// The node that an event begins.
    private mutating func node(
        _ start: (event: YAMLEvents.Event, place: Place), of events: YAMLEvents, depth: Int
    ) throws(YAMLFailure) -> DocumentNode {
        if case .alias(let anchor) = start.event { return try repeated(anchor, at: start.place, depth: depth) }
        guard depth < Self.deepest else { throw .tooDeep(start.place) }
        let countBefore = nodeCount
        try count(1, at: start.place)
        let position = position(start.place)
        let node: DocumentNode
        let anchor: String?
        switch start.event {
        case .list(let properties):
            check(properties.tag, allowed: "seq", at: position)
            node = DocumentNode(content: .list(try items(of: events, depth: depth + 1)), position: position)
            anchor = properties.anchor
        case .mapping(let properties):
            check(properties.tag, allowed: "map", at: position)
            node = DocumentNode(content: .mapping(try entries(of: events, depth: depth + 1)), position: position)
            anchor = properties.anchor
        case .scalar(let scalar, let properties):
            // An anchor stands before the text that an error is about.
            let position = properties.anchor != nil && position.first == "&" ? position.afterWord : position
            node = DocumentNode(
                content: .scalar(self.scalar(scalar, tag: properties.tag, at: position)), position: position)
            anchor = properties.anchor
        default: return .null(at: position)
        }
        if let anchor { anchors[anchor] = Anchored(node: node, nodeCount: nodeCount - countBefore) }
        return node
    }

    private mutating func items(of events: YAMLEvents, depth: Int) throws(YAMLFailure) -> [DocumentNode] {
        var items: [DocumentNode] = []
        while true {
            let start = try events.next()
            if case .end = start.event { return items }
            items.append(try node(start, of: events, depth: depth))
        }
    }

    private mutating func entries(of events: YAMLEvents, depth: Int) throws(YAMLFailure) -> [DocumentNode.Entry] {
        var entries: [DocumentNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let start = try events.next()
            if case .end = start.event { return entries }
            let key = try node(start, of: events, depth: depth)
            let value = try node(try events.next(), of: events, depth: depth)
            guard case .scalar(let scalar) = key.content else {
                diagnostics.report(.keyNotText(key.found), at: key.location)
                continue
            }
            let keyPosition = if case .alias = start.event { position(start.place) } else { key.position }
            let entry = DocumentNode.Entry(key: scalar.text, keyPosition: keyPosition, value: value)
            if let first = lines[entry.key] {
                diagnostics.report(.duplicateKey(entry.key, firstLine: first), at: entry.keyLocation)
            } else {
                lines[entry.key] = keyPosition.line
                entries.append(entry)
            }
        }
    }

    /// The node of an anchor.
    private mutating func repeated(
        _ anchor: String, at place: Place, depth: Int
    ) throws(YAMLFailure) -> DocumentNode {
        guard let anchored = anchors[anchor] else {
            throw .syntax(SyntaxProblem(text: "found undefined alias"), place)
        }
        try count(anchored.nodeCount, at: place)
        guard depth + anchored.node.depth <= Self.deepest else { throw .tooDeep(place) }
        return anchored.node
    }

    private func position(_ place: Place) -> DocumentNode.Position {
        DocumentNode.Position(source: source, line: place.line, column: place.column)
    }

    private mutating func count(_ nodes: Int, at place: Place) throws(YAMLFailure) {
        nodeCount += nodes
        guard nodeCount < nodeLimit else { throw .tooManyAliases(place) }
    }

    // MARK: Scalars and tags

    private static let prefix = "tag:yaml.org,2002:"

    private func scalar(
        _ scalar: DocumentNode.Scalar, tag: String?, at position: DocumentNode.Position
    ) -> DocumentNode.Scalar {
        guard tag != "!", tag != Self.prefix + "str" else {
            return DocumentNode.Scalar(text: scalar.text, isPlain: false)
        }
        check(tag, allowed: nil, at: position)
        return scalar
    }

    private func check(_ tag: String?, allowed: String?, at position: DocumentNode.Position) {
        guard let tag, !["", "!"].contains(tag), tag != allowed.map({ Self.prefix + $0 }) else { return }
        let name = tag.hasPrefix(Self.prefix) ? "!!" + tag.dropFirst(Self.prefix.count) : tag
        diagnostics.report(.unsupportedTag(name), at: position.location(length: position.bracketedLength))
    }

    // MARK: Errors

    private func report(_ failure: YAMLFailure) {
        switch failure {
        case .syntax(let problem, let place): report(problem, at: place)
        case .severalDocuments(let place): diagnostics.report(.severalDocuments, at: location(of: place, length: 3))
        case .tooDeep(let place): diagnostics.report(.tooDeep, at: location(of: place))
        case .tooManyAliases(let place): diagnostics.report(.tooManyAliases, at: location(of: place))
        }
    }

    private func report(_ problem: SyntaxProblem, at place: Place) {
        let location = location(of: place)
        var problem = problem
        problem.scalar = source.scalars(line: location.line, from: location.column).first
        problem.meant = [location.line, location.line - 1].lazy.compactMap(keyWithoutBlank).first
        diagnostics.report(.syntax(problem), at: location)
    }

    /// The text that is meant by a line such as `step:0.1`: YAML goes on reading until the next colon, and complains there.
    private func keyWithoutBlank(line: Int) -> String? {
        var words = source.line(line).split(separator: " ")
        if words.first == "-" { words.removeFirst() }
        return words.count == 1 ? String(words[0]).withBlankAfterColon : nil
    }

    /// The location of a place; the end of the last line with text for a place behind it.
    private func location(of place: Place, length: Int = 1) -> TextLocation {
        let lastLine = (source.lines.lastIndex { !$0.allSatisfy(\.isBlank) } ?? 0) + 1
        guard place.line > lastLine else {
            return TextLocation(source: source, line: place.line, column: place.column, length: length)
        }
        return TextLocation(source: source, line: lastLine, column: source.lines[lastLine - 1].count + 1)
    }
}

extension DocumentNode {
    /// A node without a value.
    package static func null(at position: Position) -> DocumentNode {
        DocumentNode(content: .scalar(Scalar(text: "", isPlain: true)), position: position)
    }

    /// How many nodes lie in each other at most, this one included.
    fileprivate var depth: Int {
        switch content {
        case .scalar: 1
        case .list(let items): 1 + (items.lazy.map(\.depth).max() ?? 0)
        case .mapping(let entries): 1 + (entries.lazy.map(\.value.depth).max() ?? 0)
        }
    }
}

extension DocumentNode.Position {
    /// The position of the next word on the line, or this one if there is none.
    fileprivate var afterWord: DocumentNode.Position {
        let rest = source.scalars(line: line, from: column)
        guard let end = rest.firstIndex(where: \.isBlank),
            let start = rest[end...].firstIndex(where: { !$0.isBlank })
        else { return self }
        return DocumentNode.Position(source: source, line: line, column: column + start)
    }
}
