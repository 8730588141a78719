import Testing

@testable import Graphs

@Suite("Changes of a graph")
struct GraphChangeTests {
    /// A slow graph: what edges there are between two vertices, as a table of weights.
    private struct Table {
        var weights: [[Double?]]
        let isDirected: Bool

        mutating func set(_ weight: Double?, _ source: Int, _ target: Int) {
            weights[source][target] = weight
            if !isDirected { weights[target][source] = weight }
        }

        var graph: Graph {
            get throws {
                var columns = EdgeColumns(hasWeights: true)
                for source in weights.indices {
                    for target in weights.indices where isDirected || source < target {
                        if let weight = weights[source][target] { columns.append(source, target, weight: weight) }
                    }
                }
                return try Graph(vertexCount: weights.count, edges: columns, isDirected: isDirected)
            }
        }
    }

    @Test("after any changes a graph equals the one that is made from its edges", arguments: [false, true])
    func equalsTheGraphOfItsEdges(isDirected: Bool) throws {
        var random = try RandomStreams(seed: 7).words(for: .initialState)
        var table = Table(
            weights: Array(repeating: Array(repeating: nil, count: 12), count: 12), isDirected: isDirected)
        table.set(0.5, 0, 1)
        var graph = try table.graph
        for change in 0..<3000 {
            let count = graph.vertexCount
            let (source, target) = (random.below(count), random.below(count))
            guard source != target else { continue }
            switch random.below(change % 1000 < 500 ? 5 : 8) {
            case 0 where count < 30:
                try graph.addVertices(1)
                for row in table.weights.indices { table.weights[row].append(nil) }
                table.weights.append(Array(repeating: nil, count: count + 1))
            case 1 where random.below(20) == 0:
                try graph.removeEdges(of: source)
                for other in 0..<count {
                    table.weights[source][other] = nil
                    table.weights[other][source] = nil
                }
            case 0...3:
                let weight = random.uniform()
                if graph.hasEdge(from: source, to: target) {
                    try graph.setWeight(weight, from: source, to: target)
                } else {
                    try graph.addEdge(from: source, to: target, weight: weight)
                }
                table.set(weight, source, target)
            default:
                guard graph.hasEdge(from: source, to: target) else { continue }
                try graph.removeEdge(from: source, to: target)
                table.set(nil, source, target)
            }
            guard change % 50 == 0 else { continue }
            let expected = try table.graph
            #expect(graph == expected)
            #expect(graph.edgeCount == expected.edgeCount)
            #expect(graph.neighbours == expected.neighbours)
            #expect(graph.offsets == expected.offsets)
            for vertex in 0..<graph.vertexCount {
                #expect(graph.neighbours(of: vertex).elementsEqual(expected.neighbours(of: vertex)))
                #expect(graph.inNeighbours(of: vertex).elementsEqual(expected.inNeighbours(of: vertex)))
                let weights = try #require(graph.inWeights(of: vertex))
                #expect(weights.elementsEqual(try #require(expected.inWeights(of: vertex))))
            }
        }
    }

    @Test("adding and removing edges without end takes no more memory than twice the greatest number")
    func memoryIsBounded() throws {
        var graph = try Graph(vertexCount: 200, edges: [(Int, Int)]())
        var random = try RandomStreams(seed: 8).words(for: .initialState)
        var edges: [(Int, Int)] = []
        for _ in 0..<50_000 {
            let (source, target) = (random.below(200), random.below(200))
            guard source != target, !graph.hasEdge(from: source, to: target) else { continue }
            try graph.addEdge(from: source, to: target)
            edges.append((source, target))
            guard edges.count > 1000 else { continue }
            let removed = edges.remove(at: random.below(edges.count))
            try graph.removeEdge(from: removed.0, to: removed.1)
        }
        #expect(graph.edgeCount == 1000)
        #expect(graph.outgoing.vertices.count <= 2 * 2000 + 64 * 1024 + 64)
    }

    @Test("loops and multiple edges can be added and removed where they are allowed")
    func loopsAndMultipleEdges() throws {
        var graph = try Graph(vertexCount: 3, edges: [(0, 1)], allowing: [.loops, .multipleEdges])
        try graph.addEdge(from: 1, to: 0)
        try graph.addEdge(from: 2, to: 2)
        #expect(Array(graph.neighbours(of: 0)) == [1, 1])
        #expect(Array(graph.neighbours(of: 2)) == [2, 2])
        #expect(graph.edgeCount == 3)
        try graph.removeEdge(from: 0, to: 1)
        try graph.removeEdge(from: 2, to: 2)
        #expect(Array(graph.neighbours(of: 1)) == [0])
        #expect(graph.degree(of: 2) == 0)
    }

    @Test("a star whose hub has most entries can grow")
    func growingStar() throws {
        var graph = try Graph(vertexCount: 50_001, edges: [(Int, Int)](), isDirected: true)
        for vertex in 1...50_000 { try graph.addEdge(from: 0, to: vertex) }
        #expect(graph.degree(of: 0) == 50_000)
        #expect(graph.neighbours(of: 0).elementsEqual(1...50_000))
    }

    @Test("what cannot be is refused, and changes nothing")
    func refusals() throws {
        let original = try Graph(vertexCount: 3, edges: [(0, 1)], vertexNames: ["a", "b", "c"])
        var graph = original
        #expect(throws: GraphError.vertexOutOfRange(3, edge: 1, vertexCount: 3)) { try graph.addEdge(from: 0, to: 3) }
        #expect(throws: GraphError.loop(vertex: 1, edge: 1)) { try graph.addEdge(from: 1, to: 1) }
        #expect(throws: GraphError.duplicateEdge(0, 1, isDirected: false)) { try graph.addEdge(from: 1, to: 0) }
        #expect(throws: GraphError.notWeighted) { try graph.addEdge(from: 1, to: 2, weight: 2) }
        #expect(throws: GraphError.notWeighted) { try graph.setWeight(2, from: 0, to: 1) }
        #expect(throws: GraphError.missingEdge(0, 2, isDirected: false)) { try graph.removeEdge(from: 0, to: 2) }
        #expect(throws: GraphError.wrongNameCount(3, vertexCount: 4)) { try graph.addVertices(1) }
        #expect(throws: GraphError.invalidVertexCount(2)) { try graph.addVertices(-1, names: []) }
        #expect(graph == original)
        #expect("\(GraphError.missingEdge(0, 2, isDirected: true))" == "there is no edge from 0 to 2")
    }
}
