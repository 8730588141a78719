import Essentials

extension Graph {
    /// An undirected graph of edges that a generator has made, which are known to be in range and as they may be.
    init(vertexCount: Int, generated edges: EdgeColumns) {
        let team = ThreadTeam(threadCount: 1)
        let byTarget = AdjacencyRows.sorting(byTargetOf: edges, rowCount: vertexCount, isDirected: false, team: team)
        self.init(rows: byTarget.areAscending ? byTarget.rows : byTarget.rows.transposed(team: team).rows)
    }
}
