import ObserverCore
import SimulationEngine
import Testing

@testable import Networks

/// One huge step of events, leaps or sweeps that is given up in the middle, stored, and gone on with.
@Suite struct InterruptionTests {
    final class Listener: Observer { let receiver = Receiver() }

    enum Process: CaseIterable {
        case outbreak, contacts, adaptive, leaps, voters, life, spins, clusters, pottsClusters

        /// Somewhat more than is needed for being asked twice whether to go on, some 4,000 tries apart.
        var length: Double {
            switch self {
            case .outbreak: 140
            case .voters: 150
            case .contacts: 50
            case .adaptive: 100
            case .leaps, .life: 20
            case .spins, .clusters, .pottsClusters: 80
            }
        }
    }

    /// What a run with these processes is about.
    private struct Run {
        let interrupt: (@escaping () -> Bool) -> Void
        let run: () throws -> Void
        let time: () -> Double
        let checkpoint: () throws -> [UInt8]
        let resume: ([UInt8]) throws -> Void
        let states: () -> [Double]
        let told: () -> [String]
    }

    private func run<Model: SimulationModel>(
        _ model: Model, _ integrator: some Integrator<Model> & InterruptibleIntegrator, until length: Double,
        watching: Bool
    ) throws -> Run {
        let simulation = try Simulation(model, integrator: integrator, step: length)
        let listener = Listener()
        var told: [String] = []
        var kept: [Any] = [listener]
        if watching, let graph = model as? any NetworkModel {
            listener.observe(simulation.edgeChanges) { (change: EdgeChange) in
                told.append("edge \(change.source) \(change.target) \(change.new ?? -1) of \(graph.graph.edgeCount)")
            }
        }
        if watching {
            let field = model.fields[0]
            let passages = try simulation.firstPassages(of: field, level: 1.5)
            kept.append(passages)
            listener.observe(try simulation.crossings(of: field, ofNodes: [1, 5], level: 0.5)) {
                told.append("crossing of \($0.node ?? -1) at \($0.time)")
            }
            if let model = simulation as? Simulation<CompartmentModel<SIRCompartment>> {
                let infected = try model.quantity(CompartmentModel<SIRCompartment>.quantities.count(of: .infected))
                listener.observe(try model.crossing(of: infected, level: 20.5)) {
                    told.append("infected \($0.direction) at \($0.time)")
                }
            }
        }
        return Run(
            interrupt: { integrator.shouldInterrupt = $0 }, run: { try simulation.run(until: length) },
            time: { simulation.moment.time }, checkpoint: { try simulation.checkpoint() },
            resume: { try simulation.resume(from: $0) },
            states: {
                (0..<model.nodeCount).map { model.value(ofField: 0, at: $0) }
                    + kept.compactMap { $0 as? FirstPassages }.flatMap { $0.times.map { $0.isNaN ? -1 : $0 } }
            }, told: { told })
    }

    /// An outbreak, or an epidemic that contacts keep up, which goes on for ever.
    private func epidemic(
        _ process: Process, on graph: Graph, infection: Double, _ streams: RandomStreams
    ) throws -> CompartmentModel<SIRCompartment> {
        let table: TransitionTable<SIRCompartment> =
            try process == .outbreak
            ? TransitionTable([
                .contact(from: .susceptible, to: .infected, with: .infected, rate: 0.001),
                .spontaneous(from: .infected, to: .recovered, rate: 2),
                .spontaneous(from: .recovered, to: .infected, rate: 3),
            ]) : .sirs(infection: infection, recovery: 1, waning: 0.6)
        let states = try CompartmentModel<SIRCompartment>.initialStates(
            [(.infected, 30)], vertexCount: 90, from: streams)
        return try CompartmentModel(graph: graph, transitions: table, states: states)
    }

    private func make(_ process: Process, watching: Bool) throws -> Run {
        let streams = try RandomStreams(seed: 7)
        let graph = try Graph.erdosRenyi(nodes: 90, probability: 0.06, from: streams)
        let length = process.length
        switch process {
        case .outbreak, .contacts, .leaps:
            let model = try epidemic(process, on: graph, infection: 1.5, streams)
            return process == .leaps
                ? try run(
                    model, TauLeapingIntegrator<SIRCompartment>(.fixed(0.1), streams: streams), until: length,
                    watching: watching)
                : try run(
                    model, EventDrivenIntegrator<SIRCompartment>(streams: streams), until: length, watching: watching)
        case .adaptive:
            let formulas = try TransitionFormulas(
                states: ["S", "I", "R"],
                [
                    .init(from: "S", to: "I", .rate("1.5 * count(neighbours, I)")),
                    .init(from: "I", to: "R", .rate("1")),
                    .init(from: "R", to: "S", .rate("0.6")),
                ], rewirings: [.init(if: "state == S", from: .states(["I"]), to: .states(["S"]), rate: "1")])
            let model = try TransitionModel(graph: graph, states: (0..<90).map { UInt8($0 % 3) }, formulas)
            return try run(model, TransitionEvents(streams: streams), until: length, watching: watching)
        case .voters:
            let model = try VoterModel(graph: graph, states: (0..<90).map { UInt8($0 % 2) }, noise: 0.01)
            return try run(model, RuleSweeps<VoterModel>(streams: streams), until: length, watching: watching)
        case .life:
            let model = try LifeLikeAutomaton(
                graph: .mooreLattice(sides: [70, 9], periodic: true), rule: LifeLikeRule("B1/S1"),
                cells: (0..<630).map { $0 * $0 % 7 < 3 })
            return try run(model, RuleSteps<LifeLikeAutomaton>(streams: streams), until: length, watching: watching)
        case .spins, .clusters:
            let model = try IsingModel(
                graph: .lattice(sides: [8, 8], periodic: true), temperature: 2.4,
                spins: Array(repeating: .up, count: 64))
            return process == .spins
                ? try run(
                    model, SpinSweeps(.metropolis, order: .random, streams: streams), until: length, watching: watching)
                : try run(model, WolffClusters(streams: streams), until: length, watching: watching)
        case .pottsClusters:
            let model = try PottsModel(
                graph: .lattice(sides: [8, 8], periodic: true), values: 3, temperature: 1.1,
                spins: (0..<64).map { UInt8($0 % 3) })
            return try run(model, PottsClusters(streams: streams), until: length, watching: watching)
        }
    }

    @Test("what is resumed, or runs on, ends as what nobody interrupts", arguments: Process.allCases, [false, true])
    func sameEnd(process: Process, watching: Bool) throws {
        let whole = try make(process, watching: watching)
        try whole.run()
        // The two cells of the automaton that are watched come to rest.
        if watching { #expect(whole.told().count > (process == .life ? 0 : 10)) }
        for asked in [1, 2] {
            let first = try make(process, watching: watching)
            var times = 0
            first.interrupt {
                times += 1
                return times == asked
            }
            var interruptedTime = Double.nan
            do {
                try first.run()
            } catch IntegrationError.interrupted(let time) {
                interruptedTime = time
            }
            #expect(interruptedTime >= 0 && interruptedTime < process.length, "\(process) was not interrupted")
            #expect(asked == 1 || interruptedTime > 0)
            #expect(first.time() == interruptedTime)
            let (stored, before) = (try first.checkpoint(), first.told())
            let second = try make(process, watching: watching)
            try second.resume(stored)
            try second.run()
            #expect(second.states() == whole.states())
            #expect(before + second.told() == whole.told())
            try first.run()
            #expect(first.states() == whole.states())
            #expect(first.told() == whole.told())
        }
    }

    /// A change takes 32 bytes of a checkpoint, each rewiring is two.
    @Test("of the edges that change within a step, what nobody reads is not kept")
    func unreadEdges() throws {
        func stored(_ watch: (Simulation<TransitionModel>, Listener) -> [Any]) throws -> (bytes: Int, rewirings: Int) {
            let formulas = try TransitionFormulas(
                states: ["S", "I"], [.init(from: "S", to: "I", .rate("0")), .init(from: "I", to: "S", .rate("0"))],
                rewirings: [.init(rate: "1")])
            let graph = try Graph.erdosRenyi(nodes: 40, probability: 0.1, from: RandomStreams(seed: 7))
            let model = try TransitionModel(graph: graph, states: (0..<40).map { UInt8($0 % 2) }, formulas)
            let integrator = TransitionEvents(streams: try RandomStreams(seed: 7))
            var times = 0
            integrator.shouldInterrupt = {
                times += 1
                return times == 2
            }
            let simulation = try Simulation(model, integrator: integrator, step: 10_000)
            let kept = watch(simulation, Listener())
            #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
            return try withExtendedLifetime(kept) { (try simulation.checkpoint().count, model.rewiringCount) }
        }
        let alone = try stored { _, _ in [] }
        #expect(alone.rewirings > 1000 && alone.bytes < 30 * alone.rewirings)
        let heard = try stored { simulation, listener in
            listener.observe(simulation.edgeChanges) { (_: EdgeChange) in }
            return [listener]
        }
        let held = try stored { simulation, _ in (try? [simulation.edge(from: 0, to: 1)]) ?? [] }
        for read in [heard, held] {
            #expect(read.rewirings == alone.rewirings && read.bytes >= alone.bytes + 64 * alone.rewirings)
        }
    }

    /// An advance ends with each jump that is heard, of which there are some hundreds of thousands in the step.
    @Test(
        "where each jump is heard, a run is given up soon after it is asked to be",
        arguments: [Process.outbreak, .contacts, .leaps])
    func heardJumps(process: Process) throws {
        let streams = try RandomStreams(seed: 7)
        let graph = try Graph.complete(nodes: 90)
        let model = try epidemic(process, on: graph, infection: 0.05, streams)
        func heard(
            _ integrator: some Integrator<CompartmentModel<SIRCompartment>> & InterruptibleIntegrator
        ) throws -> Int {
            let simulation = try Simulation(model, integrator: integrator, step: 10_000)
            let listener = Listener()
            var heard = 0
            listener.observe(try simulation.trigger(.when { true }, asked: .methodSteps)) { _ in heard += 1 }
            integrator.shouldInterrupt = { heard >= 1000 }
            let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
            guard case .interrupted(let time) = error else { return .max }
            #expect(time == simulation.moment.time && time > 0)
            return heard
        }
        let count =
            try process == .leaps
            ? heard(TauLeapingIntegrator<SIRCompartment>(.fixed(0.1), streams: streams))
            : heard(EventDrivenIntegrator<SIRCompartment>(streams: streams))
        #expect((1000..<1100).contains(count))
    }
}
