import Essentials

extension AdjacencyRows {
    /// Puts each edge into the row of its target and, where edges have no direction, of its source.
    ///
    /// All edges must lead from and to rows, and there must not be too many. Within a row the entries are in the order
    /// of the edges.
    ///
    /// - Complexity: O(n + m) for n rows and m edges.
    static func sorting(
        byTargetOf edges: EdgeColumns, rowCount: Int, isDirected: Bool, team: ThreadTeam
    ) -> RowSortResult {
        edges.sources.withUnsafeBufferPointer { sources in
            edges.targets.withUnsafeBufferPointer { targets in
                withUnsafePointer(toElementsOf: edges.weights) { weights in
                    let ends = EdgeEnds(sources: sources, targets: targets, weights: weights, isDirected: isDirected)
                    return RowSort(ends, rowCount: rowCount, team: team).result()
                }
            }
        }
    }

    /// The matrix with rows and columns exchanged, each of whose rows is in ascending order. It has as many rows as
    /// columns.
    ///
    /// - Complexity: O(n + m) for n rows and m entries.
    func transposed(team: ThreadTeam) -> RowSortResult {
        withUnsafePointer(toElementsOf: weights) { weights in
            vertices.withUnsafeBufferPointer { vertices in
                RowSort(RowEntries(rows: self, vertices: vertices, weights: weights), rowCount: rowCount, team: team)
                    .result()
            }
        }
    }
}

private func withUnsafePointer<Result>(
    toElementsOf weights: ContiguousArray<Double>?, _ use: (UnsafePointer<Double>?) -> Result
) -> Result {
    guard let weights else { return use(nil) }
    return weights.withUnsafeBufferPointer { use($0.baseAddress) }
}

/// How many pieces entries are cut into, unless there are few.
private func pieceCount(of count: Int) -> Int { min(64, count / 65_536 + 1) }

/// The ends of edges, each in the row of the other one: the sources, and the targets if edges have no direction.
private struct EdgeEnds: MatrixEntries {
    let sources: UnsafeBufferPointer<Int32>
    let targets: UnsafeBufferPointer<Int32>
    let weights: UnsafePointer<Double>?
    let isDirected: Bool

    var count: Int { isDirected ? sources.count : 2 * sources.count }
    var pieceCount: Int { Graphs.pieceCount(of: sources.count) }

    @inline(__always)
    func forEach(inPiece piece: Int, _ body: (Int32, Int32, Int) -> Void) {
        for edge in piece * sources.count / pieceCount..<(piece + 1) * sources.count / pieceCount {
            body(targets[edge], sources[edge], edge)
            if !isDirected { body(sources[edge], targets[edge], edge) }
        }
    }
}

/// The entries of rows, each in the row of its column.
private struct RowEntries: MatrixEntries {
    let rows: AdjacencyRows
    let vertices: UnsafeBufferPointer<Int32>
    let weights: UnsafePointer<Double>?

    var count: Int { rows.entryCount }
    var pieceCount: Int { Graphs.pieceCount(of: rows.entryCount) }

    @inline(__always)
    func forEach(inPiece piece: Int, _ body: (Int32, Int32, Int) -> Void) {
        for row in piece * rows.rowCount / pieceCount..<(piece + 1) * rows.rowCount / pieceCount {
            for index in rows.range(of: row) { body(vertices[index], Int32(truncatingIfNeeded: row), index) }
        }
    }
}
