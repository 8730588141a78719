/// A node of a YAML document that knows the source it came from, so that a value from an override is told apart from
/// one in the file.
package struct DocumentNode: Sendable {
    /// The content of a node.
    package enum Content: Sendable {
        case scalar(Scalar)
        case list([DocumentNode])
        case mapping([Entry])
    }

    /// A text, and whether it was written without quotes and hence may be a number, a truth value or nothing.
    package struct Scalar: Sendable, Equatable {
        package var text: String
        package var isPlain: Bool
    }

    /// A key, where it stands, and its value.
    package struct Entry: Sendable {
        package var key: String
        package var keyPosition: Position
        package var value: DocumentNode

        package init(key: String, keyPosition: Position, value: DocumentNode) {
            (self.key, self.keyPosition, self.value) = (key, keyPosition, value)
        }
    }

    /// Where a node begins.
    package struct Position: Sendable {
        package var source: SourceText
        package var line: Int
        package var column: Int
    }

    package var content: Content
    package var position: Position

    package init(content: Content, position: Position) {
        (self.content, self.position) = (content, position)
    }
}

extension DocumentNode {
    /// The value that was found here, for messages.
    package var found: FoundValue {
        switch content {
        case .list: return .list
        case .mapping: return .mapping
        case .scalar(let scalar):
            switch ScalarValue(scalar) {
            case .null: return .nothing
            case .boolean: return .boolean(scalar.text)
            case .integer, .number: return .number(scalar.text)
            case .text: return .text(scalar.text)
            }
        }
    }

    /// True if the node is a scalar without a value.
    package var isNull: Bool { found == .nothing }

    /// The place of the node, underlined as far as it reaches on its first line.
    ///
    /// A mapping or list in block style is pointed at by its first key or hyphen.
    package var location: TextLocation {
        switch content {
        case .scalar(let scalar): position.location(of: scalar.text)
        case .mapping(let entries):
            if position.first == "{" {
                position.location(length: position.bracketedLength)
            } else {
                entries.first?.keyLocation ?? position.location(length: 1)
            }
        case .list:
            position.location(length: position.first == "[" ? position.bracketedLength : 1)
        }
    }
}

extension DocumentNode.Entry {
    /// The place of the key.
    package var keyLocation: TextLocation { keyPosition.location(of: key) }
}

extension DocumentNode.Position {
    /// The scalar at the position.
    package var first: Unicode.Scalar? { source.scalars(line: line, from: column).first }

    /// The length of the token at the position, which begins with a quote or bracket.
    package var bracketedLength: Int { source.bracketedLength(line: line, column: column) }

    /// The location of a scalar with this text, quoted or not.
    package func location(of text: String) -> TextLocation {
        let rest = source.scalars(line: line, from: column)
        let plain = Array(text.unicodeScalars.prefix(SourceText.longestToken))
        if !plain.isEmpty, rest.starts(with: plain) { return location(length: plain.count) }
        switch rest.first {
        case "'", "\"": return location(length: bracketedLength)
        case "|", ">", nil: return location(length: 1)
        default: return location(length: SourceText.lengthWithoutTrailingBlanks(rest))
        }
    }

    /// The location that begins here.
    package func location(length: Int) -> TextLocation {
        TextLocation(source: source, line: line, column: column, length: length)
    }
}

extension DocumentNode: Equatable {
    /// Tests if two nodes hold the same values; places and ways of writing do not count.
    package static func == (left: DocumentNode, right: DocumentNode) -> Bool {
        switch (left.content, right.content) {
        case (.scalar(let left), .scalar(let right)): ScalarValue(left) == ScalarValue(right)
        case (.list(let left), .list(let right)): left == right
        case (.mapping(let left), .mapping(let right)):
            left.elementsEqual(right) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}
