import Foundation
import SimulationEngine

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads GraphML with the XML parser of Foundation.
///
/// Vertices are called by their attribute `name`, as igraph writes it, if all have one and no two the same, else by their
/// identifiers. The attribute `weight` of edges is their weight. Hyperedges, nested graphs, and edges of which only some have
/// a direction are refused; ports are left out of account. The place of a problem is the end of the tag.
final class GraphMLReader: NSObject, XMLParserDelegate {
    /// A `key` element: an attribute of vertices or edges.
    private struct Key {
        let name: String
        let kind: GraphAttribute.Kind
        let domain: String
        var standard: String?
    }

    private let file: FileBytes
    private var draft = GraphDraft()
    private var keys: [String: Key] = [:]

    /// The elements that are open, from the outermost.
    private var path: [String] = []

    /// The vertex or edge that is open, and its identifiers.
    private var item: GraphDraft.Item?
    private var ends: [String] = []
    private var openKey: String?
    private var text = ""
    private var hasGraph = false
    private var failure: DataFileError.Problem?

    init(_ file: FileBytes) {
        self.file = file
    }

    func read(_ options: EdgeList.Options) throws(DataFileError) -> GraphFile {
        let parser = XMLParser(data: Data(buffer: file.bytes))
        parser.delegate = self
        if !parser.parse(), failure == nil {
            let reason = parser.parserError.map { ($0 as NSError).code } ?? 0
            failure = .init(
                line: parser.lineNumber, column: max(1, parser.columnNumber), length: 1,
                "this is not well-formed XML (error \(reason) of libxml2)")
        }
        if let failure { throw DataFileError(file: file.name, problems: [failure]) }
        guard hasGraph else {
            throw DataFileError(
                file: file.name, problems: [.init(line: 1, column: 1, "there is no element 'graph' in 'graphml'")])
        }
        fillInStandards()
        return try draft.finish(file.name, nameKeys: ["name"], weightKeys: ["weight"], options)
    }

    /// Puts in what keys say for vertices and edges that do not say it themselves.
    private func fillInStandards() {
        for key in keys.values {
            guard let standard = key.standard else { continue }
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

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        let parent = path.last
        path.append(name)
        text = ""
        switch name {
        case "graphml" where parent == nil: break
        case _ where parent == nil: fail(parser, "the outermost element is '\(name)', but must be 'graphml'")
        case "key": beginKey(parser, attributes)
        case "graph": beginGraph(parser, attributes, parent)
        case "node": begin(parser, attributes, ["id"])
        case "edge":
            begin(parser, attributes, ["source", "target"])
            if let directed = attributes["directed"], (directed == "true") != draft.isDirected {
                draft.report(place(parser), "the edge has another direction than 'edgedefault' says: all must be alike")
            }
        case "hyperedge": draft.report(place(parser), "hyperedges cannot be read: an edge joins two vertices")
        case "data": openKey = attributes["key"]
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        path.removeLast()
        switch name {
        case "default": if let openKey { keys[openKey]?.standard = text }
        case "data": endData(parser)
        case "node", "edge": endItem(name)
        default: break
        }
    }

    private func beginKey(_ parser: XMLParser, _ attributes: [String: String]) {
        guard let identifier = attributes["id"] else {
            return draft.report(place(parser), "the key has no 'id'")
        }
        let name = attributes["attr.name"] ?? identifier
        let kind = attributes["attr.type"].flatMap(GraphAttribute.Kind.init) ?? .string
        let domain = attributes["for"] ?? "all"
        keys[identifier] = Key(name: name, kind: kind, domain: domain)
        openKey = identifier
        if domain == "node" || domain == "all" { draft.vertexKinds.append((name, kind)) }
        if domain == "edge" || domain == "all" { draft.edgeKinds.append((name, kind)) }
    }

    private func beginGraph(_ parser: XMLParser, _ attributes: [String: String], _ parent: String?) {
        guard parent == "graphml", !hasGraph else {
            return draft.report(place(parser), "only one graph can be read, and none inside of a vertex")
        }
        hasGraph = true
        guard let direction = attributes["edgedefault"], ["directed", "undirected"].contains(direction) else {
            return draft.report(place(parser), "'edgedefault' of the graph must be 'directed' or 'undirected'")
        }
        draft.isDirected = direction == "directed"
    }

    private func begin(_ parser: XMLParser, _ attributes: [String: String], _ keys: [String]) {
        ends = keys.compactMap { attributes[$0] }
        item = GraphDraft.Item(place: place(parser))
        guard ends.count < keys.count else { return }
        item = nil
        let missing = keys.filter { attributes[$0] == nil }.map { "'\($0)'" }.joined(separator: " and ")
        draft.report(place(parser), "the \(keys.count == 1 ? "node" : "edge") has no \(missing)")
    }

    private func endData(_ parser: XMLParser) {
        defer { openKey = nil }
        guard item != nil, let identifier = openKey else { return }
        guard let key = keys[identifier] else {
            return draft.report(place(parser), "there is no key '\(identifier)' before the graph")
        }
        item?.attributes[key.name] = text
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

    private func place(_ parser: XMLParser) -> DataFileError.Problem {
        DataFileError.Problem(line: parser.lineNumber, column: max(1, parser.columnNumber), length: 1, "")
    }

    private func fail(_ parser: XMLParser, _ message: String) {
        failure = failure ?? .init(line: parser.lineNumber, column: max(1, parser.columnNumber), length: 1, message)
        parser.abortParsing()
    }
}
