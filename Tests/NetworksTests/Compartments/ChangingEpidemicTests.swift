import ObserverCore
import SimulationEngine
import Testing

@testable import Networks

@Suite("Epidemics on networks that change")
struct ChangingEpidemicTests {
    private func simulation(
        vertices: Int, edges: [(Int, Int)], infected: [Int], recovery: Double = 0, seed: UInt64 = 1
    ) throws -> Simulation<CompartmentModel<SIRCompartment>> {
        let states = (0..<vertices).map { infected.contains($0) ? SIRCompartment.infected : .susceptible }
        let model = try CompartmentModel(
            graph: try Graph(vertexCount: vertices, edges: edges),
            transitions: try .sir(infection: 1, recovery: recovery), states: states)
        return try Simulation(
            model, integrator: EventDrivenIntegrator(streams: try RandomStreams(seed: seed)), step: 1)
    }

    @Test("nothing passes an edge that was cut, and everything goes over one that was set")
    func edges() throws {
        let simulation = try simulation(vertices: 6, edges: [(0, 1), (1, 2), (2, 3), (3, 4)], infected: [0])
        try simulation.edge(from: 1, to: 2).value = nil
        try simulation.run(steps: 200)
        #expect(simulation.model.count(of: .infected) == 2)
        try simulation.edge(from: 1, to: 5).value = 1
        try simulation.edge(from: 5, to: 4).value = 1
        try simulation.run(steps: 200)
        #expect(simulation.model.count(of: .infected) == 6)
    }

    @Test("who has gone counts in no compartment, recovers no more and infects nobody; who comes can be infected")
    func vertices() throws {
        let simulation = try simulation(vertices: 4, edges: [(0, 1), (1, 2), (2, 3)], infected: [0], recovery: 0)
        try simulation.removeNode(1)
        #expect(simulation.model.count(of: .susceptible) == 2)
        try simulation.addNode(.susceptible)
        try simulation.edge(from: 0, to: 4).value = 1
        try simulation.run(steps: 200)
        #expect(
            simulation.nodes.map(\.state.value) == [.infected, .susceptible, .susceptible, .susceptible, .infected])
        #expect(simulation.model.count(of: .infected) == 2)
        #expect(simulation.model.count(of: .susceptible) == 2)
    }

    /// The infected one meets as many as come; each is infected at rate 1, so that after a time t it is with probability
    /// 1 − exp(−t), whenever it came. The error probability is 1e-5.
    @Test("waiting has no memory of what the network was before")
    func rates() throws {
        let count = 4000
        let simulation = try simulation(vertices: 1, edges: [], infected: [0], seed: 5)
        for _ in 0..<count / 2 { try simulation.addNode(.susceptible) }
        for node in 1...count / 2 { try simulation.edge(from: 0, to: node).value = 1 }
        try simulation.run(steps: 1)
        let early = Double(simulation.model.count(of: .infected) - 1)
        for _ in 0..<count / 2 { try simulation.addNode(.susceptible) }
        for node in count / 2 + 1...count {
            try simulation.edge(from: 0, to: node).value = 1
            if simulation.nodes[node - count / 2].state.value == .infected {
                try simulation.edge(from: 0, to: node - count / 2).value = nil
            }
        }
        try simulation.run(steps: 1)
        let late = (count / 2 + 1...count).filter { simulation.nodes[$0].state.value == .infected }.count
        let share = 1 - 1 / 2.718281828459045
        let deviation = (Double(count / 2) * share * (1 - share)).squareRoot()
        #expect(abs(early - share * Double(count / 2)) < 4.42 * deviation)
        // Those of the first half that were infected act on nobody else, since no two of them are joined.
        #expect(abs(Double(late) - share * Double(count / 2)) < 4.42 * deviation)
    }

    @Test("the same changes give the same events")
    func determinism() throws {
        func run() throws -> [SIRCompartment] {
            let simulation = try simulation(
                vertices: 30, edges: (0..<29).map { ($0, $0 + 1) }, infected: [0, 15], recovery: 0.3)
            for step in 0..<10 {
                try simulation.edge(from: step, to: step + 10).value = 1
                try simulation.run(steps: 1)
                if step == 5 { try simulation.removeNode(15) }
            }
            return simulation.nodes.map(\.state.value)
        }
        #expect(try run() == run())
    }

    @Test("negative weights are refused")
    func refusal() throws {
        let simulation = try simulation(vertices: 2, edges: [], infected: [0])
        try simulation.edge(from: 0, to: 1).value = -1
        #expect(throws: NetworkModelError.negativeWeight(-1, vertex: 0)) { try simulation.run(steps: 1) }
    }
}
