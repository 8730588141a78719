import Essentials

/// Reads the graph modelling language:
///
///     graph [
///       directed 0
///       node [ id 1 label "Ada" ]
///       node [ id 2 label "Emmy" ]
///       edge [ source 1 target 2 weight 0.5 ]
///     ]
///
/// Vertices are called by their `label`, or else by their `name` as igraph writes it, if all have one and no two the same,
/// else by their identifiers. The `weight` of edges, or else their `value`, is their weight. What lists of other kinds hold, such as drawings, is left out of account.
struct GMLReader {
    private let file: FileBytes
    private var scanner: GMLScanner
    private var draft = GraphDraft()

    init(_ file: FileBytes) {
        self.file = file
        scanner = GMLScanner(file)
    }

    consuming func read(_ options: EdgeList.Options) throws(DataFileError) -> GraphFile {
        try file.checkUTF8()
        var hasGraph = false
        while let key = try scanner.next() {
            guard case .key(let name) = key.content else { throw scanner.failure(key, "a key is expected here") }
            guard name == "graph" else {
                _ = try value(of: key, named: name)
                continue
            }
            if hasGraph { throw scanner.failure(key, "there is more than one graph in the file") }
            hasGraph = true
            try readGraph(key)
        }
        guard hasGraph else {
            throw DataFileError(
                file: file.name, problems: [.init(line: 1, column: 1, "there is no 'graph [ … ]' in the file")])
        }
        return try draft.finish(file.name, nameKeys: ["label", "name"], weightKeys: ["weight", "value"], options)
    }

    private mutating func readGraph(_ graph: GMLScanner.Token) throws(DataFileError) {
        try expectList(graph, "graph")
        while let key = try scanner.next() {
            switch key.content {
            case .close: return
            case .key("node"): try readNode(key)
            case .key("edge"): try readEdge(key)
            case .key(let name):
                let value = try value(of: key, named: name)
                guard name == "directed" else { continue }
                guard let text = value?.text, text == "0" || text == "1" else {
                    throw scanner.failure(key, "'directed' must be 0 or 1")
                }
                draft.isDirected = text == "1"
            default: throw scanner.failure(key, "a key or ']' is expected here")
            }
        }
        throw scanner.failure(graph, "the list of 'graph' is not closed by ']'")
    }

    private mutating func readNode(_ node: GMLScanner.Token) throws(DataFileError) {
        var item = try readItem(node, "node")
        guard let identifier = item.attributes.removeValue(forKey: "id") else {
            return draft.report(item.place, "the node has no 'id'")
        }
        guard Double(decimal: identifier) == nil || Int(identifier) != nil else {
            return draft.report(item.place, "the 'id' of the node must be a whole number, but is \(identifier)")
        }
        draft.appendVertex(identifier, item)
    }

    private mutating func readEdge(_ edge: GMLScanner.Token) throws(DataFileError) {
        var item = try readItem(edge, "edge")
        guard let source = item.attributes.removeValue(forKey: "source"),
            let target = item.attributes.removeValue(forKey: "target")
        else { return draft.report(item.place, "the edge must have a 'source' and a 'target'") }
        draft.appendEdge(from: source, to: target, item)
    }

    /// The numbers and texts of a list.
    private mutating func readItem(_ token: GMLScanner.Token, _ name: String) throws(DataFileError) -> GraphDraft.Item {
        try expectList(token, name)
        var item = GraphDraft.Item(place: scanner.place(token))
        while let key = try scanner.next() {
            switch key.content {
            case .close: return item
            case .key(let attribute):
                guard let value = try value(of: key, named: attribute) else { continue }
                item.attributes[attribute] = value.text
                note(attribute, value.kind, isVertex: name == "node")
            default: throw scanner.failure(key, "a key or ']' is expected here")
            }
        }
        throw scanner.failure(token, "the list of '\(name)' is not closed by ']'")
    }

    /// Keeps the kind of an attribute, the most general of its values.
    private mutating func note(_ attribute: String, _ kind: GraphAttribute.Kind, isVertex: Bool) {
        guard !(isVertex ? ["id"] : ["source", "target"]).contains(attribute) else { return }
        let path = isVertex ? \GraphDraft.vertexKinds : \GraphDraft.edgeKinds
        if let index = draft[keyPath: path].firstIndex(where: { $0.name == attribute }) {
            let old = draft[keyPath: path][index].kind
            if old != kind { draft[keyPath: path][index].kind = old == .string || kind == .string ? .string : .double }
        } else {
            draft[keyPath: path].append((attribute, kind))
        }
    }

    private mutating func expectList(_ token: GMLScanner.Token, _ name: String) throws(DataFileError) {
        guard let next = try scanner.next(), next.content == .open else {
            throw scanner.failure(token, "'\(name)' must be followed by '['")
        }
    }

    /// The number or text behind a key; `nil` if it is a list, which is skipped.
    private mutating func value(
        of key: GMLScanner.Token, named name: String
    ) throws(DataFileError) -> (text: String, kind: GraphAttribute.Kind)? {
        guard let token = try scanner.next() else { throw scanner.failure(key, "'\(name)' has no value") }
        switch token.content {
        case .number(let text): return (text, Int(text) == nil ? .double : .int)
        case .text(let text): return (text, .string)
        case .key(let text) where Double(decimal: text) != nil: return (text, .double)
        case .open:
            try skipList(token)
            return nil
        default: throw scanner.failure(token, "'\(name)' must be followed by a number, a text in quotes or '['")
        }
    }

    private mutating func skipList(_ start: GMLScanner.Token) throws(DataFileError) {
        var depth = 1
        while depth > 0 {
            guard let token = try scanner.next() else { throw scanner.failure(start, "the list is not closed by ']'") }
            if token.content == .open { depth += 1 }
            if token.content == .close { depth -= 1 }
        }
    }
}
