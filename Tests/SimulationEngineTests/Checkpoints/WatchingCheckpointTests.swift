import EngineTestSupport
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// A simulation of oscillators that is watched in all ways, by an observer that also acts.
final class WatchedOscillators: Interruptible {
    let simulation: Simulation<Motion>
    let watcher = Watcher()
    let passages: FirstPassages
    private var storedStep: Int?
    private var stored: (checkpoint: [UInt8], log: [String])?

    init(_ integrator: any Integrator<Motion> = RungeKutta4(), isHolding: Bool = false) throws {
        let model = Motion.oscillating([1, 2.3, 0.7, 3.1])
        simulation = try Simulation(model, integrator: integrator, step: 0.05)
        passages = try simulation.firstPassages(of: "x", level: 0.9)
        if isHolding {
            try simulation.pin(nodes: [3])
            try simulation.drive("x", ofNode: 2) { 0.5 - 0.1 * $0 }
        }
        try watch()
        try watchMoments()
        try watchLevels()
    }

    private func watch() throws {
        watcher.watch(simulation.nodes[1].state, as: "node 1")
        watcher.observe(simulation.allNodes) { [watcher] in watcher.note("all: \($0)") }
        watcher.observe(try simulation.group(of: [2, 0])) { [watcher] in watcher.note("list: \($0)") }
        watcher.observe(simulation.group { $0.x > 0.2 }) { [watcher] in watcher.note("right: \($0)") }
        let sum = try simulation.quantity(
            QuantityDefinition<Motion, Double>("sum") { $0.state.elements.prefix(4).reduce(0, +) })
        let histogram = try simulation.quantity(
            QuantityDefinition<Motion, QuantityVector>("positive") { model in
                QuantityVector(columnSuffixes: ["-n"], numbers: [Double(model.state.elements.count { $0 > 0 })])
            })
        watcher.observe(sum) { [watcher] in watcher.note("sum: \($0)") }
        watcher.observe(histogram) { [watcher] in watcher.note("positive: \($0)") }
        try simulation.require("x", within: -5...5)
        watcher.observe(simulation.interventions) { [watcher] intervention, _ in watcher.note("\(intervention)") }
    }

    private func watchMoments() throws {
        let node = simulation.nodes[0].state
        let schedules: [(String, Schedule)] = [
            ("each 3", .every(steps: 3)), ("logarithmic", .logarithmic(from: 0.1, perDecade: 5)), ("start", .start),
            ("end", .end), ("listed", .at(times: [0.35, 1])),
            ("band", .whenChanged(by: 0.4) { node.value.x }),
            ("band and end", .whenChanged(by: 0.2) { node.value.v } && !.end || .end),
        ]
        for (name, schedule) in schedules {
            watcher.observe(try simulation.trigger(schedule)) { [watcher] in watcher.note("\(name): \($0)") }
        }
        watcher.observe(try simulation.every(steps: 7)) { [unowned self] (moment: Moment) in
            guard moment.step > 0 else { return }
            do { try simulation.kick(node: 1, as: watcher) { $0.v += 0.125 } } catch { simulation.fail(with: error) }
        }
        watcher.observe(simulation.clock) { [unowned self] (moment: Moment) in
            guard moment.step == storedStep else { return }
            simulation.onceAtRest { [unowned self] in stored = (try simulation.checkpoint(), watcher.takeLog()) }
        }
    }

    private func watchLevels() throws {
        let crossing = try simulation.crossing(of: "x", ofNode: 1, level: 0.3, .upwards, hysteresis: 0.5)
        watcher.observe(crossing) { [watcher] in watcher.note("crossing: \($0)") }
        let crossings = try simulation.crossings(of: "v", ofNodes: [0, 1, 2], level: 0.1)
        watcher.observe(crossings) { [watcher] in watcher.note("crossings: \($0)") }
        watcher.observe(passages) { [watcher] in watcher.note("passage: \($0)") }
    }

    func run(steps: Int) throws { try simulation.run(steps: steps) }
    func checkpoint() throws -> [UInt8] { try simulation.checkpoint() }
    func resume(from bytes: [UInt8]) throws { try simulation.resume(from: bytes) }
    var bits: [UInt64] { simulation.bits + passages.times.map(\.bitPattern) + [UInt64(passages.count)] }
    func takeLog() -> [String] { watcher.takeLog() }

    func run(steps: Int, storingAt step: Int) throws -> (checkpoint: [UInt8], log: [String]) {
        storedStep = step
        try run(steps: steps)
        return try #require(stored)
    }
}

@Suite("Checkpoints of what is watched")
struct WatchingCheckpointTests {
    // With changes that were made at rest (7, 14), just before and after (6, 8), and at both ends.
    @Test("observers are told the same, whenever the run was interrupted", arguments: [0, 1, 6, 7, 8, 14, 33, 59, 60])
    func messages(step: Int) throws {
        try expectSameWhenInterrupted(steps: 60, at: [step]) { try WatchedOscillators() }
        try expectSameWhenInterrupted(steps: 60, at: [step]) { try WatchedOscillators(Leapfrog(), isHolding: true) }
    }

    @Test("there is something to be told of all that is watched")
    func everythingHappens() throws {
        let run = try WatchedOscillators()
        _ = run.takeLog()
        try run.run(steps: 60)
        let subjects = Set(run.takeLog().map { $0.prefix { $0 != ":" } })
        #expect(
            subjects.isSuperset(of: [
                "node 1", "all", "list", "right", "sum", "positive", "each 3", "logarithmic", "start", "end", "listed",
                "band", "band and end", "crossing", "crossings", "passage",
            ]))
    }

    @Test("a crossing that counts only after the number has gone back far enough does so after an interruption, too")
    func hysteresis() throws {
        let make = {
            let model = Motion([.init(x: -1, v: 1)]) { x, _ in -x }
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
            let watcher = Watcher()
            // The oscillation goes down to −√2 only.
            let crossing = try simulation.crossing(of: "x", ofNode: 0, level: 0, .upwards, hysteresis: 1.5)
            watcher.observe(crossing) { [watcher] in watcher.note("\($0.time)") }
            return (simulation, watcher)
        }
        let first = try make()
        try first.0.run(steps: 20)
        #expect(first.1.takeLog().count == 1)
        let second = try make()
        try second.0.resume(from: try first.0.checkpoint())
        try second.0.run(steps: 200)
        #expect(second.1.takeLog() == [])
    }

    @Test("the last good value before a bound was left is that of before the interruption")
    func bounds() throws {
        let make = {
            let simulation = try Simulation(Motion([.init(x: 0, v: 1)]), integrator: Leapfrog(), step: 0.5)
            try simulation.require("x", within: 0...2)
            return simulation
        }
        let first = try make()
        try first.run(steps: 4)
        let second = try make()
        try second.resume(from: try first.checkpoint())
        let errors = [first, second].map { simulation in
            #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        }
        #expect(errors[0] == errors[1])
        #expect(errors[1]?.description.contains("before the step it was 2.0") == true)
    }

    @Test("what began to be held during the run is announced, goes on, and can be released")
    func holdsOfARun() throws {
        let motion = { Motion([.init(x: 0, v: 1), .init(x: 0, v: 2), .init(x: 0, v: 3)]) }
        let make = { try Simulation(motion(), integrator: Leapfrog(), step: 0.25) }
        let first = try make()
        try first.run(steps: 4)
        let firstPin = try first.pin(nodes: [0])
        let firstDrive = try first.drive("x", ofNode: 1) { 2 + 3 * ($0 - 1) }
        try first.run(steps: 4)
        let archive = StateArchive()
        for hold in [firstPin, firstDrive] { try hold.archiveState(in: archive) }
        let bytes = try first.checkpoint()

        let second = try make()
        let reading = StateArchive(reading: archive.contents)
        let holds = [second.resumePin(), try second.resumeDrive("x", ofNode: 1) { 2 + 3 * ($0 - 1) }]
        for hold in holds { try hold.archiveState(in: reading) }
        try second.resume(from: bytes)
        for (simulation, holds) in [(first, [firstPin, firstDrive]), (second, holds)] {
            try simulation.run(steps: 2)
            #expect(simulation.nodes[0].state.value == .init(x: 1, v: 0))
            #expect(simulation.nodes[1].state.value.x == 6.5)
            for hold in holds { hold.release() }
            try simulation.run(steps: 2)
            #expect(simulation.nodes[1].state.value.x == 8)
        }
        #expect(first.bits == second.bits)

        #expect(
            throws: CheckpointError.doesNotMatch(
                what: "what is driven", found: "column 0 of node 1", expected: "nothing")
        ) { try make().resume(from: bytes) }
        let other = try make()
        try other.resumeDrive("x", ofNode: 2) { $0 }
        #expect(throws: CheckpointError.self) { try other.resume(from: bytes) }
    }

    @Test("others than the observers of before are told apart")
    func otherObservers() throws {
        let run = try WatchedOscillators()
        try run.run(steps: 5)
        let bytes = try run.checkpoint()
        let plain = try Simulation(Motion.oscillating([1, 2.3, 0.7, 3.1]), integrator: RungeKutta4(), step: 0.05)
        #expect(
            throws: CheckpointError.doesNotMatch(what: "the number of observed groups", found: "3", expected: "0")
        ) { try plain.resume(from: bytes) }
    }

    @Test("states that are no plain bits are stored unless they are behind what is told")
    func statesOfOtherTypes() throws {
        let make = { () -> (Simulation<Equation>, Watcher) in
            let simulation = try Simulation(Equation.bell(count: 2), integrator: RungeKutta4(), step: 0.1)
            let watcher = Watcher()
            watcher.observe(simulation.allNodes) { [watcher] in watcher.note("\($0)") }
            return (simulation, watcher)
        }
        let (first, _) = try make()
        try first.run(steps: 3)
        let (second, watcher) = try make()
        try second.resume(from: try first.checkpoint())
        try second.run(steps: 1)
        #expect(watcher.takeLog().count == 2)
        // The group is told of it with the next step.
        var error: CheckpointError?
        first.onceAtRest {}
        let trigger = try first.every(steps: 1)
        let kicker = Watcher()
        kicker.observe(trigger) { [unowned first] (moment: Moment) in
            guard moment.step == 4 else { return }
            first.intervene("lift") { $0.state[0, 0] += 1 }
            first.onceAtRest { [unowned first] in
                do throws(CheckpointError) { _ = try first.checkpoint() } catch let failure { error = failure }
            }
        }
        try first.run(steps: 2)
        #expect(error == .notResumable(what: "the states of a group that were sent last"))
    }
}

extension Equation: Resumable {}
