import SimulationEngine
import Testing

@testable import Networks

/// The numbers of neighbours in states that are kept from event to event, against numbers that are counted anew.
@Suite struct TransitionCountTests {
    /// A vertex of many neighbours on a ring, two vertices between which there are many edges, and some that are their own neighbours.
    private static func graph() throws -> Graph {
        let count = 120
        let star = (1..<count).map { (0, $0) }
        let ring = (0..<count).map { ($0, ($0 + 1) % count) }
        let bundle = [(Int, Int)](repeating: (1, 2), count: 40)
        return try Graph(
            vertexCount: count, edges: star + ring + bundle + [(3, 3), (4, 4), (4, 4)],
            allowing: [.loops, .multipleEdges])
    }

    @Test(
        "Neighbours are counted from event to event as they are when all are counted anew",
        arguments: [
            ["2 * count(neighbours, I) / (1 + count(neighbours, I))", "1", "0.5"],
            ["own * count(neighbours, I)", "1 / (1 + count(neighbours, I))", "0.5"],
            ["own + count(neighbours, I)", "1 + count(neighbours, R) / degree", "0.5 + 0.1 * count(neighbours, S)"],
        ])
    func counts(rates: [String]) throws {
        let graph = try Self.graph()
        let parameters = ["own": (0..<graph.vertexCount).map { 0.5 + 0.1 * Double($0 % 7) }]
        let formulas = try TransitionFormulas(
            states: ["S", "I", "R"],
            [
                .init(from: "S", to: "I", .rate(rates[0])), .init(from: "I", to: "R", .rate(rates[1])),
                .init(from: "R", to: "S", .rate(rates[2])),
            ],
            parameters: rates[0].contains("own") ? parameters : [:])
        func run(countingAnew: Bool) throws -> (states: [UInt8], eventCount: Int) {
            let states = (0..<graph.vertexCount).map { UInt8($0 % 3) }
            let model = try TransitionModel(graph: graph, states: states, formulas)
            let integrator = TransitionEvents(streams: try RandomStreams(seed: 7))
            for step in 0..<100 {
                if countingAnew { integrator.stateWasChanged() }
                try integrator.advance(model, from: 0.1 * Double(step), to: 0.1 * Double(step + 1))
            }
            return (Array(model.states.elements), integrator.eventCount)
        }
        let (kept, anew) = (try run(countingAnew: false), try run(countingAnew: true))
        #expect(kept == anew)
        #expect(kept.eventCount > 200)
    }
}
