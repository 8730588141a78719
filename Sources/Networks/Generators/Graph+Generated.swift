extension Graph {
    /// An undirected graph of edges that a generator has made, which are known to be in range and as they may be.
    init(vertexCount: Int, generated edges: EdgeColumns) {
        let rows = AdjacencyRows(byTargetOf: edges, rowCount: vertexCount, isDirected: false)
        self.init(rows: rows.isSorted ? rows : rows.transposed())
    }
}
