import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// What the article shows is what is compiled and run here.
@Suite struct ArticleTests {
    @Test func theExamplesAreThoseThatAreRunHere() throws {
        try expectSwiftExamples(of: "Sources/SimulationEngine/SimulationEngine.docc/Watching.md")
    }

    // swift-format-ignore
    @Test(.tracksLifetimes) func whatComesAndGoesIsHeard() throws {
        let watcher = Watcher()
        func print(_ words: Any...) { watcher.note(words.map { "\($0)" }.joined(separator: " ")) }
        let colony = try Simulation(ColonyModel([0, 1, 2, 3, 4]), integrator: Breeding(), step: 1)
        _ = track(colony)

        watcher.observe(colony.births) { node in print("born", node) }
        watcher.observe(colony.deaths) { node in print("gone", node) }
        watcher.observe(try colony.edge(from: 3, to: 1)) { update in print("tie", update.new ?? 0) }
        watcher.observe(colony.edgeChanges) { change in print("edge", change.source, change.target) }
        try colony.addNode([0.5], like: 2, as: watcher)
        try colony.removeNode(4, as: watcher)
        try colony.edge(from: 3, to: 1).set(1, as: watcher)
        #expect(watcher.log == ["born 5", "gone 4", "tie 1.0", "edge 1 3"])
    }

    @MainActor @Test(.tracksLifetimes) func tasksGoOnInARunThatYields() async throws {
        let watcher = Watcher()
        func print(_ words: Any...) { watcher.note(words.map { "\($0)" }.joined(separator: " ")) }
        func run() async throws -> (Task<Void, Never>, Task<Double, Never>) {
            let simulation = try Simulation(Swings(count: 10), integrator: Leapfrog(), step: 0.1)
            _ = track(simulation)

            let updates = simulation.nodes[3].state.messages
            let watching = Task { for await update in updates { print("3", update.new.angle) } }
            let waiting = Task { await simulation.firstTime { $0.quantities.energy.value < 0.5 }.value.time }
            try await simulation.run(until: 20, yieldingEvery: 10)
            #expect(watcher.log.count >= 180)
            return (watching, waiting)
        }

        let (watching, waiting) = try await run()
        #expect(await waiting.value <= 20)
        // The simulation is dead now.
        await watching.value
        #expect(watcher.log.count == 200)
    }

    // swift-format-ignore
    @Test(.tracksLifetimes) func theExamplesHearAndChangeWhatTheArticleSays() throws {
        let watcher = Watcher()
        func print(_ words: Any...) { watcher.note(words.map { "\($0)" }.joined(separator: " ")) }
        let simulation = try Simulation(Swings(count: 100), integrator: Leapfrog(), step: 0.1)
        _ = (track(simulation), track(watcher))

        watcher.observe(simulation.nodes[42].state) { update in print("42", update.old.angle, update.new.angle) }

        for node in simulation.nodes.prefix(10) { watcher.observe(node) { update in print("each", update.new.angle) } }

        watcher.observe(simulation.allNodes) { change in print(change.node, change.new.angle) }
        watcher.observe(try simulation.group(of: [3, 1, 4])) { change in print(change.node, change.new.angle) }
        watcher.observe(simulation.group { $0.angle > 1 }) { change in print(change.node, change.membership) }
        let fast = try FieldExpression("abs(velocity) > 1 and node < 50", for: simulation.model)
        watcher.observe(try simulation.group(where: fast)) { change in print(change.node, change.membership) }

        watcher.observe(simulation.allNodes.batches) { changes in print("together", changes.nodes, changes.new) }

        watcher.observe(simulation.quantities.energy).new().filter { $0 > 2 }.receive { energy in print("energy", energy) }
        let square = try FieldExpression("velocity^2", for: simulation.model)
        let temperature = try simulation.quantity(QuantityDefinition<Swings, Double>("temperature", .mean, of: square))
        watcher.observe(temperature) { update in print("temperature", update.new) }

        watcher.observe(try simulation.every(time: 0.5)) { moment in print("every", moment.time) }
        watcher.observe(try simulation.trigger(.at(times: [1, 2]) || .end)) { moment in print("at", moment.time) }
        let spread = Schedule.logarithmic(from: 0.1, perDecade: 5).from(time: 0.2)
        watcher.observe(try simulation.trigger(spread)) { moment in print("spread", moment.time) }
        let change = Schedule.whenChanged(by: 0.1) { [unowned simulation] in simulation.quantities.energy.value }
        watcher.observe(try simulation.trigger(change && !.start)) { moment in print("changed", moment.time) }

        let isMoving = Schedule.when { [unowned simulation] in simulation.quantities.energy.value > 1 }
        watcher.observe(try simulation.trigger(isMoving, asked: .methodSteps)) { moment in print("moving", moment.time) }

        let slow = simulation.firstTime { $0.quantities.energy.value < 0 }

        let energy = try simulation.crossing(of: simulation.quantities.energy, level: 1, .upwards, hysteresis: 0.1)
        watcher.observe(energy) { crossing in print("crossed at", crossing.time) }
        let lowest = try simulation.crossings(of: "angle", ofNodes: [0, 1], level: 0)
        watcher.observe(lowest) { crossing in print(crossing.time, crossing.direction) }

        let passages = try simulation.firstPassages(of: "angle", level: 1.5)

        watcher.observe(lowest) { [unowned simulation, unowned watcher] crossing in
            guard let node = crossing.node else { return }
            try? simulation.kick(node: node, as: watcher) { $0.velocity *= 0.9 }
        }
        watcher.observe(simulation.nodes[7].state).notFrom(watcher).receive { update in print("7", update.new.angle) }
        watcher.observe(simulation.interventions) { change, author in print(change.subject, author === watcher) }
        simulation.intervene("stop all", as: watcher) { swings in swings.stopAll() }
        let hold = try simulation.pin(nodes: [9])
        try simulation.drive("angle", ofNode: 8) { time in 0.1 * time }

        try simulation.require("angle", within: -10...10)
        try simulation.require(simulation.quantities.energy, change: 1000, every: 10)

        try simulation.run(until: 10)
        let log = watcher.log
        let count = { (beginning: String) in log.filter { $0.hasPrefix(beginning) }.count }
        #expect(count("every ") == 21)
        #expect(count("at ") == 3)
        #expect(count("42 ") >= 101)
        #expect(count("each ") >= 800)
        #expect(count("together ") >= 100)
        #expect(count("temperature ") >= 100)
        #expect(log.contains("model(\"stop all\") true"))
        #expect(log.contains("node(0) true"))
        #expect(log.contains { $0.hasSuffix("joined") } && log.contains { $0.hasSuffix("left") })
        #expect(passages.times[99] == 0 && passages.times[0].isNaN)
        #expect(simulation.nodes[9].state.value.velocity == 0)
        #expect(abs(simulation.nodes[8].state.value.angle - 1) < 1e-12)
        if case .fulfilled = slow.state {} else { Issue.record("the energy never was below 0") }
        hold.release()
    }
}

private final class Swings: SecondOrderEquations {
    struct State: Equatable {
        var angle: Double
        var velocity: Double
    }

    struct Quantities: QuantitySet {
        let energy = QuantityDefinition<Swings, Double>("energy") { model in
            (0..<model.nodeCount).reduce(0) { sum, node in
                let state = model.nodeState(at: node)
                return sum + state.velocity * state.velocity / 2 - cos(state.angle)
            } / Double(model.nodeCount)
        }

        var all: [any AnyQuantityDefinition<Swings>] { [energy] }
    }

    let fields = ["angle", "velocity"]
    static let quantities = Quantities()
    let state: StateVector

    init(count: Int) {
        state = StateVector(columnCount: 2, rowCount: count)
        for node in 0..<count { setNodeState(State(angle: 0.1 + 0.02 * Double(node), velocity: 1), at: node) }
    }

    func stopAll() {
        for node in 0..<nodeCount { state[1, node] = 0 }
    }

    func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        for node in 0..<nodeCount { accelerations[node] = -sin(positions[node]) }
    }

    var nodeCount: Int { state.rowCount }
    func nodeState(at node: Int) -> State { State(angle: state[0, node], velocity: state[1, node]) }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<State>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    func setNodeState(_ new: State, at node: Int) {
        state[0, node] = new.angle
        state[1, node] = new.velocity
    }

    func copyField(_ field: Int, in states: Span<State>, into values: inout MutableSpan<Double>) {
        for place in states.indices { values[place] = field == 0 ? states[place].angle : states[place].velocity }
    }
}
