import Yams

extension DocumentNode {
    /// The node as Yams writes it: mappings in block style, lists of scalars on one line unless they are long.
    var yams: Yams.Node {
        switch content {
        case .scalar(let scalar):
            return .scalar(scalar.yams)
        case .list(let items):
            let isShort = items.count <= 16 && items.allSatisfy(\.isScalar)
            return Yams.Node(items.map(\.yams), Tag(.seq), isShort ? .flow : .block)
        case .mapping(let entries):
            let pairs = entries.map { (Yams.Node.scalar(Scalar(key: $0.key).yams), $0.value.yams) }
            return Yams.Node(pairs, Tag(.map), .block)
        }
    }

    private var isScalar: Bool {
        if case .scalar = content { true } else { false }
    }
}

extension DocumentNode.Scalar {
    /// A key, in quotes only where it would otherwise be read as something else than text.
    fileprivate init(key: String) {
        let isText = ScalarValue(plain: key) == .text(key)
        self.init(text: key, isPlain: isText)
    }

    /// The scalar such that it reads back as the same value. The writer falls back on quotes for a plain text that
    /// needs them; numbers, truth values and `null` never do.
    fileprivate var yams: Yams.Node.Scalar {
        if isPlain, ScalarValue(plain: text) == .null { return Yams.Node.Scalar("null", Tag(.null), .plain) }
        if isPlain { return Yams.Node.Scalar(text, Tag(.str), .plain) }
        let isSimple = text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
        return Yams.Node.Scalar(text, Tag(.str), isSimple ? .singleQuoted : .doubleQuoted)
    }
}

extension Document {
    /// The document as YAML text, with its overrides applied.
    ///
    /// Keys keep their order and numbers their digits; comments and the way of writing are lost. Reading the text
    /// again gives the same document.
    ///
    /// - Throws: what the YAML writer throws if it runs out of memory.
    public func yaml() throws -> String {
        try serialize(node: root.yams, width: -1, allowUnicode: true)
    }
}
