import SimulationEngine
import Testing

@testable import Networks

/// What is changed in one part of a graph leaves another part, to which no edge leads, as it is, bit for bit.
@Suite struct SharedLuckTests {
    private static let half = 64

    /// Two rings with chords and no edge between them. The chords join nodes at odd distances, so that the graph has two colours.
    private static func graph() throws -> Graph {
        let edges = [0, half].flatMap { first in
            (0..<half).flatMap { node in
                [1, 7].map { (first + node, first + (node + $0) % half) }
            }
        }
        return try Graph(vertexCount: 2 * half, edges: edges)
    }

    /// The states of the second half after some sweeps, with another state of a node of the first half or not.
    private static func states<Model: SimulationModel, Moving: Integrator>(
        of model: Model, _ integrator: Moving, changing change: ((Model) -> Void)?
    ) throws -> (first: [Double], second: [Double]) where Moving.Model == Model {
        if let change { change(model) }
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        var parts: ([Double], [Double]) = ([], [])
        for time in 1...10 {
            try simulation.run(until: Double(time))
            parts.0 += (0..<half).map { model.value(ofField: 0, at: $0) }
            parts.1 += (half..<2 * half).map { model.value(ofField: 0, at: $0) }
        }
        return parts
    }

    private static func expectShared<Model: SimulationModel, Moving: Integrator>(
        _ make: () throws -> (Model, Moving), changing change: @escaping (Model) -> Void
    ) throws where Moving.Model == Model {
        let (model, integrator) = try make()
        let whole = try states(of: model, integrator, changing: nil)
        let (otherModel, otherIntegrator) = try make()
        let changed = try states(of: otherModel, otherIntegrator, changing: change)
        #expect(whole.first != changed.first)
        #expect(whole.second == changed.second)
    }

    @Test("spins", arguments: [SpinFlipRule.metropolis, .glauber], SweepOrder.allCases)
    func spins(rule: SpinFlipRule, order: SweepOrder) throws {
        try Self.expectShared {
            let model = try IsingModel(
                graph: Self.graph(), temperature: 1.5, spins: Self.states.map { $0 == 0 ? .down : .up })
            return (model, SpinSweeps(rule, order: order, streams: try RandomStreams(seed: 2)))
        } changing: { model in
            for node in 0..<9 { model.setNodeState(.down, at: node) }
        }
    }

    @Test("rules one after the other", arguments: Rule.allCases)
    func rules(rule: Rule) throws {
        func expectShared<Model: AsynchronousRule>(
            _ other: Model.NodeState, _ make: () throws -> Model
        ) throws {
            for order in RuleSweeps<Model>.Order.allCases {
                try Self.expectShared {
                    (try make(), RuleSweeps<Model>(order: order, streams: try RandomStreams(seed: 2)))
                } changing: { model in
                    for node in 0..<Self.half / 2 { model.setNodeState(other, at: node) }
                }
            }
        }
        let (graph, states) = (try Self.graph(), Self.states)
        switch rule {
        case .voter: try expectShared(2) { try VoterModel(graph: graph, states: states, opinions: 3, noise: 0.1) }
        case .majority:
            try expectShared(0) { try MajorityModel(graph: graph, states: states.map { min($0, 1) }, noise: 0.1) }
        case .sznajd:
            try expectShared(7) { try SznajdModel(graph: graph, states: states.indices.map { UInt8($0 % 7) }) }
        case .deffuant:
            try expectShared(0.9) {
                try DeffuantModel(
                    graph: graph, opinions: states.map { Double($0) / 4 }, tolerance: 0.6, convergence: 0.3)
            }
        case .potts, .pottsHeatBath:
            try expectShared(0) {
                try PottsModel(
                    graph: graph, values: 3, temperature: 1.2, rule: rule == .potts ? .metropolis : .heatBath,
                    spins: states)
            }
        }
    }

    enum Rule: CaseIterable { case voter, majority, sznajd, deffuant, potts, pottsHeatBath }

    private static let states = (0..<2 * half).map { UInt8($0 * $0 % 3) }
}
