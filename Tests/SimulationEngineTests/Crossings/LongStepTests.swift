import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// What is told of a method that extrapolates over steps in which numbers turn several times.
@Suite struct LongStepTests {
    let watcher = Watcher()

    /// y = y₀ + sin 3 t for several y₀, as a pure integral over time.
    private static let startValues = [0, 0.05, -0.1, 0.5]

    private func sines(tolerance: Double, step: Double) throws -> Simulation<Equation> {
        let model = Equation(Self.startValues) { time, _ in 3 * cos(3 * time) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .bsimp, control: .state(absolute: tolerance, relative: tolerance))
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// The times up to an end at which y₀ + sin 3 t crosses a level, upwards first.
    private func crossings(from start: Double, through level: Double, until end: Double) -> [Double] {
        let phase = asin(level - start)
        var times: [Double] = []
        for turn in 0...Int(end) {
            let begun = 2 * .pi * Double(turn)
            times += [(begun + phase) / 3, (begun + .pi - phase) / 3]
        }
        return times.filter { $0 > 0 && $0 < end }
    }

    @Test(
        "Groups by a condition, first passages, crossings and conditions find each turn within long steps, at any step",
        arguments: [1e-4, 1e-7, 1e-10], [23.25, 0.75])
    func turns(tolerance: Double, step: Double) throws {
        let simulation = try sines(tolerance: tolerance, step: step)
        let nodes = Self.startValues.indices
        var memberships = nodes.map { _ in [Double]() }
        var (single, group) = (memberships, memberships)
        let level = 0.6
        let high = simulation.group { $0[0] > level }
        watcher.observe(high) { [unowned simulation] change in
            if change.membership != .lasting { memberships[change.node].append(simulation.moment.time) }
        }
        for node in nodes {
            let crossing = try simulation.crossing(of: "y", ofNode: node, level: level)
            watcher.observe(crossing) { single[node].append($0.time) }
        }
        watcher.observe(try simulation.crossings(of: "y", ofNodes: Array(nodes), level: level)) {
            group[$0.node ?? 0].append($0.time)
        }
        let passages = try simulation.firstPassages(of: "y", level: 0.999)
        try simulation.run(until: 23.25)
        simulation.publishGroups()
        for node in nodes {
            let exact = crossings(from: Self.startValues[node], through: level, until: 23.25)
            for found in [single[node], group[node]] {
                #expect(found.count == exact.count)
                #expect(zip(found, exact).allSatisfy { abs($0 - $1) < 30 * tolerance })
            }
            // Who has joined or left is told at the end of the piece in which it has.
            #expect(memberships[node].count == exact.count)
            #expect(zip(memberships[node], exact).allSatisfy { $0 > $1 - 30 * tolerance && $0 < $1 + 0.6 })
            if let passage = crossings(from: Self.startValues[node], through: 0.999, until: 23.25).first {
                #expect(abs(passages.times[node] - passage) < 1000 * tolerance)
            } else {
                #expect(passages.times[node].isNaN)
            }
        }
    }

    /// y = sin 3 t, to which whatever else there is decays within 10⁻⁸: slopes of states that are as exact as the tolerance are wrong
    /// by more than they are.
    @Test("The turns of what a stiff system does slowly are found, too", arguments: [1e-5, 1e-8])
    func stiff(tolerance: Double) throws {
        let model = Equation([0]) { time, y in 1e8 * (sin(3 * time) - y) + 3 * cos(3 * time) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .bsimp, control: .state(absolute: tolerance, relative: tolerance))
        let simulation = try Simulation(model, integrator: integrator, step: 23.25)
        var (single, group) = (0, 0)
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0.99)) { _ in single += 1 }
        watcher.observe(try simulation.crossings(of: "y", ofNodes: [0], level: 0.99)) { _ in group += 1 }
        let passages = try simulation.firstPassages(of: "y", level: 0.99)
        try simulation.run(until: 23.25)
        #expect(single == 22)
        #expect(group == 22)
        #expect(abs(passages.times[0] - asin(0.99) / 3) < 10 * tolerance)
    }

    /// y = (t − a)³ − (t − a), which such methods integrate exactly over steps of any length.
    @Test(
        "A number that turns twice within a step crosses its level three times", arguments: [2.7, 5.1, 9.3],
        [ODEStepper.bsimp, .rk4imp, .msadams, .msbdf])
    func cubic(middle: Double, stepper: ODEStepper) throws {
        let model = Equation([middle - middle * middle * middle]) { time, _ in
            3 * (time - middle) * (time - middle) - 1
        }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-6, relative: 1e-6))
        let simulation = try Simulation(model, integrator: integrator, step: 32)
        var (single, group): ([Double], [Double]) = ([], [])
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0)) { single.append($0.time) }
        watcher.observe(try simulation.crossings(of: "y", ofNodes: [0], level: 0)) { group.append($0.time) }
        let passages = try simulation.firstPassages(of: "y", level: 0)
        try simulation.run(until: 32)
        if stepper == .bsimp || stepper == .rk4imp { #expect(integrator.acceptedSteps < 12) }
        // What is 800 at first may be wrong by 8 · 10⁻⁴ in each step, and goes through 0 with slopes of 1 and 2.
        let tolerance = stepper == .msbdf ? 1e-2 : 1e-3
        for times in [single, group] {
            #expect(times.count == 3)
            #expect(zip(times, [-1, 0, 1]).allSatisfy { abs($0 - middle - $1) < tolerance })
        }
        #expect(abs(passages.times[0] - (middle - 1)) < tolerance)
    }

    @Test(
        "First passages of what a stiff system does slowly are the first ones, wherever in a step",
        arguments: [(.bsimp, 1e4), (.msbdf, 1e8)] as [(ODEStepper, Double)])
    func stiffPassages(stepper: ODEStepper, decay: Double) throws {
        let level = 0.9995
        for phase in stride(from: 0.0, to: 6, by: 0.3) where sin(phase) < level {
            let model = Equation([sin(phase)]) { time, y in
                decay * (sin(3 * time + phase) - y) + 3 * cos(3 * time + phase)
            }
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-7, relative: 1e-7))
            let simulation = try Simulation(model, integrator: integrator, step: 12)
            let passages = try simulation.firstPassages(of: "y", level: level)
            try simulation.run(until: 12)
            let exact = (asin(level) - phase + (phase > asin(level) ? 2 * .pi : 0)) / 3
            #expect(abs(passages.times[0] - exact) < 1e-3)
        }
    }
}
