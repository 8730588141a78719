import CYAML

/// Writes a tree of nodes as YAML with libyaml: mappings in block style, lists of scalars on one line unless they are long.
///
/// Nodes are as many as fit into memory, and nothing else can be wrong with them.
package final class YAMLWriter {
    /// Why libyaml wrote nothing, in its own words.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// It points into itself, so that it must stay where it is.
    private let emitter: UnsafeMutablePointer<yaml_emitter_t>
    private var bytes: [UInt8] = []

    private init() throws(Failure) {
        emitter = .allocate(capacity: 1)
        guard yaml_emitter_initialize(emitter) == 1 else { throw Failure(description: "no memory is left") }
        yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
        yaml_emitter_set_unicode(emitter, 1)
        // Lines of any length.
        yaml_emitter_set_width(emitter, -1)
        let this = Unmanaged.passUnretained(self).toOpaque()
        yaml_emitter_set_output(
            emitter,
            { this, start, count in
                guard let this else { return 0 }
                let writer = Unmanaged<YAMLWriter>.fromOpaque(this).takeUnretainedValue()
                writer.bytes += UnsafeBufferPointer(start: start, count: count)
                return 1
            }, this)
    }

    deinit {
        yaml_emitter_delete(emitter)
        emitter.deallocate()
    }

    /// The text of a tree.
    package static func text(of root: DocumentNode) throws(Failure) -> String {
        let writer = try YAMLWriter()
        try writer.emit { yaml_stream_start_event_initialize(&$0, YAML_UTF8_ENCODING) }
        try writer.emit { yaml_document_start_event_initialize(&$0, nil, nil, nil, 1) }
        try writer.write(root)
        try writer.emit { yaml_document_end_event_initialize(&$0, 1) }
        try writer.emit { yaml_stream_end_event_initialize(&$0) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(_ node: DocumentNode) throws(Failure) {
        switch node.content {
        case .scalar(let scalar):
            let isNull = scalar.isPlain && ScalarValue(plain: scalar.text) == .null
            try write(isNull ? "null" : scalar.text, style: scalar.yamlStyle)
        case .list(let items):
            let isShort = items.count <= 16 && items.allSatisfy(\.isScalar)
            let style = isShort ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE
            try emit { yaml_sequence_start_event_initialize(&$0, nil, nil, 1, style) }
            for item in items { try write(item) }
            try emit { yaml_sequence_end_event_initialize(&$0) }
        case .mapping(let entries):
            try emit { yaml_mapping_start_event_initialize(&$0, nil, nil, 1, YAML_BLOCK_MAPPING_STYLE) }
            for entry in entries {
                // In quotes only where it would otherwise be read as something else than text.
                let isText = ScalarValue(plain: entry.key) == .text(entry.key)
                try write(entry.key, style: DocumentNode.Scalar(text: entry.key, isPlain: isText).yamlStyle)
                try write(entry.value)
            }
            try emit { yaml_mapping_end_event_initialize(&$0) }
        }
    }

    private func write(_ text: String, style: yaml_scalar_style_t) throws(Failure) {
        let utf8 = Array(text.utf8)
        try emit { yaml_scalar_event_initialize(&$0, nil, nil, utf8, Int32(clamping: utf8.count), 1, 1, style) }
    }

    private func emit(_ initialize: (inout yaml_event_t) -> Int32) throws(Failure) {
        var event = yaml_event_t()
        guard initialize(&event) == 1, yaml_emitter_emit(emitter, &event) == 1 else {
            throw Failure(description: emitter.pointee.problem.map { String(cString: $0) } ?? "no memory is left")
        }
    }
}

extension DocumentNode {
    fileprivate var isScalar: Bool {
        if case .scalar = content { true } else { false }
    }
}

extension DocumentNode.Scalar {
    /// How the scalar is written such that it reads back as the same value. The writer falls back on quotes for a plain text
    /// that needs them; numbers, truth values and `null` never do.
    fileprivate var yamlStyle: yaml_scalar_style_t {
        guard !isPlain else { return YAML_PLAIN_SCALAR_STYLE }
        let isSimple = text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
        return isSimple ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE
    }
}

extension Document {
    /// The document as YAML text, with its overrides applied.
    ///
    /// Keys keep their order and numbers their digits; comments and the way of writing are lost. Reading the text
    /// again gives the same document.
    ///
    /// - Throws: what the YAML writer throws if it runs out of memory.
    package func yaml() throws -> String {
        try YAMLWriter.text(of: root)
    }
}
