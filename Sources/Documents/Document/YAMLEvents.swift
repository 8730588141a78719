import CYAML

/// Why no tree of nodes can be made of a text.
package enum YAMLFailure: Error {
    case syntax(SyntaxProblem, YAMLEvents.Place)
    case severalDocuments(YAMLEvents.Place)
    case tooDeep(YAMLEvents.Place)
    case tooManyAliases(YAMLEvents.Place)
}

/// The events that libyaml finds in a text, one after the other.
package final class YAMLEvents {
    /// A line and a column in Unicode scalars, both from 1.
    package struct Place {
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) {
            (self.line, self.column) = (line, column)
        }

        fileprivate init(_ mark: yaml_mark_t) {
            self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
        }
    }

    /// The properties that may stand before a value.
    package struct Properties {
        package var tag: String?
        package var anchor: String?
    }

    package enum Event {
        case scalar(DocumentNode.Scalar, Properties)
        case list(Properties)
        case mapping(Properties)
        case alias(anchor: String)
        /// The list or mapping that began last, of those that have not ended, ends.
        case end
        case documentStart
        case documentEnd
        case streamEnd
    }

    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// It points at itself, so that it must stay where it is.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// Begins to read a text.
    ///
    /// - Throws: ``YAMLFailure`` if there is no memory.
    package init(_ text: String) throws(YAMLFailure) {
        bytes = .allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            throw .syntax(SyntaxProblem(text: Self.noMemory), Place(line: 1, column: 1))
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event, and where it begins.
    ///
    /// - Throws: ``YAMLFailure/syntax(_:_:)``, after which nothing more can be read.
    package func next() throws(YAMLFailure) -> (event: Event, place: Place) {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
            defer { yaml_event_delete(&event) }
            if let content = Self.content(of: event) { return (content, Place(event.start_mark)) }
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// `nil` of what is of no interest.
    private static func content(of event: yaml_event_t) -> Event? {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            // A byte order mark before a text is no part of it.
            let text = String(decoding: bytes.starts(with: byteOrderMark) ? bytes[3...] : bytes[...], as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            let properties = Properties(tag: string(scalar.tag), anchor: string(scalar.anchor))
            return .scalar(DocumentNode.Scalar(text: text, isPlain: isPlain), properties)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return .list(Properties(tag: string(start.tag), anchor: string(start.anchor)))
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return .mapping(Properties(tag: string(start.tag), anchor: string(start.anchor)))
        case YAML_ALIAS_EVENT: return .alias(anchor: string(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        // No event comes after the end only.
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
        default: return nil
        }
    }

    private static func string(_ text: UnsafePointer<yaml_char_t>?) -> String? {
        text.map { String(cString: $0) }
    }

    // MARK: Errors

    private static let noMemory = "no memory is left"

    private var failure: YAMLFailure {
        let parser = parser.pointee
        let problem = parser.problem.map { String(cString: $0) } ?? Self.noMemory
        guard parser.error != YAML_READER_ERROR else {
            // The reader knows no lines.
            return .syntax(SyntaxProblem(text: problem), place(at: Int(parser.problem_offset)))
        }
        let context = parser.context.map { String(cString: $0) }
        let contextLine = context.map { _ in Place(parser.context_mark).line }
        return .syntax(
            SyntaxProblem(text: problem, context: context, contextLine: contextLine), Place(parser.problem_mark))
    }

    private func place(at offset: Int) -> Place {
        let before = SourceText(name: "", text: String(decoding: bytes.prefix(offset), as: UTF8.self))
        return Place(line: before.lines.count, column: (before.lines.last?.count ?? 0) + 1)
    }
}
