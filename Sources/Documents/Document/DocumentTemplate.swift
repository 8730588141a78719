import Synchronization

/// The documents of scenarios whose texts differ in some values only, such as those of the runs of a sweep. Their common text is parsed
/// once, and what is stored of each is put together from a text that is written once.
///
/// A document that is made so has its values, and shares nothing else with others. Behind a value on the same line its places are those of
/// another text: whoever finds something wrong with it reads the text itself to say where.
package final class DocumentTemplate: Sendable {
    /// The tree, with a mark for each value.
    private let root: DocumentNode

    /// The scalars that are values, by their places among all, and which value each is.
    private let places: [(scalar: Int, value: Int)]

    /// The texts that are stored, by what is applied to the document before; `nil` for what cannot be put together.
    private let storedTexts = Mutex<[[String]: TextTemplate?]>([:])

    /// How many of these there are at most: where each value has defaults of its own, keeping them is of no use.
    private static let greatestCount = 64

    /// Parses a text that is made with marks for values; fails if these are not found in it as values of keys or in lists.
    package init?(valueCount: Int, of text: ([String]) throws -> String) rethrows {
        let marks = TextTemplate.marks(valueCount)
        let source = SourceText(name: "", text: try text(marks))
        guard let document = try? Document(source), document.problems.isEmpty else { return nil }
        root = document.root
        let indices = Dictionary(uniqueKeysWithValues: zip(marks, marks.indices))
        places = root.scalars.enumerated().compactMap { scalar, word in indices[word.text].map { (scalar, $0) } }
        guard places.count == valueCount, Set(places.map(\.value)).count == valueCount else { return nil }
    }

    /// The document with values, as it would be parsed from its text; `nil` if one of them may be written or read otherwise than it is.
    package func document(of values: [String], from source: SourceText) -> Document? {
        guard values.allSatisfy(Self.isReadAsWritten) else { return nil }
        var filling = Filling(source: source, values: values, places: places[...])
        return Document(filling.copy(of: root), Document.Origin(template: self, values: values))
    }

    /// The text of a document of the template with overrides applied to it and without a key at the top, if it can be put together.
    fileprivate func storedText(
        of values: [String], with overrides: [Override], without unwanted: String
    ) -> String? {
        let template: TextTemplate? = storedTexts.withLock { texts in
            let key = overrides.map(\.text) + [unwanted]
            if let known = texts[key] { return known }
            guard texts.count < Self.greatestCount else { return nil }
            let made = try? TextTemplate(example: values) { values in
                try document(of: values, from: SourceText(name: "", text: ""))?.changedText(
                    by: overrides, without: unwanted) ?? ""
            }
            texts[key] = .some(made)
            return made
        }
        return template?.text(values)
    }

    /// Tests if a value is a word that is neither nothing nor the mark of something else in YAML.
    private static func isReadAsWritten(_ value: String) -> Bool {
        let signless =
            value.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true
            ? value.utf8.dropFirst() : value.utf8[...]
        guard let first = signless.first, ![UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(first)
        else { return false }
        return TextTemplate.isWord(value) && value.lowercased() != "null"
    }
}

/// Copies a tree with values in the place of its marks.
private struct Filling {
    package let source: SourceText
    package let values: [String]

    /// The marks that come next.
    package var places: ArraySlice<(scalar: Int, value: Int)>

    /// How many scalars have been copied.
    package var count = 0

    package mutating func copy(of node: DocumentNode) -> DocumentNode {
        let content: DocumentNode.Content
        switch node.content {
        case .scalar(var scalar):
            if let next = places.first, next.scalar == count {
                scalar.text = values[next.value]
                places.removeFirst()
            }
            count += 1
            content = .scalar(scalar)
        case .list(let items): content = .list(items.map { copy(of: $0) })
        case .mapping(let entries):
            content = .mapping(
                entries.map { entry in
                    DocumentNode.Entry(
                        key: entry.key, keyPosition: here(entry.keyPosition), value: copy(of: entry.value))
                })
        }
        return DocumentNode(content: content, position: here(node.position))
    }

    private func here(_ position: DocumentNode.Position) -> DocumentNode.Position {
        DocumentNode.Position(source: source, line: position.line, column: position.column)
    }
}

extension DocumentNode {
    /// All scalars but keys, in the order of the text.
    fileprivate var scalars: [Scalar] {
        switch content {
        case .scalar(let scalar): [scalar]
        case .list(let items): items.flatMap(\.scalars)
        case .mapping(let entries): entries.flatMap(\.value.scalars)
        }
    }
}

extension Document {
    /// The template that a document was made by, and of which values.
    package struct Origin: Sendable {
        package let template: DocumentTemplate
        package let values: [String]
    }

    /// The text of the document, with overrides applied to it and without a key at the top, that is stored with a run of it.
    package func storedText(with overrides: [Override], without unwanted: String) throws -> String {
        try origin.flatMap { $0.template.storedText(of: $0.values, with: overrides, without: unwanted) }
            ?? changedText(by: overrides, without: unwanted)
    }

    fileprivate func changedText(by overrides: [Override], without unwanted: String) throws -> String {
        try applying(overrides).removing(unwanted).yaml()
    }
}
