/// Where nodes stand in a list in which they may stand several times.
///
/// Memory: 4 bytes for each number up to the greatest of the list, and 4 for each place in the list.
struct NodePositions {
    /// The last position of each node, -1 of one that is not in the list.
    private var last: [Int32]

    /// The position before of the same node, -1 if there is none.
    private var previous: [Int32]

    /// - Complexity: O(*n* + *m*) for *n* nodes with numbers up to *m*.
    init(of nodes: some Collection<Int>) {
        last = Array(repeating: -1, count: (nodes.max() ?? -1) + 1)
        previous = Array(repeating: -1, count: nodes.count)
        for (position, node) in nodes.enumerated() {
            previous[position] = last[node]
            last[node] = Int32(position)
        }
    }

    /// Calls a closure with each position of a node.
    ///
    /// - Complexity: O(1) for each.
    @inline(__always)
    func forEach(of node: Int, _ body: (Int) -> Void) {
        guard node < last.count else { return }
        var position = last[node]
        while position >= 0 {
            body(Int(position))
            position = previous[Int(position)]
        }
    }
}
