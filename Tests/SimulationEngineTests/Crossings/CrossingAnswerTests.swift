import GSL
import ObserverCore
import SimulationEngine
import Testing

/// What observers answer to crossings, and what remains when something fails there.
@Suite struct CrossingAnswerTests {
    let watcher = Watcher()

    /// A ball that falls from 1 in a gravity of 2, and reaches the ground at time 1 with a velocity of −2.
    private func fall(
        of count: Int = 1, by integrator: any Integrator<Motion> = RungeKutta4(), step: Double = 0.3
    ) throws -> Simulation<Motion> {
        let states = Array(repeating: Motion.State(x: 1, v: 0), count: count)
        return try Simulation(Motion(states) { _, _ in -2 }, integrator: integrator, step: step)
    }

    private func whenLanding(
        in simulation: Simulation<Motion>, _ answer: @escaping () throws -> Void
    ) throws {
        let landing = try simulation.crossing(of: "x", ofNode: 0, level: 0, .downwards)
        watcher.observe(landing) { _ in
            do { try answer() } catch { Issue.record(error) }
        }
    }

    @Test("Balls that reach the ground at the same time all bounce", arguments: [true, false])
    func ties(isGroup: Bool) throws {
        let simulation = try fall(of: 3)
        var nodes: [Int?] = []
        let bounce = { [unowned simulation] (crossing: Crossing) in
            nodes.append(crossing.node)
            guard let node = crossing.node else { return }
            #expect(abs(crossing.time - 1) < 1e-11)
            try? simulation.kick(node: node) { $0.v = -$0.v }
        }
        if isGroup {
            let crossings = try simulation.crossings(of: "x", ofNodes: [2, 0, 1], level: 0, .downwards)
            watcher.observe(crossings, receive: bounce)
        } else {
            for node in [2, 0, 1] {
                watcher.observe(try simulation.crossing(of: "x", ofNode: node, level: 0, .downwards), receive: bounce)
            }
        }
        try simulation.run(until: 2.1)
        #expect(nodes == [2, 0, 1])
        // Back to a height of 2s − s² at s = 1.1.
        for node in 0..<3 { #expect(abs(simulation.model.state[0, node] - 0.99) < 1e-9) }
    }

    @Test("An answer that changes nothing leaves the trajectory as it is")
    func noChange() throws {
        let bits = try [true, false].map { isAnswered in
            let model = Motion.oscillating([1])
            let simulation = try Simulation(model, integrator: Leapfrog(), step: 0.3)
            if isAnswered {
                watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.4)) { [unowned simulation] _ in
                    try? simulation.kick(node: 0) { _ in }
                }
            }
            try simulation.run(until: 30)
            return model.bits
        }
        #expect(bits[0] == bits[1])
    }

    @Test("What is written into the arrays at a crossing is kept, if the simulation is told so")
    func writing() throws {
        let simulation = try fall()
        try whenLanding(in: simulation) { [unowned simulation] in
            simulation.model.state[1, 0] = 3
            simulation.stateWasChanged()
        }
        try simulation.run(until: 2.1)
        #expect(abs(simulation.model.state[0, 0] - (3 * 1.1 - 1.1 * 1.1)) < 1e-9)
    }

    @Test("What is pinned at a crossing stays there", arguments: [true, false])
    func pinning(isLeapfrog: Bool) throws {
        let simulation = try fall(by: isLeapfrog ? Leapfrog() : RungeKutta4() as any Integrator<Motion>)
        try whenLanding(in: simulation) { [unowned simulation] in try simulation.pin(nodes: [0]) }
        try simulation.run(until: 2.1)
        #expect(abs(simulation.model.state[0, 0]) < 1e-9)
        #expect(simulation.model.state[1, 0] == 0)
    }

    @Test("A drive that begins at a crossing drives the rest of the step")
    func driving() throws {
        let simulation = try fall()
        var hold: Constraint?
        try whenLanding(in: simulation) { [unowned simulation] in
            if hold == nil { hold = try simulation.drive("x", ofNode: 0) { 3 * ($0 - 1) } }
        }
        try simulation.run(until: 1.2)
        #expect(abs(simulation.model.state[0, 0] - 0.6) < 1e-12)
        #expect(abs(simulation.model.state[1, 0] - 3) < 1e-9)
    }

    @Test("A first passage that an answer brings about has the time of the crossing")
    func passages() throws {
        let simulation = try fall()
        try whenLanding(in: simulation) { [unowned simulation] in try simulation.kick(node: 0) { $0.v = 5 } }
        let jump = try simulation.firstPassages(of: "v", level: 4)
        // Before the jump the velocity is −2t.
        let fall = try simulation.firstPassages(of: "v", level: -1.9, .downwards)
        try simulation.run(until: 2.1)
        #expect(abs(jump.times[0] - 1) < 1e-9)
        #expect(abs(fall.times[0] - 0.95) < 1e-9)
    }

    @Test("A search that fails leaves the last complete step, from which the run can go on", arguments: [true, false])
    func failure(isLeapfrog: Bool) throws {
        let integrator = { isLeapfrog ? Leapfrog() : RungeKutta4() as any Integrator<Motion> }
        let undisturbed = try fall(by: integrator())
        try undisturbed.run(until: 1.8)
        let simulation = try fall(by: integrator())
        // Not a number next to the level, but at the ends of steps.
        let crossing = try simulation.crossing(of: "broken", level: 0) {
            let x = $0.model.state[0, 0]
            return abs(x) < 0.15 ? .nan : x
        }
        watcher.observe(crossing) { _ in }
        try simulation.run(until: 0.9)
        let bits = simulation.model.bits
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 1.8) }
        #expect(error?.description.contains("the crossing of broken could not be located in the step") == true)
        #expect(simulation.moment == Moment(step: 3, time: 0.9))
        #expect(simulation.model.bits == bits)
        watcher.stopObserving()
        try simulation.run(until: 1.8)
        #expect(simulation.model.bits == undisturbed.model.bits)
    }

    @Test("Observers that answer each other at a crossing without end leave the last complete step")
    func cycle() throws {
        let simulation = try fall()
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] _ in
            if simulation.moment.time > 0.9 { try? simulation.kick(node: 0) { $0.v += 1 } }
        }
        try whenLanding(in: simulation) { [unowned simulation] in try simulation.kick(node: 0) { $0.v += 1 } }
        try simulation.run(until: 0.9)
        let bits = simulation.model.bits
        #expect(throws: SimulationError.self) { try simulation.run(until: 1.2) }
        #expect(simulation.moment == Moment(step: 3, time: 0.9))
        #expect(simulation.model.bits == bits)
    }

    @Test("A number that is not finite at an end of a step crosses nothing in it")
    func notFinite() throws {
        let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.1)
        let crossing = try simulation.crossing(of: "undefined at first", level: 0.5) {
            $0.moment.time == 0 ? .nan : $0.model.state[0, 0]
        }
        watcher.observe(crossing) { [watcher] in watcher.note("\($0.direction)") }
        try simulation.run(until: 3)
        #expect(watcher.log == ["upwards", "downwards"])
    }

    @Test("A hysteresis holds across changes of something else")
    func hysteresis() throws {
        // Beside the slow oscillation a fast one of a fifth.
        let counts = try [true, false].map { isDisturbed in
            let simulation = try Simulation(
                Motion.oscillating([10, 1, 1]), integrator: RungeKutta4(), step: 0.01)
            let crossing = try simulation.crossing(of: "sum", level: 0.5, .upwards, hysteresis: 0.8) {
                $0.model.state[0, 1] + $0.model.state[0, 0] / 5
            }
            var count = 0
            watcher.observe(crossing) { _ in count += 1 }
            if isDisturbed {
                watcher.observe(simulation.clock) { [unowned simulation] _ in
                    try? simulation.kick(node: 2) { $0.v += 0.1 }
                }
            }
            try simulation.run(until: 3)
            return count
        }
        #expect(counts == [1, 1])
    }
}
