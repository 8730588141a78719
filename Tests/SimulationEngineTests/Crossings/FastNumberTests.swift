import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Numbers that move faster than the state from which they are computed, so that a step of the method spans many of their turns.
@Suite struct FastNumberTests {
    let watcher = Watcher()

    /// An angle that grows by 3 in each unit of time: a straight line, along which steps become ever longer.
    private func turning(_ stepper: ODEStepper, step: Double) throws -> Simulation<Equation> {
        let model = Equation([0]) { _, _ in 3 }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// The times up to 60 at which cos 3 t rises through a level.
    private func rises(through level: Double) -> [Double] {
        (1...30).map { (2 * .pi * Double($0) - acos(level)) / 3 }.filter { $0 < 60 }
    }

    @Test("Each crossing within long steps is found, at its time", arguments: [ODEStepper.rk8pd, .rkf45, .msadams])
    func crossings(stepper: ODEStepper) throws {
        for level in [-0.999, 0.3, 0.9999] {
            var reference: [Double]?
            for step in [0.5, 60] {
                let simulation = try turning(stepper, step: step)
                let cosine = try simulation.crossing(of: "cosine", level: level, .upwards) { cos($0.model.state[0, 0]) }
                var times: [Double] = []
                watcher.observe(cosine) { times.append($0.time) }
                try simulation.run(until: 60)
                let exact = rises(through: level)
                #expect(times.count == exact.count)
                for (found, exact) in zip(times, exact) { #expect(abs(found - exact) < 1e-9) }
                #expect(times == reference ?? times)
                reference = times
            }
        }
    }

    @Test(
        "What goes back far enough within a step crosses its level again",
        arguments: [ODEStepper.rk8pd, .rkf45, .bsimp])
    func hysteresis(stepper: ODEStepper) throws {
        let simulation = try turning(stepper, step: 60)
        let cosine = { (simulation: Simulation<Equation>) in cos(simulation.model.state[0, 0]) }
        let distances = [0.1, 0.6, 1.29, 1.31]
        var (rising, both) = (distances.map { _ in [Double]() }, distances.map { _ in 0 })
        for (index, hysteresis) in distances.enumerated() {
            watcher.observe(
                try simulation.crossing(of: "cosine", level: 0.3, .upwards, hysteresis: hysteresis, number: cosine)
            ) { rising[index].append($0.time) }
            watcher.observe(
                try simulation.crossing(of: "cosine", level: 0.3, hysteresis: hysteresis, number: cosine)
            ) { _ in both[index] += 1 }
        }
        try simulation.run(until: 60)
        let exact = rises(through: 0.3)
        for times in rising[..<3] {
            #expect(times.count == exact.count)
            #expect(zip(times, exact).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        // From −1 the number never comes, and up to 1 it goes 0.7 above the level.
        #expect(rising[3].count == 1)
        #expect(both[0] == 2 * exact.count + 1 && both[1] == both[0])
    }

    @Test("A field goes back far enough within the long steps of a method that extrapolates")
    func fieldHysteresis() throws {
        let model = Equation([0]) { time, _ in 3 * cos(3 * time) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .bsimp, control: .state(absolute: 1e-9, relative: 1e-9))
        let simulation = try Simulation(model, integrator: integrator, step: 60)
        var count = 0
        let crossing = try simulation.crossing(of: "y", ofNode: 0, level: 0.9, .upwards, hysteresis: 1.899)
        watcher.observe(crossing) { _ in count += 1 }
        try simulation.run(until: 60)
        #expect(integrator.acceptedSteps < 60)
        #expect(count == 29)
    }

    /// y = sin 3 t: `bsimp` passes several of its maxima in a step.
    @Test("A field that turns within the long steps of a method that extrapolates is found at each of its crossings")
    func longSteps() throws {
        let model = Equation([0, 0]) { time, _ in 3 * cos(3 * time) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .bsimp, control: .state(absolute: 1e-9, relative: 1e-9))
        let simulation = try Simulation(model, integrator: integrator, step: 60)
        var (ofOne, ofAll, ofSquare): ([Double], [Double], [Double]) = ([], [], [])
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0.9)) { ofOne.append($0.time) }
        watcher.observe(try simulation.crossings(of: "y", ofNodes: [0, 1], level: 0.9)) { ofAll.append($0.time) }
        let square = try simulation.crossing(of: "square", level: 0.81) { [unowned model] _ in
            model.state[0, 0] * model.state[0, 0]
        }
        watcher.observe(square) { ofSquare.append($0.time) }
        try simulation.run(until: 60)
        #expect(integrator.acceptedSteps < 60)
        var times: [Double] = []
        for period in 0...57 {
            let start = Double(period) * .pi
            times += [(start + asin(0.9)) / 3, (start + .pi - asin(0.9)) / 3].filter { $0 < 60 }
        }
        // The sine itself is above its level in each other half period.
        let above = times.indices.filter { $0 % 4 < 2 }.map { times[$0] }
        let ofBoth = above.flatMap { [$0, $0] }
        for (found, times) in [(ofOne, above), (ofAll, ofBoth), (ofSquare, times)] {
            #expect(found.count == times.count)
            #expect(zip(found, times).allSatisfy { abs($0 - $1) < 1e-7 })
        }
    }

    @Test(
        "What stays away from its level costs no evaluation of the equations, but in the first step",
        arguments: [ODEStepper.rkf45, .rk8pd, .msadams])
    func farNumbers(stepper: ODEStepper) throws {
        func evaluations(watching: Bool) throws -> (count: Int, steps: Int) {
            let model = Pendulums(angles: [1], velocities: [0])
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
            let simulation = try Simulation(model, integrator: integrator, step: 50)
            let angle = { [unowned model] in model.state[0, 0] }
            let isHigh = try simulation.trigger(
                .when(margin: { angle() - 1.5 }) { angle() > 1.5 }, asked: .methodSteps)
            let square = try simulation.crossing(of: "square", level: 1.1) { _ in angle() * angle() }
            if watching {
                watcher.observe(isHigh) { Issue.record("an angle of 1.5 at \($0.time)") }
                watcher.observe(square) { Issue.record("an angle of √1.1 at \($0.time)") }
            }
            try simulation.run(until: 50)
            return (model.evaluations, integrator.acceptedSteps)
        }
        let (plain, watched) = (try evaluations(watching: false), try evaluations(watching: true))
        #expect(plain.steps == watched.steps)
        // Of a multistep method, the slopes at the end of each step are computed once more.
        let slopes = stepper == .msadams ? watched.steps + 1 : 0
        let firstStep = 2 * 9 * 13
        #expect(watched.count - plain.count <= slopes + firstStep)
        #expect(watched.steps > 40)
    }

    @Test("A condition is found to hold however short that lasts, and a run that is stopped there tells the same")
    func conditions() throws {
        let simulation = try turning(.rk8pd, step: 60)
        let cosine = { [unowned simulation] in cos(simulation.model.state[0, 0]) }
        let isHigh = Schedule.when(margin: { cosine() - 0.9 }) { cosine() > 0.9 } && .from(time: 1)
        var times: [Double] = []
        watcher.observe(try simulation.trigger(isHigh, asked: .methodSteps)) { [unowned simulation] in
            // It is told again at the end of each step of the method at which it holds.
            if abs(cosine() - 0.9) < 1e-9 { times.append($0.time) }
            simulation.stop()
        }
        while simulation.moment.time < 60 { try simulation.run(until: 60) }
        let exact = rises(through: 0.9)
        #expect(times.count == exact.count)
        for (found, exact) in zip(times, exact) { #expect(abs(found - exact) < 1e-9) }
    }

    @Test("Numbers that jump, have kinks, or are no numbers for a while cross their levels as often as they do")
    func roughNumbers() throws {
        let numbers: [(count: Int, level: Double, number: (Double) -> Double)] = [
            (12, 0.5, { floor($0).truncatingRemainder(dividingBy: 2) }),
            (2, 0.001, { abs($0 - 7.456) }),
            (3, 0, { $0 < 2 || $0 > 12 ? .nan : sin($0) }),
        ]
        for (count, level, number) in numbers {
            let model = Equation([0]) { _, _ in 1 }
            let integrator = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
            let simulation = try Simulation(model, integrator: integrator, step: 12.5)
            var times: [Double] = []
            watcher.observe(try simulation.crossing(of: "number", level: level) { number($0.model.state[0, 0]) }) {
                times.append($0.time)
            }
            try simulation.run(until: 12.5)
            #expect(times.count == count)
        }
    }

    @Test("What is never a number is looked at no more often than what is smooth", arguments: [Double.nan, .infinity])
    func noNumber(value: Double) throws {
        let model = Equation([0]) { _, _ in 1 }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        let simulation = try Simulation(model, integrator: integrator, step: 12.5)
        var looks = 0
        let crossing = try simulation.crossing(of: "nothing", level: 1) { _ in
            looks += 1
            return value
        }
        watcher.observe(crossing) { Issue.record("crossed at \($0.time)") }
        try simulation.run(until: 12.5)
        #expect(looks < 50 * integrator.acceptedSteps)
    }
}
