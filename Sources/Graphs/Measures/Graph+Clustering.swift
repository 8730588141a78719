/// How often the neighbours of a vertex are neighbours of each other, whatever the weights of edges.
public struct GraphClustering: Equatable, Sendable {
    /// The number of triangles at each vertex.
    public let triangles: [Int]

    /// The degrees.
    public let degrees: [Int]

    /// The local clustering coefficient of each vertex: the part of the pairs of its neighbours that are joined, 0 where
    /// there is no pair.
    public var local: [Double] {
        zip(triangles, degrees).map { (triangles: Int, degree: Int) in
            degree < 2 ? 0 : Double(2 * triangles) / Double(degree * (degree - 1))
        }
    }

    /// The mean of the local coefficients (D. J. Watts and S. H. Strogatz, *Collective dynamics of 'small-world' networks*,
    /// Nature 393 (1998) 440, DOI 10.1038/30918).
    public var average: Double { local.reduce(0, +) / Double(local.count) }

    /// The part of all paths of two edges that a third closes (M. E. J. Newman, S. H. Strogatz and D. J. Watts, *Random
    /// graphs with arbitrary degree distributions and their applications*, Physical Review E 64 (2001) 026118,
    /// DOI 10.1103/PhysRevE.64.026118); 0 where there are none.
    public var transitivity: Double {
        let paths = degrees.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
        return paths == 0 ? 0 : Double(triangles.reduce(0, +)) / Double(paths)
    }
}

extension Graph {
    /// Counts the triangles at each vertex. Loops and repeated edges do not count.
    ///
    /// Each triangle is found once, from its edges turned towards the greater degree, so that hubs cost little
    /// (T. Schank and D. Wagner, *Finding, counting and listing all triangles in large graphs*, WEA 2005, Lecture Notes in
    /// Computer Science 3503, 606, DOI 10.1007/11427186_54).
    ///
    /// - Throws: ``GraphMeasureError`` if edges have a direction.
    /// - Complexity: O(n + m^1.5) for n vertices and m edges.
    public func clustering() throws(GraphMeasureError) -> GraphClustering {
        guard !isDirected else { throw .needsUndirected("clustering") }
        let simple = simplified()
        let degrees = (0..<vertexCount).map { simple.degree(of: $0) }
        var triangles = [Int](repeating: 0, count: vertexCount)
        let isBefore = { (a: Int, b: Int) in (degrees[a], a) < (degrees[b], b) }
        let forward = (0..<vertexCount).map { vertex in
            simple.neighbours(of: vertex).filter { isBefore(vertex, Int($0)) }
        }
        var isMarked = [Bool](repeating: false, count: vertexCount)
        for vertex in 0..<vertexCount {
            for other in forward[vertex] { isMarked[Int(other)] = true }
            for second in forward[vertex] {
                for third in forward[Int(second)] where isMarked[Int(third)] {
                    triangles[vertex] += 1
                    triangles[Int(second)] += 1
                    triangles[Int(third)] += 1
                }
            }
            for other in forward[vertex] { isMarked[Int(other)] = false }
        }
        return GraphClustering(triangles: triangles, degrees: degrees)
    }
}
