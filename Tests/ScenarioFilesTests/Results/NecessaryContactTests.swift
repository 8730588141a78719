import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// What an infection would not have happened without, against runs on graphs that never had the edge: an edge has the same luck in all of
/// them.
@Suite struct NecessaryContactTests {
    private static let nodeCount = 10

    private static let models = [
        "{sir: {infection: 0.8, recovery: 1, initial: {infected: {count: 1}}}}",
        "{seir: {infection: 0.9, onset: 2, recovery: 1, initial: {infected: {count: 1}}}}",
        "{si: {infection: 0.4, initial: {infected: {count: 1}}}}",
    ]

    private struct Edge: Hashable {
        let first: Int
        let second: Int
    }

    /// A ring with as many chords.
    private static func edges(seed: Int) -> [Edge] {
        var generator = SeededGenerator(seed: UInt64(seed))
        var edges = (0..<nodeCount).map {
            Edge(first: min($0, ($0 + 1) % nodeCount), second: max($0, ($0 + 1) % nodeCount))
        }
        while edges.count < 2 * nodeCount {
            let ends = (0..<2).map { _ in Int.random(in: 0..<nodeCount, using: &generator) }.sorted()
            let edge = Edge(first: ends[0], second: ends[1])
            if ends[0] < ends[1], !edges.contains(edge) { edges.append(edge) }
        }
        return edges
    }

    /// The states that nodes are in at the end, as far as anything has changed them.
    private static func states(_ results: ScenarioFolder.Results) throws -> [String: String] {
        let (nodes, states) = (try results.column(1, of: "causes.csv"), try results.column(3, of: "causes.csv"))
        return Dictionary(zip(nodes, states)) { $1 }
    }

    @Test("a contact is necessary if without the edge the node does not come into its state", arguments: 0..<12)
    func bruteForce(seed: Int) throws {
        let folder = try ScenarioFolder()
        let edges = Self.edges(seed: seed)
        func run(_ edges: [Edge], to name: String) throws -> ScenarioFolder.Results {
            let lines = edges.map { "\($0.first),\($0.second)\n" }.joined()
            try folder.directory.write("source,target\n" + lines, to: "\(name).csv")
            return try folder.run(
                """
                seed: \(seed)
                graph: {edge-list: {file: \(name).csv, vertices: \(Self.nodeCount)}}
                model: \(Self.models[seed % Self.models.count])
                integrate: {method: event-driven, until: 4}
                observe: [{causes: all}]

                """, to: name)
        }
        let whole = try Self.states(run(edges, to: "whole"))
        var without: [Edge: [String: String]] = [:]
        var answers: [Bool] = []
        for node in whole.keys.sorted() {
            let question = CauseQuestion(about: .state(of: node, time: 4), in: folder.directory.path(of: "whole"))
            let chain = try question.chain()
            #expect(chain.events.first?.new == whole[node])
            for event in chain.events {
                guard let source = event.neighbour.flatMap({ Int($0) }), let target = Int(event.node) else { continue }
                let edge = Edge(first: min(source, target), second: max(source, target))
                if without[edge] == nil {
                    without[edge] = try Self.states(
                        run(edges.filter { $0 != edge }, to: "without-\(edge.first)-\(edge.second)"))
                }
                let isNecessary = try question.isNecessary(from: "\(source)", to: "\(target)", for: chain)
                #expect(isNecessary == (without[edge]?[node] != whole[node]), "node \(node), \(edge)")
                answers.append(isNecessary)
            }
        }
        if seed == 3 { #expect(Set(answers).count == 2) }
    }
}
