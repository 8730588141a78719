/// How many vertices have which degree.
public struct DegreeDistribution: Equatable, Sendable {
    /// The number of vertices of each degree, from 0 to the greatest.
    public let counts: [Int]

    /// The number of all vertices.
    public var vertexCount: Int { counts.reduce(0, +) }

    /// The greatest degree.
    public var greatest: Int { max(0, counts.count - 1) }

    /// The mean of a power of the degree, ⟨kᵖ⟩.
    public func moment(_ power: Int) -> Double {
        let sum = counts.enumerated().reduce(0.0) { sum, item in
            var term = Double(item.element)
            guard item.element > 0 else { return sum }
            // Of whatever is greater than 1, no higher power is another number than this one.
            for _ in 0..<min(power.magnitude, 1200) {
                if power > 0 { term *= Double(item.offset) } else { term /= Double(item.offset) }
            }
            return sum + term
        }
        return sum / Double(vertexCount)
    }

    /// The mean degree.
    public var mean: Double { moment(1) }

    init(_ degrees: some Sequence<Int>) {
        var counts: [Int] = []
        for degree in degrees {
            if degree >= counts.count { counts += Array(repeating: 0, count: degree + 1 - counts.count) }
            counts[degree] += 1
        }
        self.counts = counts
    }
}

extension Graph {
    /// How many vertices have which degree: how many edges lead away.
    ///
    /// - Complexity: O(n) for n vertices.
    public var degreeDistribution: DegreeDistribution {
        DegreeDistribution((0..<vertexCount).lazy.map { degree(of: $0) })
    }

    /// How many vertices are led to by how many edges; the same as ``degreeDistribution`` without directions.
    ///
    /// - Complexity: O(n) for n vertices.
    public var inDegreeDistribution: DegreeDistribution {
        DegreeDistribution((0..<vertexCount).lazy.map { inDegree(of: $0) })
    }
}
