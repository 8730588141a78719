extension Graph {
    /// The modularity of a partition of the vertices: the part of the edges, by weight, that lie inside of communities, less
    /// what it would be if edges were drawn at random between vertices of the same degrees.
    ///
    /// M. E. J. Newman and M. Girvan, *Finding and evaluating community structure in networks*, Physical Review E 69 (2004)
    /// 026113, DOI 10.1103/PhysRevE.69.026113; with weights Newman, ibid. 70 (2004) 056131, DOI
    /// 10.1103/PhysRevE.70.056131; with directions E. A. Leicht and M. E. J. Newman, Physical Review Letters 100 (2008)
    /// 118703, DOI 10.1103/PhysRevLett.100.118703.
    ///
    /// - Parameter communities: The number of the community of each vertex, from 0.
    /// - Throws: ``GraphMeasureError`` if there are not as many numbers as vertices, or a number is negative or greater than
    ///   the number of vertices.
    /// - Returns: The modularity; 0 if there are no edges.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func modularity(of communities: [Int]) throws(GraphMeasureError) -> Double {
        guard communities.count == vertexCount else {
            throw .wrongCount(of: "communities", count: communities.count, vertexCount: vertexCount)
        }
        if let community = communities.first(where: { !(0...vertexCount).contains($0) }) {
            throw .outOfRange("the number of a community", value: community, 0...vertexCount)
        }
        let count = (communities.max() ?? 0) + 1
        var (inside, outgoingStrength, incomingStrength) = (0.0, [Double](repeating: 0, count: count), [Double]())
        incomingStrength = outgoingStrength
        var total = 0.0
        for source in 0..<vertexCount {
            for index in outgoing.range(of: source) {
                let weight = outgoing.weights?[index] ?? 1
                let target = communities[Int(outgoing.vertices[index])]
                total += weight
                outgoingStrength[communities[source]] += weight
                incomingStrength[target] += weight
                if communities[source] == target { inside += weight }
            }
        }
        guard total > 0 else { return 0 }
        let expected = zip(outgoingStrength, incomingStrength).reduce(0) { $0 + $1.0 * $1.1 }
        return inside / total - expected / (total * total)
    }
}
