/// Who brought about whose jump: a forest with a vertex for each time that a node was changed by a neighbour, such as the
/// transmission tree of an epidemic, or for each event, such as an avalanche of neurons that fire.
///
/// A node that passes something on without having got it from a neighbour is a root. A node may stand in the tree several times.
public struct CauseTree: Equatable, Sendable {
    /// A time that a node was changed.
    public struct Vertex: BitwiseCopyable, Equatable, Sendable {
        /// The number of the node.
        public let node: Int32

        /// The number, in ``vertices``, of what changed it; -1 for a root.
        public let parent: Int32

        /// When.
        public let time: Double

        /// How many steps it is away from its root.
        public let generation: Int32

        /// How many others it has brought about.
        public fileprivate(set) var childCount: Int32 = 0
    }

    /// All vertices, in the order of their times.
    public private(set) var vertices: [Vertex] = []

    /// Where each node stands in the tree last; -1 if nowhere, or if it has been changed from outside since.
    private var last: [Int32] = []

    /// Creates an empty tree.
    public init() {}

    /// Adds a root.
    ///
    /// - Complexity: O(1) amortised.
    public mutating func addRoot(_ node: Int, at time: Double) {
        append(Int32(node), parent: -1, generation: 0, at: time)
    }

    /// Adds that a node was changed by another one, which becomes a root if it is not in the tree.
    ///
    /// - Complexity: O(1) amortised.
    public mutating func add(_ node: Int, by source: Int, at time: Double) {
        if source >= last.count || last[source] < 0 { addRoot(source, at: time) }
        add(node, under: Int(last[source]), at: time)
    }

    /// Adds that a node was changed by what stands at a vertex of the tree.
    ///
    /// - Complexity: O(1) amortised.
    public mutating func add(_ node: Int, under parent: Int, at time: Double) {
        vertices[parent].childCount += 1
        append(Int32(node), parent: Int32(parent), generation: vertices[parent].generation + 1, at: time)
    }

    /// Forgets where a node stands, which has been changed from outside.
    public mutating func forget(_ node: Int) {
        if node < last.count { last[node] = -1 }
    }

    private mutating func append(_ node: Int32, parent: Int32, generation: Int32, at time: Double) {
        let count = Int(node) + 1 - last.count
        if count > 0 { last.append(contentsOf: repeatElement(-1, count: max(count, last.count))) }
        last[Int(node)] = Int32(vertices.count)
        vertices.append(Vertex(node: node, parent: parent, time: time, generation: generation))
    }
}

extension CauseTree {
    /// The time from when its parent was changed to when a vertex was; `nil` for a root.
    public func interval(of vertex: Vertex) -> Double? {
        vertex.parent < 0 ? nil : vertex.time - vertices[Int(vertex.parent)].time
    }

    /// For each vertex those that it has brought about, in their order.
    ///
    /// - Complexity: O(n) for n vertices.
    public var children: [[Int32]] {
        var children = [[Int32]](repeating: [], count: vertices.count)
        for (index, vertex) in vertices.enumerated() where vertex.parent >= 0 {
            children[Int(vertex.parent)].append(Int32(index))
        }
        return children
    }

    /// Archives the tree.
    package mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var (nodes, parents) = (vertices.map(\.node), vertices.map(\.parent))
        var (times, generations) = (vertices.map(\.time), vertices.map(\.generation))
        var counts = vertices.map(\.childCount)
        try archive.values(&nodes)
        try archive.values(&parents)
        try archive.values(&times)
        try archive.values(&generations)
        try archive.values(&counts)
        try archive.values(&last)
        guard archive.isReading else { return }
        let areGood =
            [parents.count, times.count, generations.count, counts.count].allSatisfy { $0 == nodes.count }
            && nodes.allSatisfy { $0 >= 0 } && last.allSatisfy { (-1..<nodes.count).contains(Int($0)) }
            && parents.enumerated().allSatisfy { (-1..<$0.offset).contains(Int($0.element)) }
        guard areGood else { throw .damaged(reason: "a tree of causes has a vertex that comes before its parent") }
        vertices = nodes.indices.map { index in
            Vertex(
                node: nodes[index], parent: parents[index], time: times[index], generation: generations[index],
                childCount: counts[index])
        }
    }
}
