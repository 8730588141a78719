/// The neighbours of all vertices, and the weights of the edges to them, for inner loops: nothing is checked.
struct Adjacency {
    /// Where rows begin.
    let starts: UnsafePointer<UInt32>

    /// Where rows end.
    let ends: UnsafePointer<UInt32>
    let neighbours: UnsafePointer<Int32>
    let weights: UnsafePointer<Double>?

    @inline(__always)
    func range(of vertex: Int) -> Range<Int> {
        Int(starts[vertex])..<Int(ends[vertex])
    }

    /// The sum of small numbers over the neighbours of a vertex, each times the weight of the edge.
    @inline(__always)
    func sum(of numbers: UnsafePointer<Int8>, around vertex: Int) -> Double {
        if let weights {
            var sum = 0.0
            for index in range(of: vertex) { sum += weights[index] * Double(numbers[Int(neighbours[index])]) }
            return sum
        }
        var sum = 0
        for index in range(of: vertex) { sum &+= Int(numbers[Int(neighbours[index])]) }
        return Double(sum)
    }
}

extension Graph {
    /// Calls a closure with the neighbours to which edges lead.
    func withAdjacency<Result>(_ body: (Adjacency) -> Result) -> Result {
        let rows = outgoing
        return rows.offsets.withUnsafeBufferPointer { offsets in
            rows.vertices.withUnsafeBufferPointer { vertices in
                guard let starts = offsets.baseAddress, let neighbours = vertices.baseAddress else {
                    preconditionFailure("arrays that are contiguous have an address")
                }
                return rows.gaps.withEnds(orAfter: starts) { ends in
                    guard let weights = rows.weights else {
                        return body(Adjacency(starts: starts, ends: ends, neighbours: neighbours, weights: nil))
                    }
                    return weights.withUnsafeBufferPointer {
                        body(
                            Adjacency(starts: starts, ends: ends, neighbours: neighbours, weights: $0.baseAddress))
                    }
                }
            }
        }
    }
}

extension RowGaps? {
    /// Calls a closure with the ends of rows: those that are known, or else where the next rows begin.
    fileprivate func withEnds<Result>(
        orAfter starts: UnsafePointer<UInt32>, _ body: (UnsafePointer<UInt32>) -> Result
    ) -> Result {
        guard let self else { return body(starts + 1) }
        return self.ends.withUnsafeBufferPointer { body($0.baseAddress ?? starts + 1) }
    }
}
