import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// Nodes, which come and go, are observed at random, by observers that come and go, some of them while they are called, and some
/// variables are held for a while: every observation hears of all changes from its beginning to its end, in its turn, and of
/// nothing else. So do those of groups, one by one and in batches.
@Suite struct RandomNodeObservationTests {
    @Test(arguments: 1...60) func everyObservationHearsOfEverythingInItsTime(seed: UInt64) throws {
        try play(CrowdModel(Array(0..<20)), seed: seed)
    }

    /// States that are more than their bits.
    @Test(arguments: 61...90) func alsoOfStatesThatAreCounted(seed: UInt64) throws {
        try play(ColonyModel((0..<20).map(Double.init)), seed: seed)
    }

    /// States that last until they jump, of which publications look at those that have.
    @Test(arguments: 91...150) func alsoOfStatesThatJump(seed: UInt64) throws {
        try play(CrowdModel(Array(0..<20)), by: JumpGrowing(), seed: seed)
    }

    private func play<Model: GrowingNodes>(_ model: Model, seed: UInt64) throws {
        try play(model, by: Growing(), seed: seed)
    }

    private func play<Model: GrowingNodes>(
        _ model: Model, by integrator: some Resting & Integrator<Model>, seed: UInt64
    ) throws {
        weak var simulation: Simulation<Model>?
        do {
            let play = try NodePlay(of: model, by: integrator, seed: seed)
            simulation = play.simulation
            for _ in 0..<100 { try play.act() }
            play.end()
            #expect(play.messageCount > 100)
            #expect(play.simulation.nodes.count > 20)
            #expect(play.problems == [])
        }
        #expect(simulation == nil)
    }
}

/// Nodes that come and go, and whose states are whole numbers.
private protocol GrowingNodes: ChangingNodes {
    static func state(_ number: Int) -> NodeState
    static func number(_ state: NodeState) -> Int

    /// The state that follows that of a node.
    func grownState(at node: Int) -> NodeState
}

extension ColonyModel: GrowingNodes {
    fileprivate static func state(_ number: Int) -> [Double] { [Double(number)] }
    fileprivate static func number(_ state: [Double]) -> Int { Int(state[0]) }
    fileprivate func grownState(at node: Int) -> [Double] { [numbers[node] + 1] }
}

/// Nodes with a whole number each.
private final class CrowdModel: GrowingNodes {
    let fields = ["number"]
    private var numbers: [Int]
    private let known: Population

    init(_ numbers: [Int]) {
        self.numbers = numbers
        known = Population(nodeCount: numbers.count)
    }

    var population: Population? { known }
    var nodeCount: Int { numbers.count }
    func nodeState(at node: Int) -> Int { numbers[node] }
    func setNodeState(_ state: Int, at node: Int) { numbers[node] = state }
    static func state(_ number: Int) -> Int { number }
    static func number(_ state: Int) -> Int { state }
    func grownState(at node: Int) -> Int { numbers[node] + 1 }
    func removeNode(_ node: Int) { known.remove(node) }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Int>) {
        for position in nodes.indices { states[position] = numbers[nodes[position]] }
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = Double(numbers[nodes[position]]) }
    }

    func copyField(_ field: Int, in states: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = Double(states[position]) }
    }

    func addNode(_ state: Int, like parent: Int?, name: String?) -> Int {
        numbers.append(state)
        return known.add()
    }
}

/// Moves all nodes but those that rest.
private protocol Resting: AnyObject {
    var resting: Set<Int> { get set }
}

/// Adds 1 to all nodes that are there but those that rest.
private final class Growing<Model: GrowingNodes>: Integrator, Resting {
    var resting: Set<Int> = []

    func advance(_ model: Model, from start: Double, to end: Double) {
        for node in model.presentNodes where !resting.contains(node) {
            model.setNodeState(model.grownState(at: node), at: node)
        }
    }

    func stateWasChanged() {}
}

/// Adds 1 to all nodes that are there but those that rest, once in some steps, and sixteen times in others, in which a node comes.
private final class JumpGrowing<Model: GrowingNodes>: JumpIntegrator, Resting {
    var resting: Set<Int> = []

    func advance(_ model: Model, from start: Double, to end: Double) throws {
        var time = start
        while time < end { time = try advance(model, from: time, to: end, until: JumpWatch()) }
    }

    func advance(_ model: Model, from start: Double, to end: Double, until watch: JumpWatch) throws -> Double {
        var time = start
        while time < end, !watch.hasNoted {
            let count = Int(time) % 5 == 0 ? 16.0 : 1
            if count > 1, time == time.rounded() { _ = try model.addNode(Model.state(0), like: nil, name: nil) }
            time = ((time * count).rounded(.down) + 1) / count
            for node in model.presentNodes where !resting.contains(node) {
                model.setNodeState(model.grownState(at: node), at: node)
                watch.note(node, at: time)
            }
        }
        return time
    }

    func stateWasChanged() {}
}

/// A simulation, what observes it, and what is known of each observation.
private final class NodePlay<Model: GrowingNodes> {
    private typealias State = Model.NodeState

    let simulation: Simulation<Model>
    private let integrator: any Resting
    private var random: SeededGenerator
    private var watchers = (0..<6).map { _ in Watcher() }
    /// Those of each watcher that have not ended.
    private var observations: [ObjectIdentifier: [Observation]] = [:]

    /// How many of them are of each node.
    private var counts: [Int: Int] = [:]

    /// Of all closures, in the order in which observations began: none may be left at the end.
    private var tokens: [WeakToken] = []
    private var held: [Int: Var<State>] = [:]
    private var remembered: [Int: Remembered] = [:]
    private var groups: [GroupView<Model>] = []

    /// How many closures are being called, each within the one before.
    private var depth = 0
    private(set) var messageCount = 0
    private(set) var problems: [String] = []

    /// The last observation that heard of a change of a node, with that change.
    private var latest: [Int: (observation: Int, update: Update<State>)] = [:]

    private final class Observation {
        /// How many began before.
        let number: Int
        let node: Int

        /// Not kept alive.
        let watcher: ObjectIdentifier
        var isActive = true

        /// The last known state, `nil` if that is not known.
        var last: State?

        init(_ number: Int, node: Int, watcher: Watcher, last: State?) {
            (self.number, self.node, self.watcher, self.last) = (number, node, ObjectIdentifier(watcher), last)
        }
    }

    private final class Token {}

    private struct WeakToken {
        weak let token: Token?
    }

    private struct Remembered {
        weak let variable: Var<State>?
    }

    init(of model: Model, by integrator: some Resting & Integrator<Model>, seed: UInt64) throws {
        self.integrator = integrator
        random = SeededGenerator(seed: seed)
        simulation = try Simulation(model, integrator: integrator, step: 1)
    }

    private func node() -> Int { Int.random(in: 0..<simulation.nodes.count, using: &random) }
    private func watcherIndex() -> Int { watchers.indices.randomElement(using: &random) ?? 0 }

    /// Does something while nothing is being delivered, and looks whether everything is right afterwards.
    func act() throws {
        if Bool.random(using: &random) {
            integrator.resting = Set((0..<8).map { _ in node() })
            latest = [:]
            try simulation.run(steps: Int.random(in: 1...3, using: &random))
        } else {
            change()
        }
        if groups.count < 4 {
            groups.append(GroupView(of: simulation, using: &random) { [unowned self] in groupTold() })
        }
        // What was asked for in answer to the last step, in answer to that, and so on.
        var told = -1
        while told != messageCount {
            told = messageCount
            simulation.publishGroups()
        }
        check()
    }

    private func groupTold() {
        messageCount += 1
        depth += 1
        defer { depth -= 1 }
        if Int.random(in: 0..<8, using: &random) == 0 { change() }
    }

    /// Does something that may also happen during a delivery.
    private func change() {
        switch Int.random(in: 0..<19, using: &random) {
        case 18: if let group = groups.randomElement(using: &random) { end(group) }
        case 0...4: begin(node(), watchers[watcherIndex()])
        case 11...13:
            // So many that their records lie in memory of their own, and move.
            let watcher = watchers[watcherIndex()]
            for node in simulation.nodes.indices { begin(node, watcher) }
        case 5: stop(watchers[watcherIndex()], node())
        case 6: stopAll(watchers[watcherIndex()])
        case 7:
            let index = watcherIndex()
            noteEnd(of: watchers[index]) { _ in true }
            watchers[index] = Watcher()
        case 8: hold(node())
        case 9: held = [:]
        case 10:
            let node = node()
            if isObserved(node) {
                remembered[node] = Remembered(variable: simulation.nodes[node].state)
            }
        case 14: comeOrGo()
        default:
            latest = [:]
            simulation.nodes[node()].state.value = Model.state(Int.random(in: 100..<200, using: &random))
        }
    }

    /// While something is being delivered both are only asked for.
    private func comeOrGo() {
        do {
            if simulation.model.presentNodes.count < 16 || Bool.random(using: &random) {
                try simulation.addNode(Model.state(Int.random(in: 200..<300, using: &random)))
            } else {
                try simulation.removeNode(node())
            }
        } catch {
            problems.append("\(error)")
        }
    }

    private func end(_ group: GroupView<Model>) {
        group.stopObserving()
        groups.removeAll { $0 === group }
        problems += group.problems
    }

    private func hold(_ node: Int) { held[node] = simulation.nodes[node].state }

    private func begin(_ node: Int, _ watcher: Watcher) {
        let last = depth > 0 ? nil : simulation.model.nodeState(at: node)
        let observation = Observation(tokens.count, node: node, watcher: watcher, last: last)
        observations[ObjectIdentifier(watcher), default: []].append(observation)
        counts[node, default: 0] += 1
        let token = Token()
        tokens.append(WeakToken(token: token))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            watcher.observe(simulation.nodes[node].state) { [unowned self, token] update, author in
                _ = token
                if author !== simulation.nodes[node].state { problems.append("the author is not the variable") }
                receive(update, observation)
            }
        case 1:
            watcher.observe(simulation.nodes[node].state) { [unowned self, token] in
                _ = token
                receive($0, observation)
            }
        default:
            watcher.observe(simulation.nodes[node]) { [unowned self, token] in
                _ = token
                receive($0, observation)
            }
        }
    }

    private func stop(_ watcher: Watcher, _ node: Int) {
        noteEnd(of: watcher) { $0.node == node }
        watcher.stopObserving(simulation.nodes[node].state)
    }

    private func stopAll(_ watcher: Watcher) {
        noteEnd(of: watcher) { _ in true }
        watcher.stopObserving()
    }

    private func noteEnd(of watcher: Watcher, where hasEnded: (Observation) -> Bool) {
        observations[ObjectIdentifier(watcher)]?.removeAll {
            guard hasEnded($0) else { return false }
            $0.isActive = false
            counts[$0.node, default: 0] -= 1
            return true
        }
        for node in remembered.keys where !isObserved(node) { remembered[node] = nil }
    }

    private func isObserved(_ node: Int) -> Bool {
        counts[node, default: 0] > 0
    }

    private func receive(_ update: Update<State>, _ observation: Observation) {
        messageCount += 1
        depth += 1
        defer { depth -= 1 }
        let (number, node) = (observation.number, observation.node)
        if !observation.isActive { problems.append("\(number) has ended") }
        if let last = observation.last, last != update.old { problems.append("\(number) has missed something") }
        if update.old == update.new { problems.append("\(number) hears of no change") }
        if let latest = latest[node], latest.update == update, latest.observation >= number {
            problems.append("\(number) is not in its turn")
        }
        latest[node] = (number, update)
        observation.last = update.new
        let watcher = watchers.first { observation.isActive && observation.watcher == ObjectIdentifier($0) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: change()
        case 1: if let watcher { stop(watcher, node) }
        case 2: if let watcher { begin(node, watcher) }
        case 3: hold(node)
        default: break
        }
        if tokens[number].token == nil { problems.append("\(number) has been let go of while it is being called") }
    }

    private func check() {
        for observation in observations.values.joined() {
            if let last = observation.last, last != simulation.model.nodeState(at: observation.node) {
                problems.append("\(observation.number) has not heard of the last change")
            }
        }
        for (node, variable) in held {
            if simulation.nodes[node].state !== variable { problems.append("\(node) has two variables") }
            if variable.value != simulation.model.nodeState(at: node) { problems.append("\(node) has another state") }
        }
        for (node, remembered) in remembered where remembered.variable !== simulation.nodes[node].state {
            problems.append("the variable of \(node) is not what it was")
        }
        for group in groups { problems += group.takeProblems(in: simulation) }
        for (index, watcher) in watchers.enumerated() {
            let count = observations[ObjectIdentifier(watcher)]?.count ?? 0
            if watcher.receiver.observationCount != count { problems.append("\(index) has not \(count) observations") }
            if watcher.receiver.observationReport.observationCount != count {
                problems.append("the report of \(index)")
            }
        }
    }

    func end() {
        for watcher in watchers { stopAll(watcher) }
        for group in groups { end(group) }
        if tokens.contains(where: { $0.token != nil }) { problems.append("a closure has been left") }
        held = [:]
    }
}

/// What one observation of a group, or of its batches, has heard: the states of the members.
private final class GroupView<Model: GrowingNodes>: Observer {
    private typealias State = Model.NodeState

    let receiver = Receiver()
    private(set) var problems: [String] = []
    private var states: [Int: State]

    /// Of those whose numbers are even or of all.
    private let isOfSome: Bool

    init(of simulation: Simulation<Model>, using random: inout SeededGenerator, told: @escaping () -> Void) {
        isOfSome = Bool.random(using: &random)
        states = Self.members(of: simulation, isOfSome)
        let group = isOfSome ? simulation.group { Model.number($0) % 2 == 0 } : simulation.allNodes
        if Bool.random(using: &random) {
            observe(group) { [unowned self] in
                note($0)
                told()
            }
        } else {
            observe(group.batches) { [unowned self] batch in
                for index in 0..<batch.count {
                    let change = NodeChange(
                        node: batch.nodes[index], old: batch.old[index], new: batch.new[index],
                        membership: batch.memberships[index])
                    note(change)
                }
                told()
            }
        }
    }

    private static func members(of simulation: Simulation<Model>, _ isOfSome: Bool) -> [Int: State] {
        let model = simulation.model
        let all = model.presentNodes.map { ($0, model.nodeState(at: $0)) }
        return Dictionary(uniqueKeysWithValues: all.filter { !isOfSome || Model.number($0.1) % 2 == 0 })
    }

    private func note(_ change: NodeChange<State>) {
        let known = states[change.node]
        switch change.membership {
        case .lasting where known != change.old || change.old == change.new, .joined where known != nil,
            .left where known != change.old:
            problems.append("a group hears of \(change), and knew \(String(describing: known))")
        default: break
        }
        states[change.node] = change.membership == .left ? nil : change.new
    }

    /// What is wrong once all has been told.
    func takeProblems(in simulation: Simulation<Model>) -> [String] {
        defer { problems = [] }
        return problems + (states == Self.members(of: simulation, isOfSome) ? [] : ["a group has other members"])
    }
}
