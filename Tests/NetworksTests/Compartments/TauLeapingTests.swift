import EngineTestSupport
import Foundation
import Networks
import SimulationEngine
import TestSupport
import Testing

/// Leaps against their definition, that against the master equation, and whole runs against the exact method. Seeds are
/// fixed; what is left to chance says with what probability a correct program would fail.
@Suite struct TauLeapingTests {
    /// A triangle with a tail.
    private let paw = [(0, 1), (0, 2), (1, 2), (2, 3)]

    /// As many copies of a graph, not joined to each other, as samples are wanted.
    private func copies(_ count: Int, of edges: [(Int, Int)], vertices: Int) throws -> Graph {
        try Graph(
            vertexCount: count * vertices,
            edges: (0..<count).flatMap { copy in edges.map { ($0 + copy * vertices, $1 + copy * vertices) } })
    }

    private func simulation<State: Compartment>(
        _ graph: Graph, _ table: TransitionTable<State>, _ states: [State], _ length: TauSelection, step: Double,
        seed: UInt64 = 1, threads: Int = 1
    ) throws -> (Simulation<CompartmentModel<State>>, TauLeapingIntegrator<State>) {
        let model = try CompartmentModel(graph: graph, transitions: table, states: states)
        let integrator = TauLeapingIntegrator<State>(length, streams: try RandomStreams(seed: seed), threads: threads)
        return (try Simulation(model, integrator: integrator, step: step), integrator)
    }

    private func states<State: Compartment>(of simulation: Simulation<CompartmentModel<State>>) -> [State] {
        (0..<simulation.model.nodeCount).map(simulation.model.nodeState)
    }

    // MARK: What a leap does

    private func expectDefinition<State: Compartment>(
        _ table: TransitionTable<State>, from initial: [State], _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let samples = 6000
        let chain = LeapChain(try Graph(vertexCount: 4, edges: paw), table)
        let (simulation, integrator) = try simulation(
            copies(samples, of: paw, vertices: 4), table, Array(repeating: initial, count: samples).flatMap { $0 },
            .fixed(0.4), step: 0.5)
        // The second moment lies inside of the third leap.
        for leaps in [[0.4, 0.1], [0.4, 0.4, 0.2]] {
            try simulation.run(steps: 1)
            let states = states(of: simulation)
            var counts = [Int](repeating: 0, count: chain.probabilities(from: initial, leaps: []).count)
            for sample in 0..<samples { counts[chain.number(of: Array(states[sample * 4..<sample * 4 + 4]))] += 1 }
            #expect(agree(counts, chain.probabilities(from: initial, leaps: leaps)), sourceLocation: sourceLocation)
        }
        #expect(integrator.leapCount == 3, sourceLocation: sourceLocation)
    }

    /// Each by χ², with a probability of 0.001.
    @Test("states after leaps, and inside of them, have the probabilities of the definition")
    func definition() throws {
        try expectDefinition(
            .sis(infection: 0.8, recovery: 1), from: [.infected, .susceptible, .susceptible, .susceptible])
        try expectDefinition(
            .sirs(infection: 1.2, recovery: 1, waning: 0.7), from: [.infected, .susceptible, .recovered, .susceptible])
    }

    enum Rumour: String, Compartment { case ignorant, spreader, stifler }

    @Test("so they do where several compartments act, and several ways lead out of one")
    func severalWays() throws {
        try expectDefinition(
            try TransitionTable<Rumour>([
                .contact(from: .ignorant, to: .spreader, with: .spreader, rate: 1),
                .contact(from: .spreader, to: .stifler, with: .spreader, rate: 0.35),
                .contact(from: .spreader, to: .stifler, with: .stifler, rate: 0.55),
                .contact(from: .spreader, to: .ignorant, with: .stifler, rate: 0.2),
                .spontaneous(from: .spreader, to: .stifler, rate: 0.15),
                .spontaneous(from: .spreader, to: .ignorant, rate: 0.1),
            ]), from: [.ignorant, .spreader, .spreader, .ignorant])
    }

    @Test("with weights, and along directed edges, pressure is the sum of the weights of edges that lead to a vertex")
    func weights() throws {
        let samples = 20_000
        var edges = EdgeColumns(hasWeights: true)
        for sample in 0..<samples {
            edges.append(3 * sample, 3 * sample + 1, weight: 0.5)
            edges.append(3 * sample + 2, 3 * sample + 1, weight: 1.25)
            edges.append(3 * sample + 1, 3 * sample + 2, weight: 7)
        }
        let graph = try Graph(vertexCount: 3 * samples, edges: edges, isDirected: true)
        let initial = Array(repeating: [SICompartment.infected, .susceptible, .infected], count: samples)
        let (simulation, _) = try simulation(
            graph, .si(infection: 0.8), initial.flatMap { $0 }, .fixed(0.25), step: 0.5)
        try simulation.run(steps: 1)
        let infected = simulation.model.count(of: .infected) - 2 * samples
        // Nobody else changes, so that leaps are exact. Exceeded by chance with a probability of 1e-5.
        #expect(deviations(infected, of: samples, probability: 1 - exp(-0.8 * 1.75 * 0.5)) < 4.42)
    }

    @Test("the mean of the definition has an error of the first order against the master equation")
    func weakOrder() throws {
        let graph = try Graph(vertexCount: 4, edges: paw)
        let table = try TransitionTable.sis(infection: 0.8, recovery: 1)
        let initial: [SICompartment] = [.infected, .susceptible, .susceptible, .susceptible]
        let chain = LeapChain(graph, table)
        let exact = chain.mean(
            of: .infected, MasterEquation(graph, table).probabilities(from: initial, at: 1))
        let errors = [4, 8, 16, 32].map { count in
            let leaps = [Double](repeating: 1 / Double(count), count: count)
            return abs(chain.mean(of: .infected, chain.probabilities(from: initial, leaps: leaps)) - exact)
        }
        for (coarse, fine) in zip(errors, errors.dropFirst()) { #expect(abs(log2(coarse / fine) - 1) < 0.15) }
    }

    /// Exceeded by chance with a probability of 1e-5 each.
    @Test("decay is exact, however long leaps are", arguments: [TauSelection.fixed(0.9), .fixed(0.05), .accuracy(0.2)])
    func decay(length: TauSelection) throws {
        let count = 20_000
        let table = try TransitionTable<SIRCompartment>([.spontaneous(from: .infected, to: .recovered, rate: 1)])
        let (simulation, _) = try simulation(
            Graph(vertexCount: count, edges: []), table, Array(repeating: .infected, count: count), length, step: 0.7)
        for step in 1...3 {
            try simulation.run(steps: 1)
            let left = simulation.model.count(of: .infected)
            #expect(deviations(left, of: count, probability: exp(-0.7 * Double(step))) < 4.42)
        }
    }

    // MARK: How long leaps are

    @Test("leaps are as long as the accuracy allows what flows into and out of a compartment to change it")
    func chosenLength() throws {
        let decay = try TransitionTable<SIRCompartment>([.spontaneous(from: .infected, to: .recovered, rate: 2)])
        // Of order 1: 0.1 · N / (2 N) = 0.05.
        let (decaying, leaps) = try simulation(
            Graph(vertexCount: 10_000, edges: []), decay, Array(repeating: .infected, count: 10_000), .accuracy(0.1),
            step: 0.048)
        try decaying.run(steps: 1)
        #expect(leaps.leapCount == 1)
        try decaying.run(steps: 1)
        #expect(leaps.leapCount == 2)
        // Of order 2: 500 susceptible vertices with two infected neighbours each, 0.1 · 500 / 2 / 1000 = 0.025.
        let ring = (0..<1000).map { $0 % 2 == 0 ? SICompartment.infected : .susceptible }
        for (time, count) in [(0.0249, 1), (0.0251, 2)] {
            let (spreading, leaps) = try simulation(
                Graph.ring(nodes: 1000), .si(infection: 1), ring, .accuracy(0.1), step: time)
            try spreading.run(steps: 1)
            #expect(leaps.leapCount == count)
        }
        // One vertex may always move: 1 / (3 + 1) is what the infected one of a star of three rays takes on average.
        for (time, count) in [(0.249, 1), (0.251, 2)] {
            let (star, leaps) = try simulation(
                Graph.star(nodes: 4), .sis(infection: 1, recovery: 1),
                [.infected, .susceptible, .susceptible, .susceptible], .accuracy(0.03), step: time)
            try star.run(steps: 1)
            #expect(leaps.leapCount == count)
        }
    }

    /// The means of two independent samples of 24 runs, which chance takes apart as far as that with a probability of 1e-5.
    @Test("the prevalence on a large graph is that of the exact method")
    func prevalence() throws {
        let graph = try Graph.barabasiAlbert(nodes: 400, edgesPerNode: 3, from: try RandomStreams(seed: 7))
        let table = try TransitionTable.sirs(infection: 0.4, recovery: 1, waning: 0.5)
        let initial = (0..<400).map { $0 % 4 == 0 ? SIRCompartment.infected : .susceptible }
        func sample(_ makeIntegrator: (RandomStreams) -> any Integrator<CompartmentModel<SIRCompartment>>) throws
            -> [Double]
        {
            try (0..<24).map { seed in
                let model = try CompartmentModel(graph: graph, transitions: table, states: initial)
                let integrator = makeIntegrator(try RandomStreams(seed: UInt64(seed)))
                try integrator.advance(model, from: 0, to: 3)
                return Double(model.count(of: .infected))
            }
        }
        let exact = try sample { EventDrivenIntegrator<SIRCompartment>(streams: $0) }
        let leaping = try sample { TauLeapingIntegrator<SIRCompartment>(.accuracy(0.05), streams: $0) }
        func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }
        func squaredError(_ numbers: [Double]) -> Double {
            let mean = mean(numbers)
            let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return squares / Double((numbers.count - 1) * numbers.count)
        }
        let error = (squaredError(exact) + squaredError(leaping)).squareRoot()
        #expect(error < 8 && mean(exact) > 60)
        // Student's t with 46 degrees of freedom.
        #expect(abs(mean(exact) - mean(leaping)) < 4.9 * error)
    }

    // MARK: What does not matter

    @Test("neither the number of threads nor how often one looks changes anything", arguments: [false, true])
    func independence(hasWeights: Bool) throws {
        var graph = try Graph.barabasiAlbert(nodes: 2500, edgesPerNode: 3, from: try RandomStreams(seed: 2))
        if hasWeights {
            var edges = EdgeColumns(hasWeights: true)
            for vertex in 0..<2500 {
                for other in graph.neighbours(of: vertex) where other > vertex {
                    edges.append(vertex, Int(other), weight: 0.3 + Double(vertex % 7) / 3)
                }
            }
            graph = try Graph(vertexCount: 2500, edges: edges)
        }
        let table = try TransitionTable.sirs(infection: 0.4, recovery: 1, waning: 0.5)
        let initial = (0..<2500).map { $0 % 10 == 0 ? SIRCompartment.infected : .susceptible }
        func run(threads: Int, looks: Int) throws -> ([SIRCompartment], Int) {
            let (simulation, integrator) = try simulation(
                graph, table, initial, .fixed(0.11), step: 1 / Double(looks), seed: 3, threads: threads)
            try simulation.run(steps: looks)
            return (states(of: simulation), integrator.moveCount)
        }
        let reference = try run(threads: 1, looks: 1)
        #expect(reference.1 > 500)
        for (threads, looks) in [(1, 64), (2, 1), (3, 4)] {
            let other = try run(threads: threads, looks: looks)
            #expect(other.0 == reference.0 && other.1 == reference.1)
        }
    }

    @Test("the numbers of vertices in compartments are those of the states")
    func counts() throws {
        let (simulation, _) = try simulation(
            Graph.complete(nodes: 40), .sirs(infection: 0.1, recovery: 1, waning: 1),
            (0..<40).map { $0 < 5 ? .infected : .susceptible }, .fixed(0.2), step: 0.3)
        for _ in 0..<10 {
            try simulation.run(steps: 1)
            let states = states(of: simulation)
            for state in SIRCompartment.allCases {
                #expect(simulation.model.count(of: state) == states.count { $0 == state })
            }
        }
    }

    // MARK: Interventions

    @Test("who intervenes ends a leap, and what follows is about the new states and the new network")
    func interventions() throws {
        let (simulation, integrator) = try simulation(
            Graph.path(nodes: 3), .si(infection: 50), [.infected, .susceptible, .susceptible], .accuracy(0.5),
            step: 10)
        try simulation.edge(from: 1, to: 2).value = nil
        try simulation.run(steps: 1)
        #expect(states(of: simulation) == [.infected, .infected, .susceptible])
        simulation.nodes[1].state.value = .susceptible
        #expect(simulation.model.count(of: .susceptible) == 2)
        try simulation.run(steps: 1)
        #expect(states(of: simulation) == [.infected, .infected, .susceptible])
        try simulation.removeNode(1)
        try simulation.edge(from: 0, to: 2).value = 1
        try simulation.addNode(.susceptible)
        try simulation.run(steps: 1)
        #expect(states(of: simulation) == [.infected, .infected, .infected, .susceptible])
        #expect(simulation.model.count(of: .infected) == 2)
        #expect(integrator.moveCount == 3)
    }

    @Test("a leap goes on from a checkpoint in the middle of it, and after changes", arguments: [false, true])
    func checkpoints(hasWeights: Bool) throws {
        var edges = EdgeColumns(hasWeights: hasWeights)
        for vertex in 0..<1500 { edges.append(vertex, (vertex + 7) % 1500, weight: 0.5 + Double(vertex % 3)) }
        let graph = try Graph(vertexCount: 1500, edges: edges)
        let table = try TransitionTable.sirs(infection: 0.9, recovery: 1, waning: 0.5)
        let states = (0..<1500).map { $0 % 3 == 0 ? SIRCompartment.infected : .susceptible }
        let make = { try simulation(graph, table, states, .fixed(0.25), step: 0.1).0 }
        try expectSameWhenInterrupted(steps: 20, at: [0, 3, 10, 14]) { try make() }
        for isChangedLast in [false, true] {
            let (first, second) = (try make(), try make())
            try first.run(steps: 3)
            try first.removeNode(11)
            try first.edge(from: 1, to: 30).value = hasWeights ? 2 : 1
            if !isChangedLast { try first.run(steps: 3) }
            try second.resume(from: try first.checkpoint())
            for simulation in [first, second] { try simulation.run(steps: 8) }
            #expect(first.bits == second.bits)
        }
    }

    @Test("a leap in which nothing can happen has no end")
    func rest() throws {
        let (simulation, integrator) = try simulation(
            Graph.complete(nodes: 5), .sir(infection: 1, recovery: 1), Array(repeating: .susceptible, count: 5),
            .fixed(0.1), step: 1e12)
        try simulation.run(steps: 2)
        #expect(integrator.leapCount == 1 && integrator.moveCount == 0)
        simulation.nodes[0].state.value = .infected
        try simulation.run(steps: 1)
        #expect(simulation.model.count(of: .infected) == 0 && integrator.moveCount >= 1)
    }

    @Test("leaps that are not positive, or in which vertices would move more than once, are refused")
    func refusals() throws {
        func error(_ length: TauSelection) throws -> TauLeapingError? {
            let (simulation, _) = try simulation(
                Graph.path(nodes: 2), .sir(infection: 0.3, recovery: 4), [.infected, .susceptible], length,
                step: 1)
            return #expect(throws: TauLeapingError.self) { try simulation.run(steps: 1) }
        }
        #expect(try error(.fixed(-0.1)) == .invalidLength(-0.1))
        #expect(try error(.fixed(.infinity)) == .invalidLength(.infinity))
        #expect(try error(.accuracy(0)) == .invalidAccuracy(0))
        #expect(try error(.accuracy(1)) == .invalidAccuracy(1))
        #expect(try error(.fixed(0.3)) == .leapTooLong(0.3, compartment: "infected", rate: 4))
        #expect(
            try error(.fixed(0.3))?.description
                == "a leap of 0.3 is too long for 'infected', which vertices leave at a rate of up to 4.0 if they have the "
                + "mean number of neighbours: it must be at most 0.25, and errors are small only if it is much shorter")
    }

    /// From 'idle' two ways lead by themselves, with rates of 1 and 2, and one by each of 6 neighbours with a rate of 0.5; from
    /// 'busy' a way by neighbours of either kind, of which there are 6 in all: 6 · 0.7.
    @Test("rates add up, over ways and over the mean number of neighbours")
    func sumOfRates() throws {
        let idle = NamedCompartment(rawValue: "idle"), busy = NamedCompartment(rawValue: "busy")
        let done = NamedCompartment(rawValue: "done")
        let table = try TransitionTable(
            compartments: [idle, busy, done],
            [
                .spontaneous(from: idle, to: busy, rate: 1), .spontaneous(from: idle, to: done, rate: 2),
                .contact(from: idle, to: busy, with: busy, rate: 0.5),
                .contact(from: busy, to: done, with: done, rate: 0.7),
                .contact(from: busy, to: idle, with: idle, rate: 0.6),
            ])
        let graph = try Graph.complete(nodes: 7)
        try TauSelection.fixed(0.16).check(for: table, on: graph)
        #expect(throws: TauLeapingError.leapTooLong(0.17, compartment: "idle", rate: 6)) {
            try TauSelection.fixed(0.17).check(for: table, on: graph)
        }
        var edges = EdgeColumns(hasWeights: true)
        for vertex in 1..<7 { edges.append(0, vertex, weight: 3.5) }
        let star = try Graph(vertexCount: 7, edges: edges)
        #expect(throws: TauLeapingError.leapTooLong(0.17, compartment: "idle", rate: 6)) {
            try TauSelection.fixed(0.17).check(for: table, on: star)
        }
        try TauSelection.fixed(0.33).check(for: table, on: Graph(vertexCount: 7, edges: []))
    }
}
