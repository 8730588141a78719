import Networks
import SimulationEngine
import TestSupport
import Testing

/// Many runs on graphs of a few vertices against the exact probabilities of all states, by χ². Seeds are fixed; a correct
/// program would fail each test with a probability of 0.001.
@Suite struct MasterEquationTests {
    enum Rumour: String, Compartment { case ignorant, spreader, stifler }
    enum Illness: String, Compartment { case healthy, silent, ill, immune, dead }

    /// A triangle with a tail.
    private let paw = [(0, 1), (0, 2), (1, 2), (2, 3)]

    private func expectAgreement<State: Compartment>(
        _ graph: Graph, _ table: TransitionTable<State>, from initial: [State], times: [Double]
    ) throws {
        for isAligned in [false, true] {
            try expectAgreement(graph, table, from: initial, times: times, isAligned: isAligned)
        }
    }

    private func expectAgreement<State: Compartment>(
        _ graph: Graph, _ table: TransitionTable<State>, from initial: [State], times: [Double], isAligned: Bool
    ) throws {
        let equation = MasterEquation(graph, table)
        let expected = times.map { equation.probabilities(from: initial, at: $0) }
        var counts = expected.map { [Int](repeating: 0, count: $0.count) }
        for seed in 0..<1500 as Range<UInt64> {
            let model = try CompartmentModel(graph: graph, transitions: table, states: initial)
            let integrator = EventDrivenIntegrator<State>(
                streams: try RandomStreams(seed: seed), isAligned: isAligned)
            var start = 0.0
            for (index, time) in times.enumerated() {
                try integrator.advance(model, from: start, to: time)
                start = time
                counts[index][equation.number(of: (0..<graph.vertexCount).map(model.nodeState))] += 1
            }
        }
        for index in times.indices { #expect(agree(counts[index], expected[index]), "aligned: \(isAligned)") }
    }

    @Test("SIS") func sis() throws {
        try expectAgreement(
            try Graph(vertexCount: 4, edges: paw), .sis(infection: 0.8, recovery: 1),
            from: [.infected, .susceptible, .susceptible, .susceptible], times: [0.3, 2])
    }

    @Test("SIR") func sir() throws {
        try expectAgreement(
            try Graph(vertexCount: 4, edges: paw), .sir(infection: 1.5, recovery: 1),
            from: [.susceptible, .infected, .susceptible, .susceptible], times: [0.3, 1.5])
    }

    @Test("SIRS, from several compartments") func sirs() throws {
        try expectAgreement(
            try Graph.ring(nodes: 4), .sirs(infection: 2, recovery: 1, waning: 0.7),
            from: [.susceptible, .infected, .recovered, .infected], times: [0.5, 3])
    }

    @Test("SEIR") func seir() throws {
        try expectAgreement(
            try Graph.path(nodes: 3), .seir(infection: 2, onset: 3, recovery: 0.5),
            from: [.infected, .susceptible, .susceptible], times: [0.5, 2])
    }

    @Test("SI along directed edges with weights, one of which is 0") func weightedSI() throws {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 2), (1, 2, 0.5), (2, 0, 1), (0, 2, 0.3), (3, 0, 1), (1, 3, 0)] {
            edges.append(source, target, weight: weight)
        }
        try expectAgreement(
            try Graph(vertexCount: 4, edges: edges, isDirected: true), .si(infection: 0.7),
            from: [.infected, .susceptible, .susceptible, .susceptible], times: [0.4, 2])
    }

    @Test("SIS with weights") func weightedSIS() throws {
        var edges = EdgeColumns(hasWeights: true)
        for (index, (source, target)) in paw.enumerated() {
            edges.append(source, target, weight: [0.2, 1, 3, 0.7][index])
        }
        try expectAgreement(
            try Graph(vertexCount: 4, edges: edges), .sis(infection: 0.5, recovery: 1),
            from: [.infected, .susceptible, .infected, .susceptible], times: [0.3, 2])
    }

    /// Neighbours change a vertex once, whether they are silent or ill; what happens then is a matter of chance, and may happen
    /// again.
    @Test("a table with one way in, two compartments that act, a choice and a way back") func illness() throws {
        try expectAgreement(
            try Graph(vertexCount: 3, edges: [(0, 1), (0, 2), (1, 2)]), try illnesses(vaccination: 0),
            from: [.silent, .healthy, .healthy], times: [0.3, 1.5])
    }

    @Test("the same, and vertices that leave the reach of neighbours by themselves") func vaccination() throws {
        try expectAgreement(
            try Graph.path(nodes: 3), try illnesses(vaccination: 0.4), from: [.silent, .healthy, .healthy],
            times: [0.3, 1.5])
    }

    private func illnesses(vaccination: Double) throws -> TransitionTable<Illness> {
        try TransitionTable<Illness>([
            .contact(from: .healthy, to: .silent, with: .silent, rate: 0.6),
            .contact(from: .healthy, to: .silent, with: .ill, rate: 1.7),
            .spontaneous(from: .silent, to: .ill, rate: 1.2),
            .spontaneous(from: .silent, to: .immune, rate: 0.5),
            .spontaneous(from: .ill, to: .immune, rate: 0.8),
            .spontaneous(from: .ill, to: .dead, rate: 0.3),
            .spontaneous(from: .ill, to: .silent, rate: 0.2),
            .spontaneous(from: .healthy, to: .immune, rate: vaccination),
        ])
    }

    /// What is known of the future is forgotten, and drawn anew, without a change of the law.
    @Test("SIR that is told at each of many moments that it was changed") func interruptedSIR() throws {
        let graph = try Graph(vertexCount: 4, edges: paw)
        let table = try TransitionTable<SIRCompartment>.sir(infection: 1.5, recovery: 1)
        let initial: [SIRCompartment] = [.susceptible, .infected, .susceptible, .susceptible]
        let equation = MasterEquation(graph, table)
        let expected = equation.probabilities(from: initial, at: 1)
        var counts = [Int](repeating: 0, count: expected.count)
        for seed in 0..<1500 as Range<UInt64> {
            let model = try CompartmentModel(graph: graph, transitions: table, states: initial)
            let integrator = EventDrivenIntegrator<SIRCompartment>(streams: try RandomStreams(seed: seed))
            for step in 0..<8 {
                try integrator.advance(model, from: Double(step) / 8, to: Double(step + 1) / 8)
                integrator.stateWasChanged()
            }
            counts[equation.number(of: (0..<4).map(model.nodeState))] += 1
        }
        #expect(agree(counts, expected))
    }

    /// D. J. Daley and D. G. Kendall, IMA Journal of Applied Mathematics 1 (1965) 42: spreaders who meet each other or a
    /// stifler lose interest, so that contacts with vertices of two compartments are at work.
    @Test("a table of one's own, with several contacts and two ways between the same compartments") func rumour() throws
    {
        let table = try TransitionTable<Rumour>([
            .contact(from: .ignorant, to: .spreader, with: .spreader, rate: 2),
            .contact(from: .spreader, to: .stifler, with: .spreader, rate: 0.7),
            .contact(from: .spreader, to: .stifler, with: .stifler, rate: 1.1),
            .contact(from: .spreader, to: .ignorant, with: .stifler, rate: 0.4),
            .spontaneous(from: .spreader, to: .stifler, rate: 0.3),
            .spontaneous(from: .spreader, to: .ignorant, rate: 0.2),
        ])
        try expectAgreement(
            try Graph(vertexCount: 4, edges: paw), table, from: [.ignorant, .spreader, .ignorant, .ignorant],
            times: [0.4, 1.5])
    }
}
