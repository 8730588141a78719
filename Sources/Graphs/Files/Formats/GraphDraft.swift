import Essentials

/// A graph while its file is read: vertices by the identifiers of the file, edges with their places.
struct GraphDraft {
    /// A vertex or an edge of the file.
    struct Item {
        /// The attributes in the order of the file.
        var attributes: [String: String] = [:]

        /// Where it stands.
        var place: DataFileError.Problem
    }

    var isDirected = false
    var vertices: [Item] = []
    var edges: [Item] = []
    private(set) var identifiers: [String] = []
    private var numbers: [String: Int] = [:]
    private var sources: [String] = []
    private var targets: [String] = []
    private(set) var problems: [DataFileError.Problem] = []

    /// Kinds of attributes that the file tells, by their names.
    var vertexKinds: [(name: String, kind: GraphAttribute.Kind)] = []
    var edgeKinds: [(name: String, kind: GraphAttribute.Kind)] = []

    mutating func report(_ place: DataFileError.Problem, _ message: String) {
        problems.append(DataFileError.Problem(line: place.line, column: place.column, length: place.length, message))
    }

    mutating func appendVertex(_ identifier: String, _ item: Item) {
        guard numbers.updateValue(vertices.count, forKey: identifier) == nil else {
            return report(item.place, "the vertex '\(identifier)' stands twice")
        }
        identifiers.append(identifier)
        vertices.append(item)
    }

    mutating func appendEdge(from source: String, to target: String, _ item: Item) {
        sources.append(source)
        targets.append(target)
        edges.append(item)
    }

    // MARK: The graph

    /// Makes the graph.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - nameKeys: Attributes of vertices that may be their names, the first that all have and no two the same.
    ///   - weightKeys: Attributes of edges that may be their weights, the first that one of them has.
    ///   - options: Says if weights are wanted, and if loops and repeated edges are left out.
    /// - Returns: The graph with its attributes.
    /// - Throws: `DataFileError` with all problems.
    mutating func finish(
        _ file: String, nameKeys: [String], weightKeys: [String], _ options: EdgeList.Options
    ) throws(DataFileError) -> GraphFile {
        if vertices.isEmpty, problems.isEmpty { problems.append(.init("the file has no vertices")) }
        let nameKey = nameKeys.first { key in
            let names = vertices.compactMap { $0.attributes[key] }
            return names.count == vertices.count && Set(names).count == names.count
        }
        let names = nameKey.map { key in vertices.map { $0.attributes[key] ?? "" } } ?? identifiers
        let hasWeights = options.isWeighted ?? true
        let weightKey = hasWeights ? weightKeys.first { key in edges.contains { $0.attributes[key] != nil } } : nil
        if options.isWeighted == true, weightKey == nil, let edge = edges.first {
            report(edge.place, "weights are asked for, but no edge has a '\(weightKeys[0])': leave 'weights' out")
        }
        let columns = edgeColumns(weightKey)
        let named = NamedEdges(names: names, columns: columns)
        if problems.isEmpty {
            problems = named.repetitions(isDirected: isDirected, allowing: options.allowedEdgesOfGraph) {
                edges[$0].place
            }
        }
        guard problems.isEmpty else { throw DataFileError(file: file, problems: problems.inOrderOfPlaces) }
        do {
            let graph = try Graph(
                vertexCount: names.count, edges: columns, isDirected: isDirected,
                allowing: options.allowedEdgesOfGraph, vertexNames: names)
            return GraphFile(
                options.isSimplified ? graph.simplified() : graph,
                vertexAttributes: attributes(of: vertices, vertexKinds.filter { $0.name != nameKey }),
                edgeAttributes: attributes(
                    of: edgeOrder(columns, options).map { edges[$0] }, edgeKinds.filter { $0.name != weightKey }))
        } catch {
            throw DataFileError(file: file, problems: [.init("\(error)")])
        }
    }

    private mutating func edgeColumns(_ weightKey: String?) -> EdgeColumns {
        var columns = EdgeColumns(hasWeights: weightKey != nil, capacity: edges.count)
        for (index, edge) in edges.enumerated() {
            for end in [sources[index], targets[index]] where numbers[end] == nil {
                report(edge.place, "the edge leads to vertex '\(end)', which is not among the vertices")
            }
            guard let source = numbers[sources[index]], let target = numbers[targets[index]] else { continue }
            columns.append(source, target, weight: weightKey.map { weight(of: edge, $0) } ?? 1)
        }
        return columns
    }

    private mutating func weight(of edge: Item, _ key: String) -> Double {
        let text = edge.attributes[key]
        if let weight = text.flatMap({ Double(decimal: $0.withoutOuterBlanks) }), weight.isFinite { return weight }
        let found = text.map { "'\($0)'" } ?? "none"
        report(edge.place, "the '\(key)' of the edge must be a finite number, as that of other edges, but is \(found)")
        return 1
    }

    /// The edges of the file in the order of the graph.
    private func edgeOrder(_ columns: EdgeColumns, _ options: EdgeList.Options) -> [Int] {
        let ends = (0..<columns.count).map { index in
            let (source, target) = (columns.sources[index], columns.targets[index])
            return isDirected ? (source, target) : (min(source, target), max(source, target))
        }
        let order = ends.indices.sorted { ends[$0] == ends[$1] ? $0 < $1 : ends[$0] < ends[$1] }
        guard options.isSimplified else { return order }
        var last: (Int32, Int32) = (-1, -1)
        return order.filter { index in
            defer { last = ends[index] }
            return ends[index] != last && ends[index].0 != ends[index].1
        }
    }

    private func attributes(
        of items: [Item], _ kinds: [(name: String, kind: GraphAttribute.Kind)]
    ) -> [GraphAttribute] {
        kinds.map { name, kind in
            GraphAttribute(name: name, kind: kind, values: items.map { $0.attributes[name] })
        }
    }
}
