import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// What is told of a method of adaptive step follows from its trajectory, whenever somebody looks at that.
@Suite struct OwnStepTests {
    let watcher = Watcher()

    private func oscillators(
        _ frequencies: [Double] = [1, 3], stepper: ODEStepper = .rkf45, step: Double, tolerance: Double = 1e-9
    ) throws -> Simulation<Motion> {
        let model = Motion.oscillating(frequencies)
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// All that is told, as times to the last bit.
    private func everythingTold(
        stepper: ODEStepper, step: Double, extra: Bool
    ) throws -> (told: [String], end: [UInt64]) {
        let simulation = try oscillators(stepper: stepper, step: step)
        var told: [String] = []
        if extra {
            watcher.observe(try simulation.crossing(of: "v", ofNode: 0, level: 0.3)) { _ in }
            watcher.observe(simulation.nodes[1].state) { _ in }
        }
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.5)) { told.append("level \($0)") }
        watcher.observe(try simulation.crossings(of: "x", ofNodes: [1, 0], level: 0.99)) { told.append("group \($0)") }
        let passages = try simulation.firstPassages(of: "x", level: 0.8)
        watcher.observe(passages) { told.append("passage \($0)") }
        let high = try simulation.trigger(
            .when { [unowned simulation] in simulation.model.state[0, 0] > 0.7 }, asked: .methodSteps)
        watcher.observe(high) { told.append("condition \($0.time)") }
        watcher.observe(simulation.group { $0.x > 0.2 }) { [unowned simulation] change in
            if change.membership != .lasting { told.append("group \(change.node) \(simulation.moment.time)") }
        }
        try simulation.run(until: 24)
        if extra { watcher.stopObserving() }
        return (told, simulation.model.bits)
    }

    @Test(
        "The same is told at any step, whoever looks besides",
        arguments: [ODEStepper.rkf45, .rk8pd, .rk4, .msadams, .bsimp])
    func sameTold(stepper: ODEStepper) throws {
        let reference = try everythingTold(stepper: stepper, step: 24, extra: false)
        #expect(reference.told.contains { $0.hasPrefix("condition") })
        for (step, extra) in [(0.01, false), (0.75, true), (6, true)] {
            let other = try everythingTold(stepper: stepper, step: step, extra: extra)
            #expect(other.told == reference.told)
            #expect(other.end == reference.end)
        }
    }

    @Test(
        "All crossings are found with one step of the grid, at their times",
        arguments: [ODEStepper.rkf45, .rk8pd, .msadams, .bsimp])
    func allCrossings(stepper: ODEStepper) throws {
        let simulation = try oscillators([1], stepper: stepper, step: 1000, tolerance: 1e-10)
        var (level, group): ([Double], [Double]) = ([], [])
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.5, .upwards)) { level.append($0.time) }
        watcher.observe(try simulation.crossings(of: "x", ofNodes: [0], level: 0.5, .upwards)) { group.append($0.time) }
        try simulation.run(until: 1000)
        // sin t = 1/2 at π/6 + 2πk.
        let exact = (0..<160).map { (turn: Int) in (1.0 / 6 + 2 * Double(turn)) * .pi }.filter { $0 < 1000 }
        #expect(level.count == exact.count)
        #expect(group.count == exact.count)
        for (found, exact) in zip(level, exact) { #expect(abs(found - exact) < 1e-5) }
        for (found, exact) in zip(group, exact) { #expect(abs(found - exact) < 1e-5) }
    }

    @Test("A run that is given up inside of steps, and goes on, tells the same as one that is not")
    func givenUp() throws {
        func told(givingUp: Bool) throws -> [String] {
            let model = Motion.oscillating([1, 3])
            let integrator = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
            let simulation = try Simulation(model, integrator: integrator, step: 24)
            var told: [String] = []
            watcher.observe(try simulation.crossings(of: "x", ofNodes: [0, 1], level: -0.5)) {
                told.append("group \($0)")
            }
            watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: -0.5)) { told.append("level \($0)") }
            var count = 0
            integrator.shouldInterrupt = {
                count += 1
                return givingUp && count.isMultiple(of: 2)
            }
            while simulation.moment.time < 24 {
                do { try simulation.run(until: 24) } catch IntegrationError.interrupted {}
            }
            watcher.stopObserving()
            return told
        }
        let reference = try told(givingUp: false)
        #expect(reference.count > 10)
        #expect(try told(givingUp: true) == reference)
    }

    @Test(
        "A level that is touched inside of a step is found by all who look",
        arguments: [ODEStepper.rkf45, .rk8pd, .bsimp])
    func touching(stepper: ODEStepper) throws {
        let simulation = try oscillators([1], stepper: stepper, step: 100, tolerance: 1e-9)
        var (level, group, passage): (Int, Int, Double) = (0, 0, .nan)
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.999, .upwards)) { _ in level += 1 }
        watcher.observe(try simulation.crossings(of: "x", ofNodes: [0], level: 0.999, .upwards)) { _ in group += 1 }
        watcher.observe(try simulation.firstPassages(of: "x", level: 0.999)) { passage = $0.time }
        try simulation.run(until: 100)
        #expect(level == 16)
        #expect(group == 16)
        #expect(abs(passage - asin(0.999)) < 1e-6)
    }

    @Test("First passages are as exact as the method", arguments: [ODEStepper.rkf45, .rk8pd, .rkck, .rk4imp, .msbdf])
    func passages(stepper: ODEStepper) throws {
        let frequencies = (1...200).map { 0.2 + 0.01 * Double($0) }
        let implicit = stepper == .msbdf || stepper == .rk4imp
        let tolerance = implicit ? 1e-6 : 1e-8
        let simulation = try oscillators(
            implicit ? Array(frequencies.prefix(20)) : frequencies, stepper: stepper, step: 10, tolerance: tolerance)
        let passages = try simulation.firstPassages(of: "x", level: 0.9)
        let back = try simulation.firstPassages(of: "x", level: -0.3, .downwards)
        try simulation.run(until: 30)
        for (node, time) in passages.times.enumerated() {
            #expect(abs(time - asin(0.9) / frequencies[node]) < (implicit ? 1e-3 : 1e-6))
        }
        for (node, time) in back.times.enumerated() {
            #expect(abs(time - (.pi + asin(0.3)) / frequencies[node]) < (implicit ? 1e-2 : 1e-5))
        }
    }

    @Test("A run that is stopped ends at the time of what stopped it, and goes on along the same trajectory")
    func stopping() throws {
        let whole = try oscillators([1], step: 100)
        try whole.run(until: 100)
        let simulation = try oscillators([1], step: 100)
        var ends: [Moment] = []
        watcher.observe(try simulation.trigger(.end)) { ends.append($0) }
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.5)) { [unowned simulation] _ in
            if simulation.moment.time < 10 { simulation.stop() }
        }
        try simulation.run(until: 100)
        #expect(simulation.moment.step == 0)
        #expect(abs(simulation.moment.time - .pi / 6) < 1e-8)
        #expect(abs(simulation.model.state[0, 0] - 0.5) < 1e-9)
        #expect(ends == [simulation.moment])
        try simulation.run(until: 100)
        #expect(abs(simulation.moment.time - 5 * .pi / 6) < 1e-8)
        while simulation.moment.step == 0 { try simulation.run(until: 100) }
        #expect(simulation.model.bits == whole.model.bits)
        #expect(ends.last == Moment(step: 1, time: 100))
    }

    @Test("A condition is told at the time at which it comes to hold, and at each step of the method while it does")
    func conditions() async throws {
        let simulation = try oscillators([1], step: 7)
        var times: [Double] = []
        watcher.observe(
            try simulation.trigger(
                .when { [unowned simulation] in simulation.model.state[0, 0] > 0.5 }, asked: .methodSteps)
        ) { times.append($0.time) }
        let first = simulation.firstTime { $0.model.state[0, 0] < -0.5 }
        try simulation.run(until: 7)
        #expect(abs((times.first ?? 0) - .pi / 6) < 1e-8)
        #expect(times.count > 3)
        #expect(times.allSatisfy { sin($0) > 0.5 - 1e-8 })
        #expect(abs(await first.value.time - 7 * .pi / 6) < 1e-8)
    }

    @Test("Bounds end a run at the time at which they are left")
    func bounds() throws {
        for step in [0.5, 50] {
            let simulation = try oscillators([1], step: step)
            try simulation.require("x", within: -2...0.5)
            #expect(throws: SimulationError.self) { try simulation.run(until: 50) }
            #expect(abs(simulation.moment.time - .pi / 6) < 1e-8)
        }
    }

    @Test("What is changed in answer takes effect at its time, at any step", arguments: [0.125, 8])
    func answers(step: Double) throws {
        let model = Motion.falling(from: 1)
        let simulation = try Simulation(
            model,
            integrator: AdaptiveIntegrator(model, stepper: .rk8pd, control: .state(absolute: 1e-12, relative: 0)),
            step: step)
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0, .downwards)) { [unowned simulation] _ in
            try? simulation.kick(node: 0) {
                $0.x = 0
                $0.v = -$0.v
            }
        }
        try simulation.run(until: 8)
        // It bounces at 1, 3, 5, …, and is at the top at even times.
        #expect(abs(model.state[0, 0] - 1) < 1e-9)
    }

    @Test("A run that goes on from any moment tells the same", arguments: [ODEStepper.rkf45, .rk8pd, .bsimp])
    func resuming(stepper: ODEStepper) throws {
        func make() throws -> (Simulation<Motion>, FirstPassages, () -> [String]) {
            let simulation = try oscillators([1, 3, 0.1], stepper: stepper, step: 0.5)
            var told: [String] = []
            let tell = { (text: String) in told.append(text) }
            watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0.5)) { tell("level \($0)") }
            watcher.observe(try simulation.crossings(of: "x", ofNodes: [1, 0], level: 0.99)) { tell("group \($0)") }
            let passages = try simulation.firstPassages(of: "x", level: 0.2)
            watcher.observe(passages) { tell("passage \($0)") }
            let condition = try simulation.trigger(
                .when { [unowned simulation] in simulation.model.state[0, 0] > 0.7 }, asked: .methodSteps)
            watcher.observe(condition) { tell("condition \($0.time)") }
            watcher.observe(simulation.group { $0.x > 0.2 }) { [unowned simulation] change in
                tell("change \(change) \(simulation.moment.time)")
            }
            try simulation.require("x", within: -2...2)
            return (simulation, passages, { told })
        }
        let (whole, _, all) = try make()
        try whole.run(until: 12)
        for moment in [0.5, 1, 1.5, 2.5, 6, 11.5] {
            let (first, _, toldFirst) = try make()
            try first.run(until: moment)
            let bytes = try first.checkpoint()
            let (second, _, toldSecond) = try make()
            try second.resume(from: bytes)
            try second.run(until: 12)
            #expect(toldFirst() + toldSecond() == all())
            #expect(second.model.bits == whole.model.bits)
        }
    }

    @Test("A number that asks for the moment finds that of the state", arguments: [true, false])
    func momentInSearch(isAdaptive: Bool) throws {
        let model = Motion([.init(x: 0, v: 1)])
        let adaptive = try AdaptiveIntegrator(model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 0))
        let simulation = try Simulation(
            model, integrator: isAdaptive ? adaptive : RungeKutta4() as any Integrator<Motion>, step: 0.1)
        var times: [Double] = []
        let sum = try simulation.crossing(of: "position and time", level: 1.01) {
            $0.model.state[0, 0] + $0.moment.time
        }
        watcher.observe(sum) { times.append($0.time) }
        try simulation.run(until: 1)
        #expect(times.count == 1)
        #expect(abs((times.first ?? 0) - 0.505) < 1e-9)
    }

    @Test("Whoever begins to look in the middle of a step looks from then on")
    func beginningInTheMiddle() throws {
        for step in [0.25, 5] {
            let simulation = try oscillators([1], stepper: .rk8pd, step: step)
            var times: [Double] = []
            watcher.observe(
                try simulation.crossing(of: "x", ofNode: 0, level: 0.5, .upwards)
            ) { [unowned simulation, watcher] _ in
                guard times.isEmpty, let other = try? simulation.crossing(of: "x", ofNode: 0, level: 0.6) else {
                    return
                }
                watcher.observe(other) { times.append($0.time) }
            }
            try simulation.run(until: 5)
            #expect(times.count == 2)
            #expect(abs((times.first ?? 0) - asin(0.6)) < 1e-6)
            watcher.stopObserving()
        }
    }

    @Test("Whoever begins to look in the middle of a step sees times of it, and changes nothing")
    func beginningWithAChange() throws {
        func end(beginning: Bool) throws -> (states: [UInt64], times: [Double]) {
            let simulation = try oscillators(stepper: .rk8pd, step: 5)
            var times: [Double] = []
            watcher.observe(
                try simulation.crossing(of: "x", ofNode: 0, level: 0.5, .upwards)
            ) { [unowned simulation, watcher] _ in
                guard simulation.moment.time < 1 else { return }
                simulation.nodes[0].state.set(Motion.State(x: 0, v: 1), as: watcher)
                guard beginning, let clock = try? simulation.crossing(of: "time", level: 1, number: { $0.moment.time })
                else { return }
                watcher.observe(clock) { times.append($0.time) }
            }
            try simulation.run(until: 5)
            watcher.stopObserving()
            return (simulation.model.state.elements.map(\.bitPattern), times)
        }
        let (plain, watched) = (try end(beginning: false), try end(beginning: true))
        #expect(plain.states == watched.states)
        #expect(watched.times.count == 1)
        #expect(abs((watched.times.first ?? 0) - 1) < 1e-11)
    }
}
