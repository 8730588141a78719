import EngineTestSupport
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Models on graphs and what moves them, each of which has to go on from a checkpoint.
enum StoredNetwork: CaseIterable {
    case kuramoto, noisyKuramoto, meanField, inertial
    case si, sis, sir, sirs, weightedSIR, leaps, weightedLeaps
    case isingRandom, isingSequential, isingCheckerboard, isingColours, isingInFields, wolff
    case potts, pottsHeatBath, pottsClusters
    case voters, majority, sznajd, deffuant, schelling
    case hegselmannKrause, cascade, life, elementary, boolean, neurons, walks, pageRank
    case ruleByFormula, movesOneByOne, movesAtOnce, rewiring, transitionsByFormula
    case adaptiveTransitions

    static let vertexCount = 120

    func make() throws -> any Interruptible {
        let streams = try RandomStreams(seed: 9)
        let graph = try Graph.erdosRenyi(nodes: Self.vertexCount, probability: 0.05, from: streams)
        let numbers = streams.numbers(
            from: .uniform(lower: 0, upper: 1), for: .initialState, nodeCount: Self.vertexCount)
        let halves = numbers.map { $0 < 0.5 }
        switch self {
        case .kuramoto, .noisyKuramoto, .meanField, .inertial:
            return try oscillators(graph, numbers, streams)
        case .si: return try epidemic(graph, try .si(infection: 0.1), [.susceptible, .infected], numbers, streams)
        case .sis:
            return try epidemic(
                graph, try .sis(infection: 0.4, recovery: 1), [.susceptible, .infected], numbers, streams)
        case .sir: return try epidemic(graph, try .sir(infection: 0.4, recovery: 0.5), sirStates, numbers, streams)
        case .sirs:
            return try epidemic(
                graph, try .sirs(infection: 0.6, recovery: 1, waning: 0.7), sirStates, numbers, streams)
        case .weightedSIR:
            return try epidemic(try weighted(), try .sir(infection: 0.4, recovery: 0.3), sirStates, numbers, streams)
        case .leaps, .weightedLeaps:
            let model = try CompartmentModel(
                graph: self == .leaps ? graph : try weighted(),
                transitions: try .sirs(infection: 0.6, recovery: 1, waning: 0.7),
                states: numbers.map { sirStates[Int(4 * $0)] })
            // Leaps end between the steps.
            return try Simulation(
                model, integrator: TauLeapingIntegrator(.fixed(0.073), streams: streams), step: 0.1)
        case .isingRandom, .isingSequential, .isingCheckerboard, .isingColours, .isingInFields, .wolff:
            return try spins(graph, streams)
        case .potts, .pottsHeatBath, .pottsClusters:
            let model = try PottsModel(
                graph: graph, values: 3, temperature: 1.2, rule: self == .pottsHeatBath ? .heatBath : .metropolis,
                spins: numbers.map { UInt8(3 * $0) })
            guard self == .pottsClusters else {
                return try Simulation(model, integrator: RuleSweeps(streams: streams), step: 1)
            }
            return try Simulation(model, integrator: PottsClusters(streams: streams), step: 1)
        case .voters:
            return try sweeps(
                try VoterModel(graph: graph, states: halves.map { $0 ? 1 : 0 }, noise: 0.01), streams)
        case .majority:
            return try sweeps(
                try MajorityModel(graph: graph, states: halves.map { $0 ? 1 : 0 }, noise: 0.1), streams)
        case .sznajd: return try sweeps(try SznajdModel(graph: graph, states: halves.map { $0 ? 1 : 0 }), streams)
        case .deffuant: return try sweeps(try DeffuantModel(graph: graph, opinions: numbers, tolerance: 0.3), streams)
        case .schelling:
            let groups = numbers.map { UInt8(3 * $0) }
            return try sweeps(
                try SchellingModel(
                    graph: try .lattice(sides: [12, 10], periodic: true), states: groups, wanted: 0.6), streams)
        case .hegselmannKrause:
            return try steps(try HegselmannKrauseModel(graph: graph, opinions: numbers, tolerance: 0.2), streams)
        case .cascade:
            return try steps(
                try ThresholdCascadeModel(
                    graph: try .ring(nodes: Self.vertexCount), thresholds: numbers.map { $0 / 2 },
                    active: [0, 60]), streams)
        case .life:
            return try steps(
                try LifeLikeAutomaton(
                    graph: try .mooreLattice(sides: [12, 10], periodic: true), cells: halves), streams)
        case .elementary: return try steps(try ElementaryAutomaton(rule: 110, cells: halves), streams)
        case .boolean:
            return try steps(
                try BooleanNetwork.random(
                    nodes: Self.vertexCount, inputs: 3, from: streams), streams)
        case .neurons: return try neurons(graph, numbers, streams)
        case .walks:
            return try steps(
                try RandomWalks(graph: graph, starts: (0..<40).map { $0 }, laziness: 0.2), streams)
        case .pageRank: return try steps(try PageRank(graph: graph), streams)
        case .ruleByFormula:
            return try steps(
                try FormulaRule(
                    graph: graph, states: numbers.map { UInt8(3 * $0) }, named: ["a", "b", "c"],
                    next: "if(random < 0.1, a, if(count(neighbours, b) > 1, b, neighbour))"), streams)
        case .movesOneByOne: return try sweeps(try moves(graph, numbers), streams)
        case .movesAtOnce: return try steps(try moves(graph, numbers), streams)
        case .rewiring:
            return try sweeps(
                try AdaptiveRule(
                    graph: try weighted(), states: numbers.map { UInt8(3 * $0) }, named: ["a", "b", "c"],
                    next: "if(random < 0.4, c, neighbour)",
                    rewirings: [
                        FormulaRewiring(if: "random < 0.3", from: .different, to: .alike),
                        FormulaRewiring(if: "state == c and random < 0.5", to: .states(["a", "b"])),
                    ], moves: [FormulaMove(if: "state == b", to: ["a"], among: .all)]), streams)
        case .transitionsByFormula:
            let formulas = try TransitionFormulas(
                states: ["S", "I"],
                [
                    .init(from: "S", to: "I", .rate("0.7 * count(neighbours, I) / (1 + degree)")),
                    .init(from: "I", to: "S", .after(.gamma(shape: 3, scale: 0.3))),
                ])
            return try Simulation(
                try TransitionModel(graph: graph, states: halves.map { $0 ? 1 : 0 }, formulas),
                integrator: TransitionEvents(streams: streams), step: 0.1)
        case .adaptiveTransitions:
            let formulas = try TransitionFormulas(
                states: ["S", "I"],
                [
                    .init(from: "S", to: "I", .rate("2 * count(neighbours, I) / (1 + degree)")),
                    .init(from: "I", to: "S", .after(.gamma(shape: 3, scale: 0.3))),
                ],
                rewirings: [
                    .init(if: "state == S", from: .different, to: .alike, rate: "3"),
                    .init(if: "degree > 5", rate: "0.1 * degree"),
                ])
            return try Simulation(
                try TransitionModel(graph: weighted(), states: halves.map { $0 ? 1 : 0 }, formulas),
                integrator: TransitionEvents(streams: streams), step: 0.1)
        }
    }

    private var sirStates: [SIRCompartment] { [.susceptible, .susceptible, .susceptible, .infected] }

    private func weighted() throws -> Graph {
        var edges = EdgeColumns(hasWeights: true)
        for vertex in 0..<Self.vertexCount {
            for step in [1, 2, 7] {
                edges.append(vertex, (vertex + step) % Self.vertexCount, weight: 0.3 + Double((vertex * step) % 5))
            }
        }
        return try Graph(vertexCount: Self.vertexCount, edges: edges)
    }

    private func oscillators(
        _ graph: Graph, _ numbers: [Double], _ streams: RandomStreams
    ) throws -> any Interruptible {
        let phases = numbers.map { 6 * $0 }
        if self == .inertial {
            let model = try InertialKuramotoModel(
                graph: graph, coupling: 0.4, inertia: 2, frequencies: numbers, phases: phases, velocities: numbers)
            return try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        }
        let model = try KuramotoModel(
            graph: graph.edgeCount > 0 && self == .meanField
                ? Graph(vertexCount: numbers.count, edges: [(Int, Int)]()) : graph,
            coupling: 0.4, reach: self == .meanField ? .meanField : .edges, phaseLag: 0.1, frequencies: numbers,
            phases: phases, noise: self == .noisyKuramoto ? 0.3 : 0)
        guard self == .noisyKuramoto else { return try Simulation(model, integrator: RungeKutta4(), step: 0.1) }
        return try Simulation(model, integrator: EulerMaruyama(streams: streams), step: 0.1)
    }

    private func epidemic<State: CompartmentName>(
        _ graph: Graph, _ table: TransitionTable<State>, _ states: [State], _ numbers: [Double],
        _ streams: RandomStreams
    ) throws -> any Interruptible {
        let model = try CompartmentModel(
            graph: graph, transitions: table, states: numbers.map { states[Int($0 * Double(states.count))] })
        return try Simulation(model, integrator: EventDrivenIntegrator(streams: streams), step: 0.1)
    }

    private func spins(_ graph: Graph, _ streams: RandomStreams) throws -> any Interruptible {
        // The torus has words of 64 spins, the other graph has not.
        let graph =
            switch self {
            case .isingCheckerboard: try Graph.lattice(sides: [128, 16], periodic: true)
            case .isingColours: try Graph.lattice(sides: [12, 10], periodic: false)
            default: graph
            }
        let up = streams.numbers(
            from: .uniform(lower: 0, upper: 1), for: .initialState, nodeCount: graph.vertexCount)
        let model = try IsingModel(
            graph: graph, temperature: 2.4, field: self == .isingInFields ? 0.1 : 0,
            localFields: self == .isingInFields ? up : nil, spins: up.map { $0 < 0.7 ? .up : .down })
        if self == .wolff { return try Simulation(model, integrator: WolffClusters(streams: streams), step: 1) }
        let order: SweepOrder =
            switch self {
            case .isingSequential: .sequential
            case .isingCheckerboard, .isingColours: .checkerboard
            default: .random
            }
        return try Simulation(model, integrator: SpinSweeps(.metropolis, order: order, streams: streams), step: 1)
    }

    private func neurons(
        _ graph: Graph, _ numbers: [Double], _ streams: RandomStreams
    ) throws -> any Interruptible {
        var parameters = SpikingNeurons.Parameters()
        parameters.refractorySteps = 4
        parameters.delaySteps = 7
        parameters.synapse = 0.2
        parameters.timeStep = 1
        let model = try SpikingNeurons(
            graph: graph, parameters: parameters, inputs: numbers.map { 0.6 + $0 }, voltages: numbers)
        return try steps(model, streams)
    }

    private func moves(_ graph: Graph, _ numbers: [Double]) throws -> FormulaRule {
        try FormulaRule(
            graph: graph, states: numbers.map { UInt8(3 * $0) }, named: ["a", "b", "c"],
            next: "if(random < 0.05, neighbour, state)",
            moves: [
                FormulaMove(if: "state == b and random < 0.5", to: ["a"], among: .all),
                FormulaMove(if: "state == c", to: ["a", "b"]),
            ])
    }

    private func sweeps(_ model: some AsynchronousRule & Resumable, _ streams: RandomStreams) throws
        -> any Interruptible
    {
        try Simulation(model, integrator: RuleSweeps(streams: streams), step: 1)
    }

    private func steps(_ model: some SynchronousRule & Resumable, _ streams: RandomStreams) throws -> any Interruptible
    {
        try Simulation(model, integrator: RuleSteps(streams: streams), step: 1)
    }
}

@Suite("Checkpoints of networks")
struct NetworkCheckpointTests {
    @Test("all models go on to the last bit", arguments: StoredNetwork.allCases)
    func models(network: StoredNetwork) throws {
        try expectSameWhenInterrupted(steps: 24, at: [0, 1, 11, 23]) { try network.make() }
    }

    @Test("a branch of any model has the same luck ahead", arguments: StoredNetwork.allCases)
    func branches(network: StoredNetwork) throws {
        try expectSameWhenBranched(steps: 24, at: [0, 1, 11, 23]) { try network.make() }
    }

    @Test("what goes on is not at rest, so that a difference would show", arguments: StoredNetwork.allCases)
    func motion(network: StoredNetwork) throws {
        let run = try network.make()
        try run.run(steps: 11)
        let bits = run.bits
        try run.run(steps: 1)
        // Some reach their ends early, which is a state to go on from, too.
        #expect(run.bits != bits || [.si, .cascade, .deffuant, .pageRank, .sznajd].contains(network))
    }

    private func expectDynamics<Dynamics: NetworkDynamics>(_ type: Dynamics.Type) throws {
        try expectSameWhenInterrupted(steps: 20, at: [0, 9]) {
            let graph = try Graph.ring(nodes: 12)
            let state = StateVector(columnCount: Dynamics.State.columnCount, rowCount: 12)
            let first = try #require(state.elements.baseAddress)
            let states = (0..<12).map { vertex in
                for (column, variable) in Dynamics.variables.enumerated() {
                    state[column, vertex] = variable.initial * (1 - 0.01 * Double(vertex))
                }
                return Dynamics.State(from: first + vertex, stride: 12)
            }
            let model = try CoupledDynamics<Dynamics>(graph: graph, states: states)
            return try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        }
    }

    @Test("all dynamics on graphs go on to the last bit")
    func dynamics() throws {
        let types: [any NetworkDynamics.Type] = [
            Consensus.self, Networks.Diffusion.self, FitzHughNagumo.self, HodgkinHuxley.self, Lorenz.self,
            LotkaVolterra.self,
            MeanFieldSIR.self, MeanFieldSIS.self, MimuraMurray.self, Replicator.self, Rossler.self, WilsonCowan.self,
        ]
        for type in types { try expectDynamics(type) }
    }

    @Test("vertices that have come go on with their parameters, natural frequencies and edges")
    func vertices() throws {
        let graph = try Graph.ring(nodes: 6)
        let makeDynamics = {
            let dynamics = (0..<6).map { vertex in
                var lorenz = Lorenz()
                lorenz.coupling = 0.3
                lorenz.rho = 20 + Double(vertex)
                return lorenz
            }
            let states = (0..<6).map { SIMD3(1, Double($0), 20) }
            let model = try CoupledDynamics(graph: graph, dynamics: dynamics, states: states)
            return try Simulation(model, integrator: RungeKutta4(), step: 0.01)
        }
        try expectSameAfterChanges(try makeDynamics(), try makeDynamics(), state: SIMD3(1, 2, 3))
        for isMeanField in [false, true] {
            let make = {
                let model = try KuramotoModel(
                    graph: isMeanField ? Graph(vertexCount: 6, edges: [(Int, Int)]()) : graph, coupling: 0.5,
                    reach: isMeanField ? .meanField : .edges, frequencies: (0..<6).map { 0.1 * Double($0) },
                    phases: (0..<6).map { Double($0) })
                return try Simulation(model, integrator: RungeKutta4(), step: 0.1)
            }
            try expectSameAfterChanges(try make(), try make(), state: 0.4, changesEdges: !isMeanField)
        }
    }

    private func expectSameAfterChanges<Model: ChangingNodes & ChangingEdges>(
        _ first: Simulation<Model>, _ second: Simulation<Model>, state: Model.NodeState, changesEdges: Bool = true
    ) throws {
        try first.run(steps: 5)
        try first.addNode(state, like: 4)
        try first.removeNode(2)
        if changesEdges {
            try first.edge(from: 6, to: 4).value = 1
            try first.edge(from: 0, to: 1).value = nil
            try first.edge(from: 3, to: 0).value = 1
        }
        try first.run(steps: 5)
        try second.resume(from: try first.checkpoint())
        #expect(second.model.presentNodes == [0, 1, 3, 4, 5, 6])
        let logs = [EdgeDiary(first), EdgeDiary(second)]
        for simulation in [first, second] {
            try simulation.run(steps: 5)
            if changesEdges { try simulation.edge(from: 5, to: 6).value = 1 }
            try simulation.addNode(state, like: 6)
            try simulation.run(steps: 5)
        }
        #expect(first.bits == second.bits)
        #expect(logs[0].lines == logs[1].lines)
        #expect(!logs[0].lines.isEmpty)
    }

    /// What can happen is looked at anew after the checkpoint, and is not yet that of the states.
    @Test("goes on where a state was set at the moment of the checkpoint")
    func setStates() throws {
        final class Watcher: Observer { let receiver = Receiver() }
        typealias Model = CompartmentModel<SIRCompartment>
        func make() throws -> Simulation<Model> {
            let streams = try RandomStreams(seed: 5)
            let graph = try Graph.erdosRenyi(nodes: 60, probability: 0.1, from: streams)
            let states = (0..<60).map { SIRCompartment.allCases[$0 % 3] }
            let model = try Model(
                graph: graph, transitions: .sirs(infection: 0.6, recovery: 1, waning: 0.7), states: states)
            return try Simulation(model, integrator: EventDrivenIntegrator(streams: streams), step: 0.1)
        }
        let (first, second, watcher) = (try make(), try make(), Watcher())
        for simulation in [first, second] {
            watcher.observe(try simulation.trigger(.at(times: [0.5]))) { [unowned simulation] _ in
                for node in 0..<20 {
                    try? simulation.kick(node: node) { $0 = $0 == .infected ? .susceptible : .infected }
                }
            }
        }
        try first.run(steps: 5)
        try second.resume(from: try first.checkpoint())
        for simulation in [first, second] { try simulation.run(until: 2) }
        #expect((0..<60).map(first.model.nodeState) == (0..<60).map(second.model.nodeState))
    }

    @Test("what can happen in an epidemic goes on after edges and vertices have changed, just before and just after")
    func epidemicsOnChangingNetworks() throws {
        let make = {
            let streams = try RandomStreams(seed: 3)
            let graph = try Graph.erdosRenyi(nodes: 80, probability: 0.06, from: streams)
            let model = try CompartmentModel(
                graph: graph, transitions: try .sirs(infection: 0.6, recovery: 0.6, waning: 0.5),
                states: (0..<80).map { $0 % 5 == 0 ? SIRCompartment.infected : .susceptible })
            return try Simulation(model, integrator: EventDrivenIntegrator(streams: streams), step: 0.1)
        }
        for isChangedLast in [false, true] {
            let (first, second) = (try make(), try make())
            try first.run(steps: 7)
            try first.removeNode(11)
            try first.addNode(.infected)
            try first.edge(from: 80, to: 3).value = 1
            if !isChangedLast { try first.run(steps: 7) }
            try second.resume(from: try first.checkpoint())
            for simulation in [first, second] {
                try simulation.run(steps: 10)
                try simulation.edge(from: 80, to: 7).value = 1
                try simulation.run(steps: 10)
            }
            #expect(first.bits == second.bits)
            #expect(first.model.count(of: .recovered) == second.model.count(of: .recovered))
        }
    }

    @Test("parameters that were changed stay changed")
    func parameters() throws {
        let make = {
            let graph = try Graph.ring(nodes: 8)
            let model = try KuramotoModel(
                graph: graph, coupling: 0.1, frequencies: (0..<8).map { Double($0) },
                phases: [Double](repeating: 0, count: 8))
            return try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        }
        let (first, second) = (try make(), try make())
        first.parameters["coupling"]?.value = 1.5
        try first.run(steps: 5)
        try second.resume(from: try first.checkpoint())
        #expect(second.parameters["coupling"]?.value == 1.5)
        try first.run(steps: 5)
        try second.run(steps: 5)
        #expect(first.bits == second.bits)
    }

    @Test("random numbers of another seed are told where their stream is part of the state")
    func otherSeed() throws {
        let make = { (seed: UInt64) in
            let model = try CompartmentModel(
                graph: try .ring(nodes: 10), transitions: try .si(infection: 1),
                states: (0..<10).map { $0 == 0 ? SICompartment.infected : .susceptible })
            return try Simulation(
                model, integrator: EventDrivenIntegrator(streams: try RandomStreams(seed: seed)), step: 0.1)
        }
        let first = try make(1)
        try first.run(steps: 3)
        #expect(throws: CheckpointError.self) { try make(2).resume(from: try first.checkpoint()) }
    }
}
