import Graphs

extension Graph {
    /// Whether rows are sorted without doubles, no vertex is its own neighbour, and each edge stands in both of its ends.
    var isSimpleAndUndirected: Bool {
        (0..<vertexCount).allSatisfy { vertex in
            let row = Array(neighbours(of: vertex))
            return zip(row, row.dropFirst()).allSatisfy { $0 < $1 }
                && row.allSatisfy { Int($0) != vertex && hasEdge(from: Int($0), to: vertex) }
        }
    }

    var isConnected: Bool {
        var seen = [Bool](repeating: false, count: vertexCount)
        var waiting = [0]
        seen[0] = true
        var count = 0
        while let vertex = waiting.popLast() {
            count += 1
            for neighbour in neighbours(of: vertex) where !seen[Int(neighbour)] {
                seen[Int(neighbour)] = true
                waiting.append(Int(neighbour))
            }
        }
        return count == vertexCount
    }

    var degrees: [Int] { (0..<vertexCount).map(degree) }

    /// The edges, each once, as pairs in ascending order.
    var pairs: [[Int]] {
        (0..<vertexCount).flatMap { vertex in
            neighbours(of: vertex).map(Int.init).filter { $0 > vertex }.map { [vertex, $0] }
        }
    }

    /// The part of connected triples that are triangles.
    var transitivity: Double {
        var closed = 0
        var triples = 0
        for vertex in 0..<vertexCount {
            let row = neighbours(of: vertex).map(Int.init)
            triples += row.count * (row.count - 1) / 2
            for (index, a) in row.enumerated() {
                for b in row[..<index] where hasEdge(from: a, to: b) { closed += 1 }
            }
        }
        return Double(closed) / Double(triples)
    }
}
