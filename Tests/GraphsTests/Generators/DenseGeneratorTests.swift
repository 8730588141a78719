import Graphs
import Testing

/// Graphs in which most pairs of vertices are joined.
@Suite struct DenseGeneratorTests {
    @Test(
        "dense regular graphs are simple and regular", arguments: [(400, 399), (400, 398), (401, 396), (6, 3), (7, 4)])
    func regular(_ vertexCount: Int, _ degree: Int) throws {
        let graph = try Graph.randomRegular(nodes: vertexCount, degree: degree, from: RandomStreams(seed: 3))
        for vertex in 0..<vertexCount {
            let neighbours = Array(graph.neighbours(of: vertex))
            #expect(neighbours.count == degree && !neighbours.contains(Int32(vertex)))
            #expect(zip(neighbours, neighbours.dropFirst()).allSatisfy { $0 < $1 })
            #expect(neighbours.allSatisfy { graph.hasEdge(from: Int($0), to: vertex) })
        }
    }

    /// The complement of a 4-regular graph of six vertices is one of the 15 perfect matchings, all of which are alike. Of
    /// 1500 graphs each is expected 100 times; the sum of (n − 100)² / 100 is distributed as χ² with 14 degrees of freedom,
    /// which is greater than 36.1 with a probability of 0.001.
    @Test("all dense regular graphs are equally probable")
    func distribution() throws {
        var counts: [[Int32]: Int] = [:]
        for seed in 0..<1500 {
            let graph = try Graph.randomRegular(nodes: 6, degree: 4, from: RandomStreams(seed: UInt64(seed)))
            let missing = (0..<6).map { vertex in
                (0..<6).first { $0 != vertex && !graph.hasEdge(from: vertex, to: $0) }.map { Int32($0) } ?? -1
            }
            counts[missing, default: 0] += 1
        }
        #expect(counts.count == 15)
        let deviation = counts.values.reduce(0.0) { $0 + Double(($1 - 100) * ($1 - 100)) / 100 }
        #expect(deviation < 36.1)
    }

    @Test(
        "a dense ring whose edges are all moved stays simple and keeps its edges", arguments: [(202, 200), (130, 100)])
    func smallWorld(_ vertexCount: Int, _ neighbourCount: Int) throws {
        let graph = try Graph.wattsStrogatz(
            nodes: vertexCount, neighbours: neighbourCount, rewiring: 1,
            from: RandomStreams(seed: 1))
        let edges = graph.edges
        #expect(edges.count == vertexCount * neighbourCount / 2)
        #expect(zip(edges.sources, edges.targets).allSatisfy { $0 != $1 })
        #expect(Set(zip(edges.sources, edges.targets).map { [$0, $1] }).count == edges.count)
        // Each vertex keeps the edges of which it is the nearer end.
        #expect((0..<vertexCount).allSatisfy { graph.degree(of: $0) >= neighbourCount / 2 })
        #expect(
            try graph
                != Graph.wattsStrogatz(
                    nodes: vertexCount, neighbours: neighbourCount, rewiring: 0,
                    from: RandomStreams(seed: 1)))
    }
}
