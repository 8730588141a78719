import Networks
import SimulationEngine
import Testing

/// Compartments that are named while the program runs.
@Suite struct NamedCompartmentTests {
    private typealias Table = TransitionTable<NamedCompartment>

    private let s = NamedCompartment(rawValue: "S")
    private let i = NamedCompartment(rawValue: "I")
    private let r = NamedCompartment(rawValue: "R")

    private var sir: Table {
        get throws {
            try Table(
                compartments: [s, i, r],
                [.contact(from: s, to: i, with: i, rate: 0.3), .spontaneous(from: i, to: r, rate: 1)])
        }
    }

    @Test("a table of names does what the ready-made one does, event by event")
    func sameAsReadyMade() throws {
        let streams = try RandomStreams(seed: 11)
        let graph = try Graph.barabasiAlbert(nodes: 500, edgesPerNode: 3, from: streams)
        let chosen = Array(stride(from: 0, to: 500, by: 50))
        var named = [NamedCompartment](repeating: s, count: 500)
        var ready = [SIRCompartment](repeating: .susceptible, count: 500)
        for vertex in chosen { (named[vertex], ready[vertex]) = (i, .infected) }
        let own = try CompartmentModel(graph: graph, transitions: sir, states: named)
        let other = try CompartmentModel(
            graph: graph, transitions: .sir(infection: 0.3, recovery: 1), states: ready)
        let simulation = try Simulation(
            own, integrator: EventDrivenIntegrator<NamedCompartment>(streams: streams), step: 0.5)
        let reference = try Simulation(
            other, integrator: EventDrivenIntegrator<SIRCompartment>(streams: streams), step: 0.5)
        for _ in 0..<6 {
            try simulation.run(steps: 1)
            try reference.run(steps: 1)
            #expect(own.count(of: i) == other.count(of: .infected) && own.count(of: r) == other.count(of: .recovered))
            #expect((0..<500).allSatisfy { (own.nodeState(at: $0) == r) == (other.nodeState(at: $0) == .recovered) })
        }
        #expect(own.count(of: r) > 10)
        #expect(own.count(of: NamedCompartment(rawValue: "X")) == 0)
    }

    @Test("what cannot be a table, or a state, is told")
    func errors() throws {
        #expect(throws: NetworkModelError.wrongCompartmentCount(0)) { try Table(compartments: [], []) }
        #expect(throws: NetworkModelError.repeatedCompartment("S")) { try Table(compartments: [s, i, s], []) }
        #expect(throws: NetworkModelError.unknownCompartment("R")) {
            try Table(compartments: [s, i], [.spontaneous(from: i, to: r, rate: 1)])
        }
        #expect(throws: NetworkModelError.unknownCompartment("R")) {
            try Table(compartments: [s, i], [.contact(from: s, to: i, with: r, rate: 1)])
        }
        #expect(throws: NetworkModelError.invalidRate("the rate from S to I", value: -1)) {
            try Table(compartments: [s, i], [.spontaneous(from: s, to: i, rate: -1)])
        }
        let error = #expect(throws: NetworkModelError.self) {
            try CompartmentModel(
                graph: try .path(nodes: 2), transitions: sir, states: [s, NamedCompartment(rawValue: "X")])
        }
        #expect(error?.description == "'X' is not among the compartments of the model")
    }
}
