import Graphs
import TestSupport
import Testing

/// Graphs whose rows are sorted in several blocks, of edges in several pieces.
@Suite struct LargeGraphTests {
    private static let vertexCount = 3000

    /// Edges in random order, a tenth of which lead from or to one vertex.
    private static func edges(count: Int) -> EdgeColumns {
        var random = SeededGenerator(seed: 11)
        var edges = EdgeColumns(hasWeights: true, capacity: count)
        for index in 0..<count {
            let source = index % 10 == 0 ? 1234 : random.below(vertexCount)
            edges.append(source, index % 10 == 1 ? 1234 : random.below(vertexCount), weight: Double(index))
        }
        return edges
    }

    @Test("rows are those of sorting by comparison, for any number of threads", arguments: [false, true])
    func rows(_ isDirected: Bool) throws {
        let columns = Self.edges(count: 70_000)
        let graphs = try [1, 3].map {
            try Graph(
                vertexCount: Self.vertexCount, edges: columns, isDirected: isDirected,
                allowing: [.loops, .multipleEdges], threads: $0)
        }
        #expect(graphs[0] == graphs[1])
        let graph = graphs[0]
        var expected: [[(vertex: Int32, weight: Double)]] = Array(repeating: [], count: Self.vertexCount)
        var incoming = expected
        for index in 0..<columns.count {
            let (source, target) = (columns.sources[index], columns.targets[index])
            expected[Int(source)].append((target, Double(index)))
            if isDirected { incoming[Int(target)].append((source, Double(index))) }
            if !isDirected { expected[Int(target)].append((source, Double(index))) }
        }
        if !isDirected { incoming = expected }
        var wrongRows = 0
        for vertex in 0..<Self.vertexCount {
            let out = expected[vertex].sorted { ($0.vertex, $0.weight) < ($1.vertex, $1.weight) }
            let into = incoming[vertex].sorted { ($0.vertex, $0.weight) < ($1.vertex, $1.weight) }
            guard Array(graph.neighbours(of: vertex)) == out.map(\.vertex),
                Array(graph.inNeighbours(of: vertex)) == into.map(\.vertex),
                graph.weights(of: vertex).map({ Array($0).sorted() }) == out.map(\.weight).sorted(),
                graph.inWeights(of: vertex).map({ Array($0).sorted() }) == into.map(\.weight).sorted()
            else {
                wrongRows += 1
                continue
            }
        }
        #expect(wrongRows == 0)
    }

    @Test("weights stay with their edges")
    func weights() throws {
        func weight(_ source: Int, _ target: Int) -> Double { Double(source) + Double(target) / 4096 }
        var random = SeededGenerator(seed: 3)
        var edges = EdgeColumns(hasWeights: true)
        for source in 0..<Self.vertexCount {
            for step in 1...24 {
                let target = (source + step * (1 + random.below(3))) % Self.vertexCount
                edges.append(source, target, weight: weight(source, target))
            }
        }
        let graph = try Graph(
            vertexCount: Self.vertexCount, edges: edges, isDirected: true, allowing: .multipleEdges, threads: 2)
        #expect(
            (0..<Self.vertexCount).allSatisfy { vertex in
                zip(graph.neighbours(of: vertex), graph.weights(of: vertex) ?? []).allSatisfy {
                    $1 == weight(vertex, Int($0))
                }
                    && zip(graph.inNeighbours(of: vertex), graph.inWeights(of: vertex) ?? []).allSatisfy {
                        $1 == weight(Int($0), vertex)
                    }
            })
    }

    @Test("mistakes are found wherever they are, and the first of them is told", arguments: [1, 2])
    func mistakes(_ threads: Int) {
        let count = 140_000
        let right = (0..<count).map { ($0 % 2000, 2000 + $0 / 2000) }
        func problem(_ change: (inout [(Int, Int)]) -> Void, weights: [Double] = []) -> GraphError? {
            var edges = right
            change(&edges)
            var columns = EdgeColumns(hasWeights: !weights.isEmpty, capacity: count)
            for (index, edge) in edges.enumerated() {
                columns.append(edge.0, edge.1, weight: weights.isEmpty ? 1 : weights[index])
            }
            do {
                _ = try Graph(vertexCount: 2070, edges: columns, threads: threads)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem { _ in } == nil)
        #expect(problem { $0[130_000].0 = 2070 } == .vertexOutOfRange(2070, edge: 130_000, vertexCount: 2070))
        #expect(problem { $0[139_999].1 = -1 } == .vertexOutOfRange(-1, edge: 139_999, vertexCount: 2070))
        #expect(
            problem {
                $0[70_000] = (5, 5)
                $0[70_001] = (5, 2070)
            } == .loop(vertex: 5, edge: 70_000))
        #expect(problem { $0[139_999] = (2001, 3) } == .duplicateEdge(3, 2001, isDirected: false))
        var weights = [Double](repeating: 1, count: count)
        weights[131_072] = .infinity
        #expect(problem({ _ in }, weights: weights) == .weightNotFinite(.infinity, edge: 131_072))
    }
}
