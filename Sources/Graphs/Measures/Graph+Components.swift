/// The pieces of a graph.
public struct GraphComponents: Equatable, Sendable {
    /// The number of the component of each vertex; components are numbered in the order of their first vertices.
    public let numbers: ContiguousArray<Int32>

    /// The number of vertices of each component.
    public let sizes: [Int]

    /// The number of components.
    public var count: Int { sizes.count }

    /// The number of vertices of the largest component, the giant one if there is one; 0 without vertices.
    public var largestSize: Int { sizes.max() ?? 0 }

    /// The vertices of the largest component, the first of several, in ascending order.
    public var largest: [Int] {
        guard let index = sizes.firstIndex(of: largestSize) else { return [] }
        return numbers.indices.filter { Int(numbers[$0]) == index }
    }
}

extension Graph {
    /// The pieces that are connected, directions of edges left out of account.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func components() -> GraphComponents {
        var numbers = ContiguousArray<Int32>(repeating: -1, count: vertexCount)
        var sizes: [Int] = []
        var queue: ContiguousArray<Int32> = []
        for start in 0..<vertexCount where numbers[start] < 0 {
            let number = Int32(truncatingIfNeeded: sizes.count)
            numbers[start] = number
            queue.removeAll(keepingCapacity: true)
            queue.append(Int32(truncatingIfNeeded: start))
            var next = 0
            while next < queue.count {
                let vertex = Int(queue[next])
                next += 1
                for rows in isDirected ? [outgoing, incoming] : [outgoing] {
                    for index in rows.range(of: vertex) where numbers[Int(rows.vertices[index])] < 0 {
                        numbers[Int(rows.vertices[index])] = number
                        queue.append(rows.vertices[index])
                    }
                }
            }
            sizes.append(queue.count)
        }
        return GraphComponents(numbers: numbers, sizes: sizes)
    }

    /// The pieces in which each vertex can be reached from each other along the directions of edges.
    ///
    /// R. E. Tarjan, *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1 (1972) 146,
    /// DOI 10.1137/0201010, without recursion.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func strongComponents() -> GraphComponents {
        var search = StrongComponentSearch(self)
        return search.components()
    }
}

private struct StrongComponentSearch {
    private let graph: Graph
    private var order: ContiguousArray<Int32>
    private var low: ContiguousArray<Int32>
    private var roots: ContiguousArray<Int32>
    private var stack: [Int] = []
    private var path: [(vertex: Int, next: Int)] = []
    private var visited: Int32 = 0

    init(_ graph: Graph) {
        self.graph = graph
        order = ContiguousArray(repeating: -1, count: graph.vertexCount)
        low = order
        roots = order
    }

    mutating func components() -> GraphComponents {
        for start in 0..<graph.vertexCount where order[start] < 0 { visit(from: start) }
        // Numbered in the order of their first vertices.
        var names = [Int32](repeating: -1, count: graph.vertexCount)
        var sizes: [Int] = []
        let numbers = ContiguousArray(
            roots.map { root in
                if names[Int(root)] < 0 {
                    names[Int(root)] = Int32(truncatingIfNeeded: sizes.count)
                    sizes.append(0)
                }
                sizes[Int(names[Int(root)])] += 1
                return names[Int(root)]
            })
        return GraphComponents(numbers: numbers, sizes: sizes)
    }

    private mutating func visit(from start: Int) {
        enter(start)
        while let (vertex, next) = path.last {
            guard next < graph.outgoing.range(of: vertex).upperBound else {
                leave(vertex)
                continue
            }
            path[path.count - 1].next += 1
            let neighbour = Int(graph.outgoing.vertices[next])
            if order[neighbour] < 0 {
                enter(neighbour)
            } else if roots[neighbour] < 0 {
                low[vertex] = min(low[vertex], order[neighbour])
            }
        }
    }

    private mutating func enter(_ vertex: Int) {
        order[vertex] = visited
        low[vertex] = visited
        visited += 1
        stack.append(vertex)
        path.append((vertex, graph.outgoing.range(of: vertex).lowerBound))
    }

    private mutating func leave(_ vertex: Int) {
        path.removeLast()
        if let parent = path.last?.vertex { low[parent] = min(low[parent], low[vertex]) }
        guard low[vertex] == order[vertex] else { return }
        while let member = stack.popLast() {
            roots[member] = Int32(truncatingIfNeeded: vertex)
            if member == vertex { return }
        }
    }
}
