/// Changes of one edge or vertex at a time.
///
/// The vertices keep their numbers; one that is removed stays as a vertex without edges.
extension Graph {
    /// Adds an edge.
    ///
    /// - Parameters:
    ///   - source: The vertex from which it leads.
    ///   - target: The vertex to which it leads.
    ///   - weight: Its weight, which must be 1 in a graph whose edges have none.
    /// - Throws: ``GraphError``: the edge cannot be, or is there already and multiple edges are not allowed. The graph is
    ///   then as it was.
    /// - Complexity: O(d) amortised for vertices of d neighbours; O(n + m) the first time that a graph is changed.
    public mutating func addEdge(from source: Int, to target: Int, weight: Double = 1) throws(GraphError) {
        try check(source, target)
        guard source != target || allowedEdges.contains(.loops) else { throw .loop(vertex: source, edge: edgeCount) }
        guard allowedEdges.contains(.multipleEdges) || !hasEdge(from: source, to: target) else {
            throw duplicate(source, target)
        }
        guard weight.isFinite else { throw .weightNotFinite(weight, edge: edgeCount) }
        guard isWeighted || weight == 1 else { throw .notWeighted }
        guard outgoing.entryCount < Self.greatestChangingCount else { throw .tooManyEdgesToChange(edgeCount) }
        outgoing.insert(Int32(target), weight: weight, inRow: source)
        if isDirected {
            sources?.insert(Int32(source), weight: weight, inRow: target)
        } else {
            outgoing.insert(Int32(source), weight: weight, inRow: target)
        }
    }

    /// Removes an edge; one of them, where there are several between two vertices.
    ///
    /// - Throws: ``GraphError/vertexOutOfRange(_:edge:vertexCount:)``, ``GraphError/missingEdge(_:_:isDirected:)``.
    /// - Complexity: O(d) for vertices of d neighbours; O(n + m) the first time that a graph is changed.
    public mutating func removeEdge(from source: Int, to target: Int) throws(GraphError) {
        let position = try position(source, target)
        let weight = outgoing.weights?[position]
        outgoing.remove(at: position, fromRow: source)
        if isDirected {
            sources?.removeEntry(Int32(source), weight: weight, fromRow: target)
        } else {
            outgoing.removeEntry(Int32(source), weight: weight, fromRow: target)
        }
    }

    /// Gives an edge another weight; one of them, where there are several between two vertices.
    ///
    /// - Throws: ``GraphError/missingEdge(_:_:isDirected:)``, ``GraphError/notWeighted``,
    ///   ``GraphError/weightNotFinite(_:edge:)``, ``GraphError/vertexOutOfRange(_:edge:vertexCount:)``.
    /// - Complexity: O(log d) for vertices of d neighbours, plus the number of edges between the two.
    public mutating func setWeight(_ weight: Double, from source: Int, to target: Int) throws(GraphError) {
        let position = try position(source, target)
        guard isWeighted else { throw .notWeighted }
        guard weight.isFinite else { throw .weightNotFinite(weight, edge: edgeCount) }
        let old = outgoing.weights?[position]
        outgoing.weights?[position] = weight
        if isDirected {
            sources?.setWeight(weight, ofEntry: Int32(source), weight: old, inRow: target)
        } else {
            outgoing.setWeight(weight, ofEntry: Int32(source), weight: old, inRow: target)
        }
    }

    /// The weight of an edge, 1 where edges have none, or `nil` if there is no such edge. Where there are several between
    /// two vertices, the weight of the first.
    ///
    /// - Complexity: O(log d) for a vertex of d neighbours.
    public func weight(from source: Int, to target: Int) -> Double? {
        position(ofEdgeFrom: source, to: target).map { outgoing.weights?[$0] ?? 1 }
    }

    /// Removes all edges that lead from a vertex or to it.
    ///
    /// - Throws: ``GraphError/vertexOutOfRange(_:edge:vertexCount:)``.
    /// - Complexity: O(d²) for d neighbours and their neighbours.
    public mutating func removeEdges(of vertex: Int) throws(GraphError) {
        try check(vertex, vertex)
        for target in ContiguousArray(neighbours(of: vertex)) where Int(target) != vertex {
            if isDirected {
                sources?.removeEntries(Int32(vertex), fromRow: Int(target))
            } else {
                outgoing.removeEntries(Int32(vertex), fromRow: Int(target))
            }
        }
        if isDirected {
            for source in ContiguousArray(inNeighbours(of: vertex)) where Int(source) != vertex {
                outgoing.removeEntries(Int32(vertex), fromRow: Int(source))
            }
            sources?.removeAll(fromRow: vertex)
        }
        outgoing.removeAll(fromRow: vertex)
    }

    /// Adds vertices without edges at the end.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - names: Their names, in a graph whose vertices have names.
    /// - Throws: ``GraphError/invalidVertexCount(_:)``, ``GraphError/wrongNameCount(_:vertexCount:)``.
    /// - Complexity: O(1) amortised for each; O(n + m) the first time that a graph is changed.
    public mutating func addVertices(_ count: Int, names: [String]? = nil) throws(GraphError) {
        let (total, overflow) = vertexCount.addingReportingOverflow(count)
        guard count >= 0, !overflow, total <= Int(Int32.max) else {
            throw .invalidVertexCount(overflow ? count : total)
        }
        guard (names == nil) == (vertexNames == nil), names?.count ?? count == count else {
            throw .wrongNameCount((vertexNames?.count ?? 0) + (names?.count ?? 0), vertexCount: total)
        }
        outgoing.appendRows(count)
        sources?.appendRows(count)
        if let names { vertexNames?.append(contentsOf: names) }
    }

    /// Offsets have 32 bits, and half of the places may be free.
    private static let greatestChangingCount = AdjacencyRows.greatestCount / 8

    private func check(_ source: Int, _ target: Int) throws(GraphError) {
        for vertex in [source, target] where !(0..<vertexCount).contains(vertex) {
            throw .vertexOutOfRange(vertex, edge: edgeCount, vertexCount: vertexCount)
        }
    }

    private func position(_ source: Int, _ target: Int) throws(GraphError) -> Int {
        try check(source, target)
        guard let position = outgoing.index(of: Int32(target), in: source) else {
            throw .missingEdge(source, target, isDirected: isDirected)
        }
        return position
    }

    private func duplicate(_ source: Int, _ target: Int) -> GraphError {
        isDirected
            ? .duplicateEdge(source, target, isDirected: true)
            : .duplicateEdge(min(source, target), max(source, target), isDirected: false)
    }
}

extension AdjacencyRows {
    /// The position of an entry of a weight, which is there.
    private func position(of vertex: Int32, weight: Double?, inRow row: Int) -> Int? {
        let end = range(of: row).upperBound
        var position = position(of: vertex, in: row)
        while position < end, vertices[position] == vertex {
            if weights?[position] == weight { return position }
            position += 1
        }
        return nil
    }

    fileprivate mutating func removeEntry(_ vertex: Int32, weight: Double?, fromRow row: Int) {
        if let position = position(of: vertex, weight: weight, inRow: row) { remove(at: position, fromRow: row) }
    }

    fileprivate mutating func setWeight(_ weight: Double, ofEntry vertex: Int32, weight old: Double?, inRow row: Int) {
        if let position = position(of: vertex, weight: old, inRow: row) { weights?[position] = weight }
    }

    fileprivate mutating func removeEntries(_ vertex: Int32, fromRow row: Int) {
        while let position = index(of: vertex, in: row) { remove(at: position, fromRow: row) }
    }
}
