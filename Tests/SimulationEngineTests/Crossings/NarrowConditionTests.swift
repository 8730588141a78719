import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Conditions that hold for a short part of a step only, in which what they compare passes their limits.
@Suite struct NarrowConditionTests {
    let watcher = Watcher()

    /// a = t and b = 5 + t, straight lines, along which steps become ever longer.
    private func lines(_ stepper: ODEStepper) throws -> Simulation<Equation> {
        let model = Equation([0, 5]) { _, _ in 1 }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        return try Simulation(model, integrator: integrator, step: 60)
    }

    private func number(_ expression: FieldExpression, in simulation: Simulation<Equation>) -> () -> Double {
        let evaluator = NumberEvaluator(expression)
        return { [unowned simulation] in
            let state = simulation.model.state
            return evaluator.value(of: [state[0, 0], state[0, 1]], at: simulation.moment.time)
        }
    }

    private func condition(_ text: String, in simulation: Simulation<Equation>) throws -> Schedule {
        let expression = try FieldExpression(text, fields: ["a", "b"])
        let truth = number(expression, in: simulation)
        return .when(
            comparing: expression.comparisons().map { number($0, in: simulation) }, dependsOnTime: expression.usesTime
        ) { truth() == 1 }
    }

    /// Ways to say that a lies in a range.
    private func conditions(_ low: Double, _ high: Double) -> [String] {
        let (centre, half) = ((low + high) / 2, (high - low) / 2)
        return [
            "a > \(low) and a < \(high)", "not (a <= \(low) or a >= \(high))", "abs(a - \(centre)) < \(half)",
            "2 * min(a - \(low), \(high) - a) > 0", "if(a > \(low), a < \(high), 1 == 0)",
            "b > \(low + 5) and time < \(high)", "(a < \(high)) != (a <= \(low))",
            "a > \(low) and log(\(high) - b + 5) < 100", "a > \(low) and a < \(high) or b - a > 6",
            "\(half) - max(abs(a - \(centre)), if(a > 70, 1, 0)) > 0",
        ]
    }

    private func randomRange(_ generator: RandomGenerator) -> (low: Double, high: Double) {
        let low = generator.uniform(in: 1..<59)
        return (low, low + 0.1 * pow(10, -4 * generator.uniform(in: 0..<1)))
    }

    @Test(
        "A condition is found to hold in each of many ways to write it",
        arguments: [ODEStepper.rkf45, .rk8pd, .rk4, .msadams, .bsimp])
    func ranges(stepper: ODEStepper) throws {
        let generator = try RandomGenerator(key: (15, 1))
        for _ in 0..<6 {
            let (low, high) = randomRange(generator)
            let simulation = try lines(stepper)
            let state = simulation.model.state
            var schedules = try conditions(low, high).map { try condition($0, in: simulation) }
            schedules += [
                .during(low...high),
                .when(margin: { state[0, 0] - low }) { state[0, 0] > low }
                    && .when(margin: { high - state[0, 0] }) { state[0, 0] < high },
            ]
            var told = schedules.map { _ in [Double]() }
            for (index, schedule) in schedules.enumerated() {
                watcher.observe(try simulation.trigger(schedule, asked: .methodSteps)) { told[index].append($0.time) }
            }
            try simulation.run(until: 60)
            watcher.stopObserving()
            for times in told {
                // It is told again where a step ends in the range.
                #expect(abs((times.first ?? 0) - low) < 1e-9)
                #expect(times.allSatisfy { $0 <= high })
            }
        }
    }

    @Test("A number that has a corner near a level crosses it there and back", arguments: [ODEStepper.rkf45, .rk8pd])
    func corners(stepper: ODEStepper) throws {
        let generator = try RandomGenerator(key: (15, 2))
        for _ in 0..<12 {
            let (low, high) = randomRange(generator)
            let (centre, half) = ((low + high) / 2, (high - low) / 2)
            let simulation = try lines(stepper)
            let numbers = [
                ("abs(a - \(centre))", half), ("min(a - \(low), \(high + 5) - b) + 2", 2),
                ("if(a < \(centre), \(low) - a, b - \(high + 5))", 0),
            ]
            var told = numbers.map { _ in [Double]() }
            for (index, (text, level)) in numbers.enumerated() {
                let expression = try FieldExpression(text, fields: ["a", "b"])
                let value = number(expression, in: simulation)
                let crossing = try simulation.crossing(
                    of: text, level: level, .either, hysteresis: 0, tolerance: 1e-12, dependsOnTime: false,
                    comparing: expression.comparisons(with: level).map { number($0, in: simulation) }, number: value)
                watcher.observe(crossing) { told[index].append($0.time) }
            }
            try simulation.run(until: 60)
            watcher.stopObserving()
            for times in told {
                #expect(times.count == 2)
                #expect(zip(times, [low, high]).allSatisfy { abs($0 - $1) < 1e-9 })
            }
        }
    }

    @Test("What has not changed is found where a number passes what it was", arguments: [ODEStepper.rkf45, .rk8pd])
    func unchanged(stepper: ODEStepper) throws {
        let simulation = try lines(stepper)
        let isUnchanged = !Schedule.whenChanged(by: 1e-5) { [unowned simulation] in
            sin(simulation.model.state[0, 0])
        }
        var times: [Double] = []
        watcher.observe(try simulation.trigger(isUnchanged, asked: .methodSteps)) { times.append($0.time) }
        try simulation.run(until: 60)
        let passages = Set(times.map { ($0 / .pi).rounded() })
        #expect(times.allSatisfy { abs($0 - ($0 / .pi).rounded() * .pi) < 1e-3 })
        #expect(passages.sorted().elementsEqual((0...19).map { Double($0) }))
    }

    @Test(
        "The truth of a condition follows from the sides of what it compares",
        arguments: [
            "x > 0.3", "x <= 0.3 and y >= 1", "not (x < 0.3 or y != 1)", "if(x > 0, y > 1, y < 0.5)",
            "x == 2 or y == 1", "1 < 2 and x > 1", "abs(x) - 2 * abs(y - 0.5) < 0.1", "(x > 0.3) == (y < 1)",
            "1 - min(x, 3 * y, -x / 2) >= max(y, abs(x - y))", "if(x > y, abs(x), y) > 0.6", "-abs(min(x, y)) > -0.3",
        ])
    func sides(condition: String) throws {
        let expression = try FieldExpression(condition, fields: ["x", "y"])
        let truth = NumberEvaluator(expression)
        let comparisons = expression.comparisons().map { NumberEvaluator($0) }
        let numbers = [-2, -1, -0.3, -0.1, 0, 0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, .nan]
        var found: [[String]: Double] = [:]
        for x in numbers {
            for y in numbers {
                let sides = comparisons.map { comparison in
                    let value = comparison.value(of: [x, y], at: 0)
                    return value.isNaN ? "unknown" : value < 0 ? "near" : "far"
                }
                let value = truth.value(of: [x, y], at: 0)
                let holds = value.isNaN ? 0.5 : value
                #expect(found[sides] ?? holds == holds)
                found[sides] = holds
            }
        }
        #expect(found.count > 1)
    }
}
