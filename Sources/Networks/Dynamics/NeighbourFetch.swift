import CKernels

/// When vertices at the other ends of edges are fetched into the processor's caches ahead of their turn.
///
/// In a graph without order each edge leads to another line of memory. As long as all vertices fit into the second cache the
/// processor gets them in time by itself; from the third cache or from memory it would wait for most of them. The edges
/// themselves lie in order, so that it can be told ``nk_fetch_distance`` edges before. This changes no sum.
enum NeighbourFetch {
    /// Up to how many bytes all vertices together are near: about the size of a second cache.
    static let nearBytes = 1 << 20

    /// Below which place the edges are that have another one ``nk_fetch_distance`` places behind them.
    ///
    /// - Parameters:
    ///   - placeCount: The number of places for edges.
    ///   - vertexBytes: The size of all vertices.
    ///   - nearBytes: The size up to which nothing is fetched.
    /// - Returns: The end of these edges, 0 where nothing needs to be fetched.
    static func end(placeCount: Int, vertexBytes: Int, nearBytes: Int) -> Int {
        vertexBytes > nearBytes ? max(0, placeCount - Int(nk_fetch_distance)) : 0
    }
}
