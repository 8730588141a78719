import Essentials

/// Reads GraphML.
///
/// Vertices are called by their attribute `name`, as igraph writes it, or else `label`, as Gephi does, if all have one and no two
/// the same, else by their identifiers. The attribute `weight` of edges is their weight. Elements are those of the namespace of
/// `graphml`, whatever its prefix. Hyperedges, nested graphs, edges of which only some have a direction, a key's data that stand
/// twice in an element, in one of another kind than the key is for, or that are not of the key's type are refused. Keys of one
/// name are one attribute if all of them are numbers: NetworkX writes one key for whole numbers and one for the others. Ports,
/// and elements inside of `data` and of other namespaces such as drawings, are left out of account. The place of a problem is the
/// beginning of the tag.
final class GraphMLReader: XMLReceiver {
    /// A `key` element: an attribute of vertices or edges.
    private struct Key {
        let name: String
        let kind: GraphAttribute.Kind
        let domain: String
        let place: DataFileError.Problem
        var standard: String?

        /// Tests if it says something about a vertex or an edge that another key says as well.
        func meetsAnother(called name: String, for domain: String) -> Bool {
            self.name == name && (self.domain == domain || [self.domain, domain].contains("all"))
        }
    }

    private let file: FileBytes
    private var draft = GraphDraft()
    private var keys: [String: Key] = [:]

    /// The identifiers of the keys, in the order of the file.
    private var identifiers: [String] = []

    /// Those of keys that were refused: what refers to them is not told as well.
    private var refusedIdentifiers: Set<String> = []

    /// The elements that are open, from the outermost.
    private var path: [String] = []

    /// How many elements are open inside of `data` or `default`.
    private var skippedCount = 0

    /// The vertex or edge that is open, and its identifiers.
    private var item: GraphDraft.Item?
    private var ends: [String] = []
    private var openKey: String?
    private var openPlace = DataFileError.Problem("")
    private var text = ""
    private var hasGraph = false

    init(_ file: FileBytes) {
        self.file = file
    }

    func read(_ options: EdgeList.Options) throws(DataFileError) -> GraphFile {
        try XMLDocument.read(file, into: self)
        guard hasGraph else {
            throw DataFileError(
                file: file.name, problems: [.init(line: 1, column: 1, "there is no element 'graph' in 'graphml'")])
        }
        fillInStandards()
        return try draft.finish(
            file.name, nameKeys: ["name", "label", "Label"], weightKeys: ["weight", "Weight"], options)
    }

    /// Puts in what keys say for vertices and edges that do not say it themselves.
    private func fillInStandards() {
        for identifier in identifiers {
            guard let key = keys[identifier], let standard = key.standard else { continue }
            if ["node", "all"].contains(key.domain) {
                for index in draft.vertices.indices where draft.vertices[index].attributes[key.name] == nil {
                    draft.vertices[index].attributes[key.name] = standard
                }
            }
            if ["edge", "all"].contains(key.domain) {
                for index in draft.edges.indices where draft.edges[index].attributes[key.name] == nil {
                    draft.edges[index].attributes[key.name] = standard
                }
            }
        }
    }

    // MARK: Elements

    func beginElement(
        _ name: String, _ attributes: [String: String], at place: DataFileError.Problem
    ) throws(DataFileError) {
        let parent = path.last
        guard skippedCount == 0, parent != "data", parent != "default" else {
            skippedCount += 1
            return
        }
        path.append(name)
        text = ""
        switch name {
        case "graphml" where parent == nil: break
        case _ where parent == nil:
            let message = "the outermost element is '\(name)', but must be 'graphml'"
            throw DataFileError(
                file: file.name, problems: [.init(line: place.line, column: place.column, length: 1, message)])
        case "key": beginKey(attributes, place)
        case "graph": beginGraph(attributes, parent, place)
        case "node": begin(attributes, ["id"], place)
        case "edge": beginEdge(attributes, place)
        case "hyperedge": draft.report(place, "hyperedges cannot be read: an edge joins two vertices")
        case "data":
            if let parent, parent == "node" || parent == "edge" { beginData(attributes, of: parent, place) }
        default: break
        }
    }

    func appendText(_ text: String) {
        if skippedCount == 0 { self.text += text }
    }

    func endElement(_ name: String) {
        guard skippedCount == 0 else {
            skippedCount -= 1
            return
        }
        path.removeLast()
        switch name {
        case "default": if path.last == "key" { endDefault() }
        case "data": endData()
        case "key": openKey = nil
        case "node", "edge": endItem(name)
        default: break
        }
    }

    private func beginKey(_ attributes: [String: String], _ place: DataFileError.Problem) {
        guard let identifier = attributes["id"] else { return draft.report(place, "the key has no 'id'") }
        let name = attributes["attr.name"] ?? identifier
        let kind = attributes["attr.type"].flatMap(GraphAttribute.Kind.init) ?? .string
        let domain = attributes["for"] ?? "all"
        guard keys[identifier] == nil, !refusedIdentifiers.contains(identifier) else {
            return draft.report(place, "there is another key '\(identifier)'")
        }
        if let other = identifiers.lazy.compactMap({ self.keys[$0] })
            .first(where: { $0.meetsAnother(called: name, for: domain) }),
            !(other.kind.isNumeric && kind.isNumeric)
        {
            refusedIdentifiers.insert(identifier)
            return draft.report(
                place,
                "there is another key called '\(name)': keys of one name are one attribute if they are numbers, but these are "
                    + "'\(other.kind.rawValue)' and '\(kind.rawValue)'")
        }
        keys[identifier] = Key(name: name, kind: kind, domain: domain, place: place)
        identifiers.append(identifier)
        openKey = identifier
        if domain == "node" || domain == "all" { Self.add(kind, to: &draft.vertexKinds, called: name) }
        if domain == "edge" || domain == "all" { Self.add(kind, to: &draft.edgeKinds, called: name) }
    }

    /// Adds an attribute, or the kind of further values of one that there is.
    private static func add(
        _ kind: GraphAttribute.Kind, to kinds: inout [(name: String, kind: GraphAttribute.Kind)], called name: String
    ) {
        guard let index = kinds.firstIndex(where: { $0.name == name }) else { return kinds.append((name, kind)) }
        kinds[index].kind = kinds[index].kind.joined(with: kind)
    }

    private func beginGraph(_ attributes: [String: String], _ parent: String?, _ place: DataFileError.Problem) {
        guard parent == "graphml", !hasGraph else {
            return draft.report(place, "only one graph can be read, and none inside of a vertex")
        }
        hasGraph = true
        guard let direction = attributes["edgedefault"], ["directed", "undirected"].contains(direction) else {
            return draft.report(place, "'edgedefault' of the graph must be 'directed' or 'undirected'")
        }
        draft.isDirected = direction == "directed"
    }

    private func beginEdge(_ attributes: [String: String], _ place: DataFileError.Problem) {
        begin(attributes, ["source", "target"], place)
        if let directed = attributes["directed"], ["true", "1"].contains(directed) != draft.isDirected {
            draft.report(place, "the edge has another direction than 'edgedefault' says: all must be alike")
        }
    }

    private func begin(_ attributes: [String: String], _ keys: [String], _ place: DataFileError.Problem) {
        ends = keys.compactMap { attributes[$0] }
        item = GraphDraft.Item(place: place)
        guard ends.count < keys.count else { return }
        item = nil
        let missing = keys.filter { attributes[$0] == nil }.map { "'\($0)'" }.joined(separator: " and ")
        draft.report(place, "the \(keys.count == 1 ? "node" : "edge") has no \(missing)")
    }

    private func beginData(_ attributes: [String: String], of parent: String, _ place: DataFileError.Problem) {
        guard let identifier = attributes["key"] else { return draft.report(place, "the element 'data' has no 'key'") }
        guard !refusedIdentifiers.contains(identifier) else { return }
        guard let key = keys[identifier] else {
            return draft.report(place, "there is no key '\(identifier)' before the graph")
        }
        guard [parent, "all"].contains(key.domain) else {
            return draft.report(
                place,
                "the key '\(identifier)' is for '\(key.domain)', but stands in \(parent == "node" ? "a" : "an") '\(parent)'"
            )
        }
        guard item?.attributes[key.name] == nil else {
            return draft.report(place, "there is another 'data' of the attribute '\(key.name)' in the same '\(parent)'")
        }
        openKey = identifier
        openPlace = place
    }

    private func endDefault() {
        guard let openKey, let key = keys[openKey] else { return }
        guard !keys.values.contains(where: { $0.standard != nil && $0.meetsAnother(called: key.name, for: key.domain) })
        else { return draft.report(key.place, "there is another 'default' of the attribute '\(key.name)'") }
        let standard = value(of: openKey, key, at: key.place)
        keys[openKey]?.standard = standard
    }

    private func endData() {
        defer { openKey = nil }
        guard item != nil, let openKey, let key = keys[openKey] else { return }
        item?.attributes[key.name] = value(of: openKey, key, at: openPlace)
    }

    /// The text that was read, without the blanks around numbers and truth values. It is one of the type of its own key, also
    /// where that is one of several of its name.
    private func value(of identifier: String, _ key: Key, at place: DataFileError.Problem) -> String {
        guard key.kind != .string else { return text }
        let value = text.withoutOuterBlanks
        if !key.kind.includes(value) {
            draft.report(
                place,
                "'\(value)' is not \(key.kind.words), as the key '\(identifier)' is of the type '\(key.kind.rawValue)'")
        }
        return value
    }

    private func endItem(_ name: String) {
        guard let item else { return }
        self.item = nil
        if name == "node" {
            draft.appendVertex(ends[0], item)
        } else {
            draft.appendEdge(from: ends[0], to: ends[1], item)
        }
    }
}

extension GraphAttribute.Kind {
    fileprivate var isNumeric: Bool { [.int, .long, .float, .double].contains(self) }

    /// Tests if a text is a value of the kind. Programs write truth values in capital letters, too.
    fileprivate func includes(_ text: String) -> Bool {
        switch self {
        case .boolean: ["true", "false", "1", "0"].contains(text.lowercased())
        case .int: Int32(text) != nil
        case .long: Int64(text) != nil
        case .float, .double: Double(decimal: text) != nil
        case .string: true
        }
    }

    fileprivate var words: String {
        switch self {
        case .boolean: "a truth value"
        case .int: "a whole number of 32 bits"
        case .long: "a whole number"
        case .float, .double: "a number"
        case .string: "a text"
        }
    }

    /// The kind of numbers among which there are some of either kind.
    fileprivate func joined(with other: Self) -> Self {
        guard self != other else { return self }
        return [.int, .long].contains(self) && [.int, .long].contains(other) ? .long : .double
    }
}
