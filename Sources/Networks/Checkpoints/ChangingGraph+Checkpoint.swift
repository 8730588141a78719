import SimulationEngine

extension ChangingGraph: Resumable {
    /// Archives the graph if it has changed. Which vertices are there, the simulation archives.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&revision)
        guard revision > 0 else { return }
        try graph.archive(in: archive)
        var edges = editions.keys.sorted()
        var counts = edges.map { editions[$0] ?? 0 }
        try archive.values(&edges)
        try archive.values(&counts)
        guard Set(edges).count == edges.count, counts.count == edges.count else {
            throw .damaged(reason: "it is not known how often \(edges.count) edges have been set")
        }
        if archive.isReading { editions = Dictionary(uniqueKeysWithValues: zip(edges, counts)) }
    }
}

extension Graph {
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(isDirected ? 1 : 0, "whether the graph is directed")
        try outgoing.archive(in: archive)
        if var rows = sources {
            try rows.archive(in: archive)
            sources = rows
        }
        if archive.isReading { try checkEdges() }
        guard var names = vertexNames else { return }
        for vertex in 0..<vertexCount {
            if vertex == names.count { names.append("") }
            try archive.text(&names[vertex])
        }
        vertexNames = names
    }
}

extension Graph {
    /// Checks that each edge is known at both of its ends.
    private func checkEdges() throws(CheckpointError) {
        let incoming = sources ?? outgoing
        guard incoming.rowCount == outgoing.rowCount, Self.ends(of: outgoing) == Self.reversedEnds(of: incoming) else {
            throw .damaged(reason: "an edge is known at one of its ends only")
        }
    }

    /// The two ends of all edges, in order.
    private static func ends(of rows: AdjacencyRows) -> [UInt64] {
        (0..<rows.rowCount).flatMap { row in
            rows.vertices[rows.range(of: row)].map { UInt64(row) << 32 | UInt64(UInt32(bitPattern: $0)) }
        }.sorted()
    }

    private static func reversedEnds(of rows: AdjacencyRows) -> [UInt64] {
        ends(of: rows).map { $0 << 32 | $0 >> 32 }.sorted()
    }
}

extension AdjacencyRows {
    /// Archives the rows without the free places between them, which decide on nothing.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        let rows = compacted()
        var offsets = Array(rows.offsets)
        var vertices = Array(rows.vertices)
        var weights = rows.weights.map { Array($0) } ?? []
        try archive.values(&offsets)
        try archive.values(&vertices)
        try archive.expect(self.weights == nil ? 0 : 1, "whether the graph has weights")
        try archive.values(&weights)
        guard archive.isReading else { return }
        let isWhole =
            offsets.first == 0 && offsets.last.map(Int.init) == vertices.count
            && zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
            && vertices.allSatisfy { (0..<offsets.count - 1).contains(Int($0)) }
        guard isWhole, self.weights == nil || weights.count == vertices.count else {
            throw .damaged(reason: "the rows of the graph have gaps")
        }
        guard weights.allSatisfy(\.isFinite) else { throw .damaged(reason: "the weight of an edge is not finite") }
        self.offsets = ContiguousArray(offsets)
        self.vertices = ContiguousArray(vertices)
        if self.weights != nil { self.weights = ContiguousArray(weights) }
        gaps = nil
    }
}
