import EngineTestSupport
import Networks
import ObserverCore
import SimulationEngine
import Testing

/// What is watched of epidemics in a simulation, against runs that are looked at once, at their ends: told at the times of the
/// events, whatever the step.
@Suite struct JumpWatchingTests {
    typealias SIR = JumpTests.SIR
    private static let end = 4.0
    private static let steps = [4, 2, 0.5, 0.01]

    private static func simulation(_ method: JumpTests.Method, step: Double) throws -> Simulation<SIR> {
        try Simulation(
            try JumpTests.model(method, seed: 1), integrator: try JumpTests.integrator(method, seed: 1), step: step)
    }

    private static let references = Result {
        try JumpTests.Method.allCases.map { ($0, try JumpTests.reference($0, seed: 1, until: end)) }
    }

    private static func reference(_ method: JumpTests.Method) throws -> ReferenceJumps<SIRCompartment> {
        try #require(try references.get().first { $0.0 == method }).1
    }

    @Test("a count crosses a level at the time of the event that makes it so", arguments: JumpTests.Method.allCases)
    func counts(method: JumpTests.Method) throws {
        let reference = try Self.reference(method)
        let counts = reference.counts(of: .infected)
        let level = 10.0
        let expected = ReferenceJumps<SIRCompartment>.crossings(
            of: counts, from: reference.initial.count { $0 == .infected }, level: level)
        #expect(!expected.isEmpty)
        for step in Self.steps {
            let simulation = try Self.simulation(method, step: step)
            let watcher = JumpWatcher()
            var found: [Crossing] = []
            var seen: [Int] = []
            let infected = try simulation.quantity(SIR.quantities.count(of: .infected))
            watcher.observe(try simulation.crossing(of: infected, level: level)) { [unowned simulation] crossing in
                found.append(crossing)
                seen.append(simulation.model.count(of: .infected))
                #expect(simulation.moment.time == crossing.time)
            }
            try simulation.run(until: Self.end)
            #expect(found == expected)
            #expect(seen == expected.map { $0.direction == .upwards ? 10 : 9 })
        }
    }

    @Test("a node crosses a level, and passes it first, at its event", arguments: JumpTests.Method.allCases)
    func fields(method: JumpTests.Method) throws {
        let reference = try Self.reference(method)
        func number(_ state: SIRCompartment) -> Int { SIRCompartment.allCases.firstIndex(of: state) ?? -1 }
        let expected = reference.jumps.compactMap { jump -> Crossing? in
            guard (number(jump.old) >= 2) != (number(jump.new) >= 2) else { return nil }
            return Crossing(
                time: jump.time, node: jump.node, direction: number(jump.new) >= 2 ? .upwards : .downwards)
        }
        var passages = reference.initial.map { number($0) >= 1 ? 0 : Double.nan }
        for jump in reference.jumps where passages[jump.node].isNaN && number(jump.new) >= 1 {
            passages[jump.node] = jump.time
        }
        let some = [3, 17, 5]
        for step in Self.steps {
            let simulation = try Self.simulation(method, step: step)
            let watcher = JumpWatcher()
            var found: [Crossing] = []
            var ofSome: [Crossing] = []
            var ofOne: [Crossing] = []
            watcher.observe(try simulation.crossings(of: "compartment", ofNodes: Array(0..<40), level: 2)) {
                found.append($0)
            }
            watcher.observe(try simulation.crossings(of: "compartment", ofNodes: some, level: 2)) { ofSome.append($0) }
            watcher.observe(try simulation.crossing(of: "compartment", ofNode: 17, level: 2)) { ofOne.append($0) }
            let first = try simulation.firstPassages(of: "compartment", level: 1)
            let reversed = try simulation.firstPassages(of: "compartment", ofNodes: (0..<40).reversed(), level: 1)
            try simulation.run(until: Self.end)
            #expect(found == expected)
            #expect(ofSome == expected.filter { some.contains($0.node ?? -1) })
            #expect(ofOne == expected.filter { $0.node == 17 })
            #expect(first.times.map(\.bitPattern) == passages.map(\.bitPattern))
            #expect(reversed.times.map(\.bitPattern) == passages.reversed().map(\.bitPattern))
        }
    }

    @Test("those in a compartment, and what changes, are told event by event", arguments: JumpTests.Method.allCases)
    func groups(method: JumpTests.Method) throws {
        let reference = try Self.reference(method)
        for step in Self.steps {
            let simulation = try Self.simulation(method, step: step)
            let watcher = JumpWatcher()
            var changes: [ReferenceJumps<SIRCompartment>.Jump] = []
            var memberships: [String] = []
            watcher.observe(simulation.allNodes) { [unowned simulation] change in
                changes.append(.init(time: simulation.moment.time, node: change.node, old: change.old, new: change.new))
            }
            watcher.observe(simulation.group { $0 == .infected }) { [unowned simulation] change in
                memberships.append("\(simulation.moment.time) \(change.node) \(change.membership)")
            }
            try simulation.run(until: Self.end)
            #expect(changes == reference.jumps)
            #expect(
                memberships
                    == reference.jumps.filter { $0.old == .infected || $0.new == .infected }.map {
                        "\($0.time) \($0.node) \($0.new == .infected ? "joined" : "left")"
                    })
        }
    }

    @Test("bounds are kept and a run stops at events", arguments: JumpTests.Method.allCases)
    func stops(method: JumpTests.Method) throws {
        let reference = try Self.reference(method)
        let counts = reference.counts(of: .infected)
        let expected = try #require(counts.first { $0.count >= 8 }?.time)
        let left = try #require(
            reference.jumps.first { jump in
                jump.new == .infected && jump.time > 0.5
                    && !reference.jumps.contains {
                        $0.node == jump.node && $0.time < jump.time
                    }
            })
        for step in Self.steps {
            let watcher = JumpWatcher()
            let stopping = try Self.simulation(method, step: step)
            let infected = try stopping.quantity(SIR.quantities.count(of: .infected))
            watcher.observe(try stopping.crossing(of: infected, level: 8, .upwards)) { [unowned stopping] _ in
                stopping.stop()
            }
            try stopping.run(until: Self.end)
            #expect(stopping.moment.time == expected)
            #expect(stopping.model.count(of: .infected) == 8)

            let bounded = try Self.simulation(method, step: step)
            try bounded.require("compartment", within: 0...0, ofNodes: [left.node])
            let error = #expect(throws: SimulationError.self) { try bounded.run(until: Self.end) }
            guard case .outOfBounds(let failure)? = error else { continue }
            #expect(failure.moment.time == left.time && failure.node == left.node)
        }
    }

    @Test(
        "a condition is told of each event after which it holds", arguments: JumpTests.Method.allCases, [true, false])
    func conditions(method: JumpTests.Method, dependsOnTime: Bool) throws {
        let counts = try Self.reference(method).counts(of: .infected)
        let some = 5...8
        for step in Self.steps {
            let simulation = try Self.simulation(method, step: step)
            let watcher = JumpWatcher()
            var times: [Double] = []
            let infected = { [model = simulation.model] in model.count(of: .infected) }
            let condition = Schedule.when(
                margin: { 2 - abs(Double(infected()) - 6.5) }, dependsOnTime: dependsOnTime,
                { some.contains(infected()) })
            watcher.observe(try simulation.trigger(condition, asked: .methodSteps)) { [unowned simulation] moment in
                #expect(simulation.moment == moment)
                times.append(moment.time)
            }
            try simulation.run(until: Self.end)
            #expect(times == counts.filter { some.contains($0.count) }.map(\.time))
        }
    }

    @Test("a condition on the state that does not hold ends no advance of a method")
    func silentCondition() throws {
        let simulation = try Self.simulation(.outbreak, step: 1)
        let watcher = JumpWatcher()
        var times: Set<Double> = []
        let condition = Schedule.when(margin: { -1 }, dependsOnTime: false) { [unowned simulation] in
            times.insert(simulation.moment.time)
            return false
        }
        watcher.observe(try simulation.trigger(condition, asked: .methodSteps)) { _ in Issue.record("told") }
        try simulation.run(until: Self.end)
        // The moment of the simulation is that of an event only where the event is told.
        #expect(times.isSubset(of: [0, 1, 2, 3, 4]))
    }

    @Test("what is answered at an event takes effect there, whatever the step", arguments: JumpTests.Method.allCases)
    func answers(method: JumpTests.Method) throws {
        func run(step: Double) throws -> ([SIRCompartment], [Double]) {
            let simulation = try Self.simulation(method, step: step)
            let watcher = JumpWatcher()
            var times: [Double] = []
            let infected = try simulation.quantity(SIR.quantities.count(of: .infected))
            watcher.observe(try simulation.crossing(of: infected, level: 8, .upwards)) {
                [unowned simulation] crossing in
                times.append(crossing.time)
                for node in 0..<4 { simulation.nodes[node].state.value = .recovered }
            }
            try simulation.run(until: Self.end)
            return ((0..<40).map(simulation.model.nodeState), times)
        }
        let coarse = try run(step: Self.steps[0])
        #expect(!coarse.1.isEmpty)
        for step in Self.steps.dropFirst() {
            let fine = try run(step: step)
            #expect(fine.0 == coarse.0 && fine.1 == coarse.1)
        }
    }

    @Test(
        "a run that is interrupted between events tells the rest to the last bit", arguments: JumpTests.Method.allCases)
    func interrupted(method: JumpTests.Method) throws {
        func run(interruptedAt times: [Double]) throws -> [String] {
            var told: [String] = []
            func make() throws -> (Simulation<SIR>, JumpWatcher, FirstPassages) {
                let simulation = try Self.simulation(method, step: 0.5)
                let watcher = JumpWatcher()
                let infected = try simulation.quantity(SIR.quantities.count(of: .infected))
                watcher.observe(try simulation.crossing(of: infected, level: 8)) { told.append("\($0)") }
                watcher.observe(try simulation.crossings(of: "compartment", ofNodes: [3, 17], level: 2)) {
                    told.append("\($0)")
                }
                watcher.observe(simulation.group { $0 == .infected }) { [unowned simulation] in
                    told.append("\(simulation.moment.time) \($0)")
                }
                let passages = try simulation.firstPassages(of: "compartment", level: 1)
                watcher.observe(passages) { told.append("\($0)") }
                return (simulation, watcher, passages)
            }
            var (simulation, watcher, passages) = try make()
            for time in times {
                try simulation.run(until: time)
                let bytes = try simulation.checkpoint()
                let count = told.count
                (simulation, watcher, passages) = try make()
                told.removeSubrange(count...)
                try simulation.resume(from: bytes)
            }
            try simulation.run(until: Self.end)
            withExtendedLifetime(watcher) {}
            return told + passages.times.map(\.description)
        }
        let whole = try run(interruptedAt: [])
        #expect(whole.count > 60)
        #expect(try run(interruptedAt: [0.5, 2, 3.5]) == whole)
    }
}

private final class JumpWatcher: Observer {
    let receiver = Receiver()
}
