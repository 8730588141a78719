import SimulationEngine
import Testing

@testable import Networks

/// A change of states changes only what follows from it.
@Suite struct TransitionAlignmentTests {
    private static let sir = ["S", "I", "R"]

    /// The states at some times, with one vertex immune from a time on.
    private func course(
        _ formulas: TransitionFormulas, on graph: Graph, immune vertex: Int? = nil, at changeTime: Double = 0,
        until times: [Double]
    ) throws -> [[UInt8]] {
        let states = (0..<graph.vertexCount).map { UInt8($0 % 60 == 7 ? 1 : 0) }
        let model = try TransitionModel(graph: graph, states: states, formulas)
        let integrator = TransitionEvents(streams: try RandomStreams(seed: 4))
        var start = 0.0
        return try times.map { time in
            if let vertex, start == changeTime {
                if model.nodeState(at: vertex) == 0 { model.setNodeState(2, at: vertex) }
                integrator.stateWasChanged()
            }
            try integrator.advance(model, from: start, to: time)
            start = time
            return Array(model.states.elements)
        }
    }

    @Test(
        "whoever is infected after a vaccination, or sooner, would have been without it",
        arguments: ["0.5 * count(neighbours, I)", "3 * count(neighbours, I) / degree"])
    func vaccinations(infection: String) throws {
        let graph = try Graph.barabasiAlbert(nodes: 300, edgesPerNode: 2, from: RandomStreams(seed: 3))
        let formulas = try TransitionFormulas(
            states: Self.sir,
            [
                .init(from: "S", to: "I", .rate(infection)),
                .init(from: "I", to: "R", .after(.gamma(shape: 3, scale: 0.4))),
            ])
        let times = [0.3, 0.7, 1, 1.5, 2, 3, 5, 60]
        let plain = try course(formulas, on: graph, until: times)
        #expect((100...280).contains(plain.last?.count { $0 == 2 } ?? 0))
        var (later, sooner) = (0, 0)
        for vertex in 0..<300 {
            let changed = try course(
                formulas, on: graph, immune: vertex, at: vertex % 2 == 0 ? 0 : 1, until: times)
            for (states, others) in zip(changed, plain) {
                for other in states.indices where other != vertex && states[other] != others[other] {
                    if states[other] < others[other] { later += 1 } else { sooner += 1 }
                }
            }
        }
        #expect(sooner == 0 && later > 100)
    }

    /// Nodes come back to states and leave them in two ways.
    @Test("a change leaves others as they are, whenever it comes", arguments: [0, 0.734, 1])
    func others(changeTime: Double) throws {
        let half = try Graph.barabasiAlbert(nodes: 150, edgesPerNode: 2, from: RandomStreams(seed: 4))
        var edges = EdgeColumns()
        for shift in [0, 150] {
            for vertex in 0..<150 {
                for other in half.neighbours(of: vertex) where other > vertex {
                    edges.append(shift + vertex, shift + Int(other))
                }
            }
        }
        let formulas = try TransitionFormulas(
            states: Self.sir,
            [
                .init(from: "S", to: "I", .rate("0.1 + count(neighbours, I) / (1 + degree)")),
                .init(from: "I", to: "R", .rate("0.5 + count(neighbours, R)")), .init(from: "I", to: "S", .rate("0.7")),
                .init(from: "I", to: "R", .after(.uniform(lower: 0.3, upper: 2))),
                .init(from: "R", to: "S", .after(.weibull(shape: 2, scale: 1))),
            ])
        let graph = try Graph(vertexCount: 300, edges: edges)
        let known = (1...60).map { 0.05 * Double($0) }
        let times = Set(known + [changeTime]).subtracting([0]).sorted()
        let plain = try course(formulas, on: graph, until: times)
        #expect(Set(plain.joined()) == [0, 1, 2])
        for vertex in [0, 5, 77] {
            let changed = try course(formulas, on: graph, immune: vertex, at: changeTime, until: times)
            #expect(changed.map { $0[150...] } == plain.map { $0[150...] })
            #expect(changed.map { $0[..<150] } != plain.map { $0[..<150] })
        }
    }
}
