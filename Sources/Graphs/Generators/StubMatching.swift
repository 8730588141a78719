import Essentials

/// Edges between vertices of given degrees, made simple by switching ends.
struct StubMatching {
    /// The two ends of edge *i* are the elements 2 *i* and 2 *i* + 1.
    private var ends: ContiguousArray<Int32>

    /// Joins the ends of edges at random.
    init(degrees: [Int], _ random: inout RandomWords) {
        ends = []
        ends.reserveCapacity(degrees.reduce(0, +))
        for (vertex, degree) in degrees.enumerated() {
            for _ in 0..<degree { ends.append(Int32(vertex)) }
        }
        for index in stride(from: ends.count - 1, to: 0, by: -1) { ends.swapAt(index, random.below(index + 1)) }
    }

    /// Joins the vertex of the greatest degree to those of the next greatest ones, then goes on with what is left. The
    /// degrees must be those of a simple graph.
    ///
    /// S. L. Hakimi, *On realizability of a set of integers as degrees of the vertices of a linear graph*, Journal of the
    /// Society for Industrial and Applied Mathematics 10 (1962) 496, DOI 10.1137/0110037.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    init(havelHakimi degrees: [Int]) {
        ends = []
        var buckets = [[Int32]](repeating: [], count: degrees.count)
        for (vertex, degree) in degrees.enumerated() { buckets[degree].append(Int32(vertex)) }
        var top = buckets.count - 1
        while top > 0 {
            guard let vertex = buckets[top].popLast() else {
                top -= 1
                continue
            }
            // They are put back when all are known, so that none is taken twice.
            var taken: [(vertex: Int32, degree: Int)] = []
            var degree = top
            while taken.count < top, degree > 0 {
                if let other = buckets[degree].popLast() { taken.append((other, degree)) } else { degree -= 1 }
            }
            for (other, degree) in taken {
                ends.append(vertex)
                ends.append(other)
                buckets[degree - 1].append(other)
            }
        }
    }

    var edgeCount: Int { ends.count / 2 }

    var edges: EdgeColumns {
        EdgeColumns(
            sources: ContiguousArray(stride(from: 0, to: ends.count, by: 2).map { ends[$0] }),
            targets: ContiguousArray(stride(from: 1, to: ends.count, by: 2).map { ends[$0] }))
    }

    /// Switches ends of edges that are loops or there already with ends of random other edges.
    ///
    /// - Returns: How many there were; `nil` if that led to no simple graph.
    mutating func makeSimple(_ random: inout RandomWords) -> Int? {
        var present = EdgeSet(capacity: edgeCount)
        var bad: [Int] = []
        var isBad = [Bool](repeating: false, count: edgeCount)
        for edge in 0..<edgeCount {
            let (a, b) = (ends[2 * edge], ends[2 * edge + 1])
            if a != b, present.insert(a, b) { continue }
            bad.append(edge)
            isBad[edge] = true
        }
        let count = bad.count
        var attempts = 1000 + 100 * count
        while let edge = bad.last {
            guard attempts > 0 else { return nil }
            attempts -= 1
            let other = random.below(edgeCount)
            guard !isBad[other], switchEnds(of: edge, whichIsThere: false, and: other, &present, &random) else {
                continue
            }
            isBad[edge] = false
            bad.removeLast()
        }
        return count
    }

    /// Switches the ends of random pairs of edges, of a simple graph that stays simple.
    mutating func switchEnds(times: Int, _ random: inout RandomWords) {
        guard edgeCount > 1 else { return }
        var present = EdgeSet(capacity: edgeCount)
        for edge in 0..<edgeCount { _ = present.insert(ends[2 * edge], ends[2 * edge + 1]) }
        for _ in 0..<times {
            let (edge, other) = (random.below(edgeCount), random.below(edgeCount))
            if edge != other { _ = switchEnds(of: edge, whichIsThere: true, and: other, &present, &random) }
        }
    }

    /// Makes a–c and b–d of a–b and c–d, or a–d and b–c, if both are simple.
    private mutating func switchEnds(
        of edge: Int, whichIsThere: Bool, and other: Int, _ present: inout EdgeSet, _ random: inout RandomWords
    ) -> Bool {
        let (a, b) = (ends[2 * edge], ends[2 * edge + 1])
        let flip = random.below(2)
        let (c, d) = (ends[2 * other + flip], ends[2 * other + 1 - flip])
        guard a != c, b != d, !present.contains(a, c), !present.contains(b, d) else { return false }
        if whichIsThere { present.remove(a, b) }
        present.remove(c, d)
        _ = present.insert(a, c)
        _ = present.insert(b, d)
        (ends[2 * edge + 1], ends[2 * other], ends[2 * other + 1]) = (c, b, d)
        return true
    }
}
