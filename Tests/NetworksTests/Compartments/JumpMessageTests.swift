import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// Messages of nodes whose states last until they jump: publications that look at those alone that have jumped tell all that has changed,
/// once, and nothing else.
@Suite struct JumpMessageTests {
    @Test("nobody misses a change of a vertex", arguments: JumpTests.Method.allCases)
    func compartments(method: JumpTests.Method) throws {
        for seed in 1...4 as ClosedRange<UInt64> {
            let simulation = try Simulation(
                JumpTests.model(method, seed: seed), integrator: JumpTests.integrator(method, seed: seed), step: 0.05)
            let play = try VertexPlay(
                of: simulation, changing: "compartment", above: 0.5, to: [.susceptible, .infected, .recovered],
                seed: seed)
            try play.run(steps: 120)
        }
    }

    @Test("nor where rates are formulas, and edges are rewired", arguments: [false, true])
    func transitions(areRewired: Bool) throws {
        let formulas = try TransitionFormulas(
            states: ["S", "I"],
            [
                .init(from: "S", to: "I", .rate("4 * count(neighbours, I) / (1 + degree)")),
                .init(from: "I", to: "S", .after(.gamma(shape: 3, scale: 0.3))),
            ], rewirings: areRewired ? [.init(if: "state == S", from: .different, to: .alike, rate: "3")] : [])
        for seed in 1...4 as ClosedRange<UInt64> {
            let streams = try RandomStreams(seed: seed)
            let model = try TransitionModel(
                graph: .barabasiAlbert(nodes: 40, edgesPerNode: 3, from: streams), states: (0..<40).map { $0 % 2 },
                formulas)
            let simulation = try Simulation(model, integrator: TransitionEvents(streams: streams), step: 0.05)
            let play = try VertexPlay(of: simulation, changing: "compartment", above: 0.5, to: [0, 1], seed: seed)
            try play.run(steps: 120)
        }
    }

    @Test("what is told of each vertex does not depend on whether the others are observed")
    func few() throws {
        func changes(observing nodes: [Int]) throws -> [[Int]] {
            let simulation = try Simulation(
                JumpTests.model(.contacts, seed: 9), integrator: JumpTests.integrator(.contacts, seed: 9), step: 0.05)
            let watcher = Watcher()
            var told: [[Int]] = []
            for node in nodes {
                watcher.observe(simulation.nodes[node]) { [unowned simulation] _ in
                    if node % 20 == 3 { told.append([simulation.moment.step, node]) }
                }
            }
            try simulation.run(until: 12)
            return told
        }
        let alone = try changes(observing: [23, 3])
        #expect(alone.count > 10)
        #expect(try changes(observing: [23, 3] + (0..<40).filter { $0 % 20 != 3 }) == alone)
        // In the order in which the observations began.
        #expect(try changes(observing: Array(0..<40)) == alone.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) })
    }

    @Test("observers of vertices change neither what happens nor what others see", arguments: JumpTests.Method.allCases)
    func nothingElse(method: JumpTests.Method) throws {
        func play(step: Double, observing count: Int, withPassages: Bool) throws -> ([SIRCompartment], [Double]) {
            let simulation = try Simulation(
                JumpTests.model(method, seed: 6), integrator: JumpTests.integrator(method, seed: 6), step: step)
            let watcher = Watcher()
            for node in simulation.nodes.prefix(count) { watcher.observe(node) { _ in } }
            let passages = withPassages ? try simulation.firstPassages(of: "compartment", level: 0.5) : nil
            try simulation.run(until: 4)
            return (simulation.nodes.map { $0.state.value }, passages?.times ?? [])
        }
        let (states, times) = try play(step: 0.25, observing: 0, withPassages: true)
        #expect(times.count { !$0.isNaN } > 10)
        for step in [0.0625, 0.25, 2] {
            for count in [0, 3, 40] {
                let seen = try play(step: step, observing: count, withPassages: true)
                #expect(seen.0 == states && seen.1.map(\.bitPattern) == times.map(\.bitPattern))
                #expect(try play(step: step, observing: count, withPassages: false).0 == states)
            }
        }
    }

    @Test("a run that is resumed tells the same, also to those who have just begun to look")
    func resumption() throws {
        final class Run: Observer {
            let receiver = Receiver()
            let simulation: Simulation<JumpTests.SIR>
            var told: [String] = []

            init() throws {
                simulation = try Simulation(
                    JumpTests.model(.contacts, seed: 5), integrator: JumpTests.integrator(.contacts, seed: 5),
                    step: 0.25)
                for node in simulation.nodes {
                    observe(node) { [unowned self] in told.append("\(simulation.moment) \(node.index) \($0)") }
                }
            }

            func beginToLook() throws {
                for node in [0, 21] {
                    observe(try simulation.crossing(of: "compartment", ofNode: node, level: 0.5)) { [unowned self] in
                        told.append("\(node) \($0)")
                    }
                }
                observe(simulation.allNodes) { [unowned self] in told.append("\(simulation.moment) \($0)") }
            }
        }
        let (first, second) = (try Run(), try Run())
        try first.simulation.run(until: 1.5)
        try first.beginToLook()
        try second.beginToLook()
        try second.simulation.resume(from: try first.simulation.checkpoint())
        let count = first.told.count
        for run in [first, second] { try run.simulation.run(until: 6) }
        #expect(second.told.count > 100)
        #expect(Array(first.told[count...]) == second.told)
        #expect(try first.simulation.checkpoint() == second.simulation.checkpoint())
    }
}

private final class Watcher: Observer {
    let receiver = Receiver()
}

/// A simulation most of whose vertices are observed, by observers that come and go, while vertices are changed from outside, at moments and
/// at events between them.
private final class VertexPlay<Model: SimulationModel> {
    private let simulation: Simulation<Model>
    private let states: [Model.NodeState]
    private var random: SeededGenerator
    private var watchers: [Watcher]
    private let changer = Watcher()

    /// The last state of each vertex that its observer has heard of, `nil` if there is none.
    private var known: [Model.NodeState?]
    private var messageCount = 0
    private var changeCount = 0
    private var problems: [String] = []

    init(
        of simulation: Simulation<Model>, changing field: String, above level: Double, to states: [Model.NodeState],
        seed: UInt64
    ) throws {
        (self.simulation, self.states) = (simulation, states)
        random = SeededGenerator(seed: seed)
        watchers = (0..<simulation.nodes.count).map { _ in Watcher() }
        known = Array(repeating: nil, count: simulation.nodes.count)
        for node in watchers.indices { observe(node) }
        changer.observe(try simulation.crossing(of: field, ofNode: 7, level: level)) { [unowned self] _ in
            change(Int.random(in: 0..<40, using: &random))
        }
    }

    private func observe(_ node: Int) {
        known[node] = simulation.model.nodeState(at: node)
        watchers[node].observe(simulation.nodes[node]) { [unowned self] update in
            messageCount += 1
            if known[node] != update.old || update.old == update.new { problems.append("\(node) hears of \(update)") }
            known[node] = update.new
            if Int.random(in: 0..<50, using: &random) == 0 { change(Int.random(in: 0..<40, using: &random)) }
        }
    }

    private func change(_ node: Int) {
        changeCount += 1
        simulation.nodes[node].state.value = states[Int.random(in: 0..<states.count, using: &random)]
    }

    func run(steps: Int) throws {
        for _ in 0..<steps {
            try simulation.run(steps: 1)
            for node in known.indices where known[node].map({ $0 != simulation.model.nodeState(at: node) }) ?? false {
                problems.append("\(node) has not been heard of at \(simulation.moment)")
            }
            act()
        }
        #expect(problems == [])
        #expect(messageCount > 60)
        #expect(changeCount > 10)
    }

    private func act() {
        let node = Int.random(in: 0..<40, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: change(node)
        case 1...2:
            watchers[node].stopObserving()
            known[node] = nil
        case 3...5: if known[node] == nil { observe(node) }
        default: break
        }
    }
}
