import Essentials

/// The lengths of shortest paths, in edges, from some vertices to all others.
public struct PathLengths: Equatable, Sendable {
    /// The vertices from which paths lead, in ascending order.
    public let sources: [Int]

    /// The greatest distance from each of them to a vertex that can be reached: its eccentricity.
    public let eccentricities: [Int]

    /// How many pairs of a source and another vertex have each distance, from 0, which no pair has.
    public let counts: [Int]

    /// How many pairs have no path.
    public let unreachableCount: Int

    /// The mean length over the pairs that have a path; `nil` if there is none.
    public var mean: Double? {
        let total = counts.reduce(0, +)
        guard total > 0 else { return nil }
        return Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
    }

    /// The greatest distance: the diameter if all vertices are sources and all can be reached, else a lower bound of it.
    public var greatest: Int { eccentricities.max() ?? 0 }
}

extension Graph {
    /// The distance of each vertex from one of them, in edges along their directions; -1 where no path leads.
    ///
    /// - Throws: ``GraphMeasureError`` if there is no such vertex.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func distances(from source: Int) throws(GraphMeasureError) -> ContiguousArray<Int32> {
        guard (0..<vertexCount).contains(source) else {
            throw .outOfRange("the vertex", value: source, 0...max(0, vertexCount - 1))
        }
        var search = BreadthFirstSearch(self)
        search.run(from: source)
        return search.distances
    }

    /// The lengths of shortest paths from all vertices.
    ///
    /// - Complexity: O(n (n + m)) for n vertices and m edges.
    public func pathLengths() -> PathLengths {
        pathLengths(from: Array(0..<vertexCount))
    }

    /// The lengths of shortest paths from a sample of vertices.
    ///
    /// - Parameters:
    ///   - sampleCount: How many vertices, each such set with the same probability.
    ///   - streams: The random numbers.
    /// - Throws: ``GraphMeasureError`` if there are not so many vertices.
    /// - Returns: The lengths of the paths from them.
    /// - Complexity: O(s (n + m)) for a sample of s of n vertices and m edges.
    public func pathLengths(
        fromSampleOf sampleCount: Int, from streams: RandomStreams
    ) throws(GraphMeasureError) -> PathLengths {
        guard (1...max(1, vertexCount)).contains(sampleCount), vertexCount > 0 else {
            throw .outOfRange("the size of the sample", value: sampleCount, 1...max(1, vertexCount))
        }
        var words = streams.words(for: .measures)
        var sources: [Int] = []
        words.forEachSample(sampleCount, below: vertexCount) { sources.append($0) }
        return pathLengths(from: sources)
    }

    private func pathLengths(from sources: [Int]) -> PathLengths {
        var search = BreadthFirstSearch(self)
        var eccentricities: [Int] = []
        var counts: [Int] = []
        var reached = 0
        for source in sources {
            search.run(from: source)
            for vertex in search.queue.dropFirst() {
                let distance = Int(search.distances[Int(vertex)])
                if distance >= counts.count { counts += Array(repeating: 0, count: distance + 1 - counts.count) }
                counts[distance] += 1
            }
            eccentricities.append(search.queue.last.map { Int(search.distances[Int($0)]) } ?? 0)
            reached += search.queue.count
        }
        return PathLengths(
            sources: sources, eccentricities: eccentricities, counts: counts,
            unreachableCount: sources.count * vertexCount - reached)
    }
}

private struct BreadthFirstSearch {
    private let graph: Graph
    private(set) var distances: ContiguousArray<Int32>

    /// The vertices that were reached, in the order of their distances.
    private(set) var queue: ContiguousArray<Int32> = []

    init(_ graph: Graph) {
        self.graph = graph
        distances = ContiguousArray(repeating: -1, count: graph.vertexCount)
        queue.reserveCapacity(graph.vertexCount)
    }

    mutating func run(from source: Int) {
        for vertex in queue { distances[Int(vertex)] = -1 }
        queue.removeAll(keepingCapacity: true)
        distances[source] = 0
        queue.append(Int32(truncatingIfNeeded: source))
        var next = 0
        while next < queue.count {
            let vertex = Int(queue[next])
            next += 1
            for index in graph.outgoing.range(of: vertex) {
                let neighbour = graph.outgoing.vertices[index]
                guard distances[Int(neighbour)] < 0 else { continue }
                distances[Int(neighbour)] = distances[vertex] + 1
                queue.append(neighbour)
            }
        }
    }
}
