import SimulationEngine
import Testing

@testable import Networks

/// A change of an epidemic changes only what follows from it.
@Suite struct AlignmentTests {
    /// What is done to an epidemic.
    enum Change: CaseIterable {
        case vertex, edge, vaccination, infection

        /// Does it to a model, somewhere among the first vertices.
        ///
        /// - Returns: The vertex that it concerns itself.
        func make<State>(
            in model: CompartmentModel<State>, below count: Int, immune: State, susceptible: State,
            _ random: inout RandomWords
        ) throws -> Int? {
            let vertex = random.below(count)
            switch self {
            case .vertex:
                if model.network.population.contains(vertex) { model.removeNode(vertex) }
                return vertex
            case .edge:
                let neighbours = Array(model.graph.neighbours(of: vertex))
                guard !neighbours.isEmpty else { return nil }
                try model.setEdgeWeight(nil, from: vertex, to: Int(neighbours[random.below(neighbours.count)]))
                return nil
            case .vaccination:
                if model.nodeState(at: vertex) == susceptible { model.setNodeState(immune, at: vertex) }
                return vertex
            case .infection:
                model.setParameter(0.9 * model.parameter(at: 0), at: 0)
                return nil
            }
        }
    }

    private static let times = [0.3, 0.7, 1, 1.5, 2, 3, 5, 40]

    /// The states of all vertices at some times, with a change at one of them.
    private func course<State: InfectionCompartment>(
        _ table: TransitionTable<State>, on graph: Graph, change: Change?, at changeTime: Double, number: UInt64,
        immune: State, susceptible: State
    ) throws -> (states: [[State]], vertex: Int?) {
        let streams = try RandomStreams(seed: 4)
        let model = try CompartmentModel(
            graph: graph, transitions: table,
            states: CompartmentModel<State>.initialStates(
                [(.infected, 5)], vertexCount: graph.vertexCount, from: streams))
        let integrator = EventDrivenIntegrator<State>(streams: streams, isAligned: true)
        var random = try RandomStreams(seed: number).words(for: .choiceOfNodes)
        var (start, vertex) = (0.0, nil as Int?)
        var states: [[State]] = []
        for time in Self.times {
            if start == changeTime, let change {
                vertex = try change.make(
                    in: model, below: model.nodeCount, immune: immune, susceptible: susceptible, &random)
                integrator.stateWasChanged()
            }
            try integrator.advance(model, from: start, to: time)
            start = time
            states.append((0..<graph.vertexCount).map(model.nodeState))
        }
        return (states, vertex)
    }

    /// What of the states after a removal is not what it can be, and how many vertices were spared at some time.
    private func outcome<State: Equatable>(
        _ changed: (states: [[State]], vertex: Int?), _ plain: [[State]],
        isPossible: (_ with: State, _ without: State) -> Bool
    ) -> (wrong: Int, spared: Int) {
        zip(changed.states, plain).reduce(into: (0, 0)) { counts, states in
            for vertex in states.0.indices where vertex != changed.vertex && states.0[vertex] != states.1[vertex] {
                if isPossible(states.0[vertex], states.1[vertex]) { counts.1 += 1 } else { counts.0 += 1 }
            }
        }
    }

    /// 1,000 changes in all, at the beginning and later.
    @Test(
        "whoever is infected in SIR after a removal, or sooner, would have been without it", arguments: Change.allCases)
    func removalsInSIR(_ change: Change) throws {
        let graph = try Graph.barabasiAlbert(nodes: 300, edgesPerNode: 2, from: RandomStreams(seed: 3))
        let table = try TransitionTable<SIRCompartment>.sir(infection: 0.5, recovery: 1)
        let plain = try course(
            table, on: graph, change: nil, at: 0, number: 0, immune: .recovered, susceptible: .susceptible)
        let infected = try #require(plain.states.last).count { $0 == .recovered }
        #expect((100...250).contains(infected))
        let order: [SIRCompartment: Int] = [.susceptible: 0, .infected: 1, .recovered: 2]
        var (wrong, spared) = (0, 0)
        for number in 0..<250 as Range<UInt64> {
            let changed = try course(
                table, on: graph, change: change, at: number % 2 == 0 ? 0 : 1, number: number, immune: .recovered,
                susceptible: .susceptible)
            let counts = outcome(changed, plain.states) { order[$0, default: 0] < order[$1, default: 0] }
            (wrong, spared) = (wrong + counts.wrong, spared + counts.spared)
        }
        #expect(wrong == 0)
        #expect(spared > 0)
    }

    /// SIS is monotone, too, if moments of contacts and recoveries are those of the graphical representation.
    @Test("who is infected in SIS after a removal would be without it", arguments: [Change.vertex, .edge])
    func removalsInSIS(_ change: Change) throws {
        let graph = try Graph.barabasiAlbert(nodes: 100, edgesPerNode: 2, from: RandomStreams(seed: 3))
        let table = try TransitionTable<SICompartment>.sis(infection: 0.4, recovery: 1)
        let plain = try course(
            table, on: graph, change: nil, at: 0, number: 0, immune: .susceptible, susceptible: .susceptible)
        var (wrong, spared) = (0, 0)
        for number in 0..<16 as Range<UInt64> {
            let changed = try course(
                table, on: graph, change: change, at: number % 2 == 0 ? 0 : 1, number: number, immune: .susceptible,
                susceptible: .susceptible)
            let counts = outcome(changed, plain.states) { with, _ in with == .susceptible }
            (wrong, spared) = (wrong + counts.wrong, spared + counts.spared)
        }
        #expect(wrong == 0)
        #expect(spared > 0)
    }

    enum Method: CaseIterable { case outbreak, graphical, leaps, weightedLeaps }

    /// The states at many times of the second of two graphs that are not joined, with a change in the first one.
    private func statesOfOthers(_ method: Method, _ change: Change?, at changeTime: Double) throws -> [SIRCompartment] {
        let streams = try RandomStreams(seed: 4)
        let half = try Graph.barabasiAlbert(nodes: 150, edgesPerNode: 2, from: streams)
        var edges = EdgeColumns(hasWeights: method == .weightedLeaps)
        for (shift, vertex) in [0, 150].flatMap({ shift in (0..<150).map { (shift, $0) } }) {
            for other in half.neighbours(of: vertex) where other > vertex {
                edges.append(shift + vertex, shift + Int(other), weight: method == .weightedLeaps ? 0.7 : 1)
            }
        }
        let model = try CompartmentModel(
            graph: Graph(vertexCount: 300, edges: edges),
            transitions: method == .outbreak
                ? .sir(infection: 0.5, recovery: 1) : .sirs(infection: 0.5, recovery: 1, waning: 0.5),
            states: (0..<300).map { $0 % 10 == 0 ? SIRCompartment.infected : .susceptible })
        let integrator: any Integrator<CompartmentModel<SIRCompartment>> =
            switch method {
            case .outbreak, .graphical: EventDrivenIntegrator(streams: streams, isAligned: true)
            case .leaps, .weightedLeaps: TauLeapingIntegrator(.fixed(0.1), streams: streams)
            }
        var random = try RandomStreams(seed: 5).words(for: .choiceOfNodes)
        var start = 0.0
        var states: [SIRCompartment] = []
        for time in Set((1...60).map { 0.05 * Double($0) } + [changeTime]).subtracting([0]).sorted() {
            if start == changeTime, let change {
                _ = try change.make(in: model, below: 150, immune: .recovered, susceptible: .susceptible, &random)
                integrator.stateWasChanged()
            }
            try integrator.advance(model, from: start, to: time)
            start = time
            states += (150..<300).map(model.nodeState)
        }
        return states
    }

    /// Ten leaps of 0.1 end just before 1, and 0.734 lies within one.
    @Test(
        "a change leaves as it is what does not follow from it, whenever it comes", arguments: Method.allCases,
        [0, 0.734, 1])
    func others(_ method: Method, changeTime: Double) throws {
        let plain = try statesOfOthers(method, nil, at: changeTime)
        #expect(Set(plain) == Set(SIRCompartment.allCases))
        for change in [Change.vertex, .edge, .vaccination] {
            #expect(try statesOfOthers(method, change, at: changeTime) == plain, "\(change)")
        }
    }

    /// The difference of two means of twelve runs each, in its standard errors: beyond 5 with a probability below 0.001 for so few.
    @Test("on a larger graph as many are infected in SIS as by the other method")
    func prevalence() throws {
        let graph = try Graph.barabasiAlbert(nodes: 1000, edgesPerNode: 3, from: RandomStreams(seed: 3))
        func infected(isAligned: Bool) throws -> (mean: Double, variance: Double) {
            let counts = try (0..<12 as Range<UInt64>).map { seed in
                let model = try CompartmentModel(
                    graph: graph, transitions: .sis(infection: 0.3, recovery: 1),
                    states: (0..<1000).map { $0 % 10 == 0 ? SICompartment.infected : .susceptible })
                try EventDrivenIntegrator<SICompartment>(streams: RandomStreams(seed: seed), isAligned: isAligned)
                    .advance(model, from: 0, to: 3)
                return Double(model.count(of: .infected))
            }
            let mean = counts.reduce(0, +) / 12
            return (mean, counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 11)
        }
        let (a, b) = (try infected(isAligned: true), try infected(isAligned: false))
        #expect(a.mean > 100)
        #expect(abs(a.mean - b.mean) < 5 * ((a.variance + b.variance) / 12).squareRoot())
    }

    /// How many are infected in the end if some vertices are immune.
    private func finalSize(_ graph: Graph, immune: Range<Int>, seed: UInt64) throws -> Double {
        var states = [SIRCompartment](repeating: .susceptible, count: graph.vertexCount)
        for vertex in 200..<210 { states[vertex] = .infected }
        for vertex in immune { states[vertex] = .recovered }
        let model = try CompartmentModel(
            graph: graph, transitions: .sir(infection: 0.5, recovery: 1), states: states)
        try EventDrivenIntegrator<SIRCompartment>(streams: RandomStreams(seed: seed)).advance(model, from: 0, to: 100)
        return Double(model.count(of: .recovered))
    }

    /// The ratio of two variances of 40 differences each: if it were below 10 in truth, one of 30 would be measured with a
    /// probability below 0.001.
    @Test("the difference of two strategies is known ten times as well from runs with the same luck")
    func variance() throws {
        let graph = try Graph.barabasiAlbert(nodes: 500, edgesPerNode: 2, from: RandomStreams(seed: 3))
        func variance(_ seeds: (UInt64) -> (UInt64, UInt64)) throws -> Double {
            let differences = try (0..<40 as Range<UInt64>).map { number in
                let (first, second) = seeds(number)
                return try finalSize(graph, immune: 300..<310, seed: first)
                    - finalSize(graph, immune: 400..<410, seed: second)
            }
            let mean = differences.reduce(0, +) / 40
            return differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 39
        }
        let (same, other) = (try variance { ($0, $0) }, try variance { ($0, $0 + 1000) })
        #expect(other / same > 30)
    }
}
