import SimulationEngine
import Testing

@testable import Networks

/// The numbers of neighbours in states that are kept from event to event, against numbers that are counted anew.
@Suite struct TransitionCountTests {
    /// What a graph has besides a vertex of many neighbours on a ring.
    enum Kind: CaseIterable {
        case nothing

        /// Two vertices between which there are many edges.
        case bundle

        /// The same, and vertices that are their own neighbours.
        case loops
    }

    private static func graph(_ kind: Kind) throws -> Graph {
        let count = 120
        let star = (1..<count).map { (0, $0) }
        let ring = (1..<count - 1).map { ($0, $0 + 1) }
        let bundle = kind == .nothing ? [] : [(Int, Int)](repeating: (1, 2), count: 40)
        let loops = kind == .loops ? [(3, 3), (4, 4), (4, 4)] : []
        return try Graph(
            vertexCount: count, edges: star + ring + bundle + loops,
            allowing: [.nothing: [], .bundle: .multipleEdges, .loops: [.loops, .multipleEdges]][kind] ?? [])
    }

    /// Formulas with numbers of each vertex.
    private static func formulas(_ rates: [String], for graph: Graph) throws -> TransitionFormulas {
        let own = (0..<graph.vertexCount).map { (vertex: Int) in 0.5 + 0.1 * Double(vertex % 7) }
        return try TransitionFormulas(
            states: ["S", "I", "R"],
            [
                .init(from: "S", to: "I", .rate(rates[0])), .init(from: "I", to: "R", .rate(rates[1])),
                .init(from: "R", to: "S", .rate(rates[2])),
            ],
            parameters: rates[0].contains("own") ? ["own": own] : [:])
    }

    /// What has come of it up to the time 10.
    private static func run(
        _ formulas: TransitionFormulas, on graph: Graph, steps: Int, countingAnew: Bool = false
    ) throws -> (states: [UInt8], eventCount: Int) {
        let states = (0..<graph.vertexCount).map { UInt8($0 % 3) }
        let model = try TransitionModel(graph: graph, states: states, formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 7))
        for step in 0..<steps {
            if countingAnew { integrator.stateWasChanged() }
            try integrator.advance(
                model, from: 10 * Double(step) / Double(steps), to: 10 * Double(step + 1) / Double(steps))
        }
        return (Array(model.states.elements), integrator.eventCount)
    }

    @Test(
        "Neighbours are counted from event to event as they are when all are counted anew",
        arguments: [
            ["2 * count(neighbours, I) / (1 + count(neighbours, I))", "1", "0.5"],
            ["own * count(neighbours, I)", "1 / (1 + count(neighbours, I))", "0.5"],
            ["own + count(neighbours, I)", "1 + count(neighbours, R) / degree", "0.5 + 0.1 * count(neighbours, S)"],
        ], Kind.allCases)
    func counts(rates: [String], kind: Kind) throws {
        let graph = try Self.graph(kind)
        let formulas = try Self.formulas(rates, for: graph)
        let anew = try Self.run(formulas, on: graph, steps: 400, countingAnew: true)
        for steps in [1, 100] {
            let kept = try Self.run(formulas, on: graph, steps: steps)
            #expect(kept == anew)
        }
        #expect(anew.eventCount > 200)
    }

    @Test("A product of a number of each vertex and of neighbours gives what any other formula of the same bits does")
    func products() throws {
        let graph = try Self.graph(.nothing)
        func run(_ rate: String) throws -> (states: [UInt8], eventCount: Int) {
            try Self.run(Self.formulas([rate, "1", "0.5"], for: graph), on: graph, steps: 1)
        }
        let product = try run("own * count(neighbours, I)")
        let (other, third) = (
            try run("(own + 0 * degree) * count(neighbours, I)"), try run("exp(log(1)) * own * count(neighbours, I)")
        )
        #expect(product == other)
        #expect(product == third)
        #expect(product.eventCount > 200)
    }
}
