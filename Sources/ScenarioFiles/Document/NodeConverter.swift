import Yams

/// Converts Yams' nodes into nodes that know their source, and refuses what scenarios do not use: tags and keys that
/// are not text.
struct NodeConverter {
    private let source: SourceText
    private let keys: DuplicateKeys
    private let diagnostics: Diagnostics
    /// How many nodes there may still be. Aliases let a short text stand for a tree of any size.
    private var budget: Int
    private var hasReportedSize = false
    private var cursor: TextCursor

    /// How deep nodes may be nested. Aliases let a text exceed the limit of libyaml.
    private static let deepest = 500

    init(_ source: SourceText, keys: DuplicateKeys, diagnostics: Diagnostics) {
        self.source = source
        self.keys = keys
        self.diagnostics = diagnostics
        budget = source.text.utf8.count + 100_000
        cursor = TextCursor(source)
    }

    /// The tree below a node.
    mutating func convert(_ node: Yams.Node, depth: Int = 0) -> DocumentNode {
        let position = position(of: node)
        budget -= 1
        guard budget > 0, depth < Self.deepest else {
            reportSize(depth < Self.deepest ? .tooManyAliases : .tooDeep, at: position)
            return .null(at: position)
        }
        switch node {
        case .scalar(let scalar):
            return DocumentNode(content: .scalar(convert(scalar, at: position)), position: position)
        case .sequence(let sequence):
            check(sequence.tag, allowed: .seq, at: position)
            let items = sequence.map { convert($0, depth: depth + 1) }
            return DocumentNode(content: .list(items), position: position)
        case .mapping(let mapping):
            check(mapping.tag, allowed: .map, at: position)
            let entries = mapping.compactMap { convert(key: $0.key, value: $0.value, depth: depth + 1) }
            return DocumentNode(content: .mapping(entries), position: position)
        case .alias:
            return .null(at: position)
        }
    }

    private mutating func convert(key: Yams.Node, value: Yams.Node, depth: Int) -> DocumentNode.Entry? {
        guard case .scalar(let scalar) = key else {
            let node = DocumentNode(
                content: key.mapping == nil ? .list([]) : .mapping([]), position: position(of: key))
            diagnostics.report(.keyNotText(node.found), at: node.location)
            return nil
        }
        guard !keys.isMarked(scalar.string) else {
            _ = convert(value, depth: depth)
            return nil
        }
        let position = position(of: key)
        let text = convert(scalar, at: position).text
        return DocumentNode.Entry(key: text, keyPosition: position, value: convert(value, depth: depth))
    }

    private mutating func reportSize(_ problem: Problem, at position: DocumentNode.Position) {
        guard !hasReportedSize else { return }
        hasReportedSize = true
        diagnostics.report(problem, at: position.location(length: 1))
    }

    // MARK: Scalars and tags

    private func convert(_ scalar: Yams.Node.Scalar, at position: DocumentNode.Position) -> DocumentNode.Scalar {
        let isPlain = scalar.style == .plain
        switch scalar.tag.rawName {
        case "":
            return DocumentNode.Scalar(text: scalar.string, isPlain: isPlain)
        case Tag.Name.str.rawValue, "!":
            return DocumentNode.Scalar(text: scalar.string, isPlain: false)
        default:
            diagnostics.report(.unsupportedTag(scalar.tag.shortName), at: tagLocation(position))
            return DocumentNode.Scalar(text: scalar.string, isPlain: isPlain)
        }
    }

    private func check(_ tag: Tag, allowed: Tag.Name, at position: DocumentNode.Position) {
        guard !["", "!", allowed.rawValue].contains(tag.rawName) else { return }
        diagnostics.report(.unsupportedTag(tag.shortName), at: tagLocation(position))
    }

    private func tagLocation(_ position: DocumentNode.Position) -> TextLocation {
        position.location(length: position.bracketedLength)
    }

    private mutating func position(of node: Yams.Node) -> DocumentNode.Position {
        let position = DocumentNode.Position(
            source: source, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        guard case .scalar(let scalar) = node else { return position }
        let first = cursor.scalar(line: position.line, column: position.column)
        return first == "&" && !scalar.string.hasPrefix("&") ? position.afterWord : position
    }
}

extension Tag {
    /// The name as it was given, empty if none was.
    fileprivate var rawName: String { description }

    /// The name as users write it.
    fileprivate var shortName: String {
        let prefix = "tag:yaml.org,2002:"
        return rawName.hasPrefix(prefix) ? "!!" + rawName.dropFirst(prefix.count) : rawName
    }
}

extension DocumentNode {
    /// A node without a value.
    static func null(at position: Position) -> DocumentNode {
        DocumentNode(content: .scalar(Scalar(text: "", isPlain: true)), position: position)
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
