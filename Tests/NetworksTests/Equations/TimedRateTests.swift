import Foundation
import GSL
import Networks
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

/// What changes by the time alone is found by all methods of adaptive steps, however short it is and however long their steps are: between
/// pulses the state rests, and nothing that a method estimates tells of the next one.
@Suite struct TimedRateTests {
    private static let end = 100.0

    private final class Watcher: Observer { let receiver = Receiver() }

    private func run(
        _ rate: String, by stepper: ODEStepper, nodes: Int = 1, parameters: [String: [Double]] = [:], step: Double = 50,
        tolerance: Double = 1e-8, threads: Int = 1,
        _ change: (Simulation<EquationModel<SIMD2<Double>>>) throws -> Void = { _ in }
    ) throws -> [Double] {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("rest")],
            parameters: [EquationParameter("onset", 50), EquationParameter("height", 10)],
            rates: ["x": rate, "rest": "0"])
        let model = try EquationModel<SIMD2<Double>>(
            equations, on: Graph(vertexCount: nodes, edges: [(Int, Int)]()), parameters: parameters,
            threads: threads)
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
        let simulation = try Simulation(model, integrator: integrator, step: step)
        try change(simulation)
        try simulation.run(steps: Int(Self.end / step))
        return (0..<nodes).map { model.nodeState(at: $0).x }
    }

    /// The integrals over 100 of pulses whose edges are known.
    private static let integrals: [(rate: String, integral: Double)] = [
        ("if(time > onset and time < onset + 0.1, height, 0)", 1),
        ("if(mod(time, 20) < 0.1, height, 0)", 5),
        ("if(sin(time) > 0.99, 1, 0)", 16 * 2 * 0.14153947332442724),
        // 2 √(1 − c²) − c (π − 2 asin c) for each of sixteen crests.
        ("max(sin(time) - 0.95, 0)", 16 * (2 * 0.31224989991991997 - 0.95 * 2 * 0.3175604292915215)),
        ("floor(time / 30)", 120), ("abs(time - onset) / 50", 50),
    ]

    @Test("pulses, ramps and steps, in small systems and in large ones", arguments: ODEStepper.allCases, [1, 20])
    func integrals(stepper: ODEStepper, nodes: Int) throws {
        for (rate, integral) in Self.integrals {
            for number in try run(rate, by: stepper, nodes: nodes) {
                #expect(abs(number - integral) < 1e-5 * max(1, integral), "\(rate): \(number)")
            }
        }
    }

    /// Between kinks at whose ends rates are 0, at which some methods look alone. The last half wave of the first ends at 31π, of the second at
    /// 32π.
    @Test("arcs between kinks, at all tolerances", arguments: ODEStepper.allCases, [1e-6, 1e-8, 1e-9, 1e-10])
    func arcs(stepper: ODEStepper, tolerance: Double) throws {
        let rest = 1 - cos(100 - 31 * Double.pi)
        for (rate, integral) in [
            ("max(sin(time), 0)", 32), ("abs(sin(time))", 62 + rest),
            ("mod(time, 10) * (10 - mod(time, 10))", 5000 / 3),
            ("max(sin(time) - 0.95, 0)", Self.integrals[3].integral),
            ("if(mod(time, 20) < 1, sin(pi * mod(time, 20)), 0)", 10 / Double.pi),
        ] {
            let number = try run(rate, by: stepper, tolerance: tolerance)[0]
            #expect(abs(number - integral) < 1000 * tolerance * max(1, integral), "\(rate): \(number)")
        }
    }

    @Test(
        "rounding is no switch, and divisors that follow from parameters are exact",
        arguments: [ODEStepper.rkf45, .rk2])
    func rounding(stepper: ODEStepper) throws {
        for rate in ["min(sqrt(sin(time)^2 + cos(time)^2), 1)", "if(sqrt(time)^2 > time, 1, 1)"] {
            #expect(abs(try run(rate, by: stepper, tolerance: 1e-6)[0] - 100) < 1e-6, "\(rate)")
        }
        let periods = (0..<60).map { 5 + 0.05 * Double($0) }
        let numbers = try run(
            "if(mod(time, 2 * onset) < 0.125, 8, 0)", by: stepper, nodes: 60, parameters: ["onset": periods])
        for (period, number) in zip(periods, numbers) {
            let integral = stride(from: 0, to: Self.end, by: 2 * period).reduce(0) {
                $0 + 8 * min(Self.end - $1, 0.125)
            }
            #expect(abs(number - integral) < 1e-5, "\(period): \(number)")
        }
    }

    @Test("parameters of each node, and such as change during a run", arguments: [ODEStepper.rkf45, .msbdf])
    func parameters(stepper: ODEStepper) throws {
        let onsets = (0..<30).map { 10 + 2.5 * Double($0) }
        let pulse = "if(time > onset and time < onset + 0.125, height, 0)"
        for number in try run(pulse, by: stepper, nodes: 30, parameters: ["onset": onsets]) {
            #expect(abs(number - 1.25) < 1e-6)
        }
        let later = try run(pulse, by: stepper, step: 25) { simulation in
            try simulation.run(steps: 1)
            simulation.intervene("later") { $0.setParameter(60, at: 0) }
            try simulation.run(steps: 1)
            #expect(simulation.model.nodeState(at: 0).x == 0)
        }
        #expect(abs(later[0] - 1.25) < 1e-6)
    }

    @Test("parameters of very many nodes, their numbers and degrees", arguments: [ODEStepper.rkf45, .rk8pd, .msadams])
    func manyNodes(stepper: ODEStepper) throws {
        var generator = SeededGenerator(seed: 11)
        let onsets = (0..<300).map { _ in Double.random(in: 1..<99, using: &generator) }
        for (pulse, parameters) in [
            ("if(time > onset and time < onset + 0.125, height, 0)", ["onset": onsets]),
            ("if(mod(time + onset, 100) < 0.125, height, 0)", ["onset": onsets]),
            ("if(time > 3 + node / 4 and time < 3.125 + node / 4, height, 0)", [:]),
            ("if(abs(time - 50 - degree) < 0.0625, height, 0)", [:]),
        ] {
            for (node, number) in try run(pulse, by: stepper, nodes: 300, parameters: parameters, tolerance: 1e-6)
                .enumerated()
            {
                #expect(abs(number - 1.25) < 1e-5, "\(pulse), node \(node): \(number)")
            }
        }
    }

    @Test("what edges give at a time that follows from both of their ends", arguments: [ODEStepper.rkf45, .msadams])
    func edges(stepper: ODEStepper) throws {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("rest")], parameters: [EquationParameter("onset", 0)],
            edges: ["pull": .sum("if(abs(time - onset - from.onset - from.node) < 0.0625, 8, 0)")],
            rates: ["x": "pull", "rest": "0"])
        let onsets = (0..<12).map { 3 * Double($0) }
        for hasWeights in [false, true] {
            var columns = EdgeColumns(hasWeights: hasWeights)
            for source in 0..<12 { columns.append(source, (source + 5) % 12, weight: Double(source + 1)) }
            let graph = try Graph(vertexCount: 12, edges: columns, isDirected: true)
            let model = try EquationModel<SIMD2<Double>>(equations, on: graph, parameters: ["onset": onsets])
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-6, relative: 1e-6))
            try Simulation(model, integrator: integrator, step: 100).run(steps: 1)
            for source in 0..<12 {
                let target = (source + 5) % 12
                let number = model.nodeState(at: target).x
                #expect(abs(number - (hasWeights ? Double(source + 1) : 1)) < 1e-5, "\(source): \(number)")
            }
        }
    }

    @Test("conditions of splines and of angles", arguments: [ODEStepper.rkf45, .msbdf, .bsimp])
    func splinesAndAngles(stepper: ODEStepper) throws {
        // The natural spline through (0, 0), (50, 1) and (100, 0) is ½ at 50 ± 50 s with s³ − 3 s + 1 = 0 for s = 1 − t: s = 2 sin 10°.
        let half = 50 * 2 * sin(Double.pi / 18)
        for (rate, integral) in [
            ("if(abs(spline(time, 0, 0, 50, 1, 100, 0) - 0.5) < 1e-4, 1, 0)", nil),
            ("if(spline(time, 0, 0, 50, 1, 100, 0) > 0.5, 1, 0)", 100 - 2 * half),
            ("if(abs(atan2(sin(time), cos(time)) - 1) < 0.0625, 8, 0)", 16),
        ] as [(String, Double?)] {
            let number = try run(rate, by: stepper)[0]
            if let integral {
                #expect(abs(number - integral) < 1e-6 * integral, "\(rate): \(number)")
            } else {
                // Two short stretches, as long as the slope there says: 3 (1 − s²) ⁄ 100 to first order.
                let place = half / 50
                let slope = 3 * (1 - place * place) / 100
                #expect(abs(number - 2 * 2e-4 / slope) < 1e-4 * number, "\(rate): \(number), \(2 * 2e-4 / slope)")
            }
        }
    }

    /// Of peaks and steps that are smooth, nothing tells a method that rests before they begin.
    @Test(
        "smooth peaks and steps that begin while all rests", arguments: ODEStepper.allCases, [1e-4, 1e-8])
    func smoothPeaks(stepper: ODEStepper, tolerance: Double) throws {
        for (rate, integral) in [
            ("exp(-((time - onset) / 0.1)^2)", 0.1 * Double.pi.squareRoot()),
            ("exp(-((time - onset) / 2)^2)", 2 * Double.pi.squareRoot()),
            ("exp(-((time - onset) / 0.001)^2) + exp(-((time - 51) / 0.001)^2)", 0.002 * Double.pi.squareRoot()),
            ("height * exp(-((mod(time, 20) - 10) / 0.2)^2)", 10 * Double.pi.squareRoot()),
            ("1 / cosh((time - onset) / 0.01)", 0.01 * Double.pi),
            ("1 - tanh((time - 61) / 0.1)^2", 0.2),
            ("1 / (1 + exp(-100 * (time - 99.9)))", log(1 + exp(10)) / 100),
            // 20 e⁻⁵⁰ I₀(50) for each of five crests.
            ("exp(50 * (cos(pi * time / 10) - 1))", 5.656162664745416),
        ] {
            let number = try run(rate, by: stepper, tolerance: tolerance)[0]
            #expect(abs(number - integral) < 300 * tolerance * max(1, integral), "\(rate): \(number)")
        }
    }

    @Test("the bits are the same whatever the step, the threads and who looks", arguments: ODEStepper.allCases)
    func sameBits(stepper: ODEStepper) throws {
        let rate = "if(mod(time, 20) < 0.125, height, 0) + max(sin(time) - 0.9, 0) - 0.1 * x * x"
        let expected = try run(rate, by: stepper, nodes: 3)
        #expect(try run(rate, by: stepper, nodes: 3, step: 0.5) == expected)
        #expect(try run(rate, by: stepper, nodes: 3, threads: 2) == expected)
        let watcher = Watcher()
        var count = 0
        let watched = try run(rate, by: stepper, nodes: 3, step: 2.5) { simulation in
            watcher.observe(simulation.nodes[1].state) { _ in count += 1 }
            watcher.observe(try simulation.crossing(of: "x", ofNode: 2, level: 0.5)) { _ in count += 1 }
        }
        #expect(watched == expected && count > 40)
    }

    @Test("a pulse that something is driven by", arguments: ODEStepper.allCases) func drives(stepper: ODEStepper) throws
    {
        let equations = try Equations(
            variables: [VertexVariable("x"), VertexVariable("u")], rates: ["x": "u", "u": "0"])
        let model = try EquationModel<SIMD2<Double>>(equations, on: Graph(vertexCount: 1, edges: [(Int, Int)]()))
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8))
        let simulation = try Simulation(model, integrator: integrator, step: 50)
        try simulation.drive(
            "u", ofNode: 0, derivative: { _ in 0 },
            smoothStretch: { time, end in
                let next = [30, 30.25].first { $0 > time } ?? .infinity
                return SmoothStretch(end: min(next, end), endsAtSwitch: next <= end)
            }, { $0 >= 30 && $0 < 30.25 ? 2 : 0 })
        try simulation.run(steps: 1)
        #expect(abs(model.nodeState(at: 0).x - 0.5) < 1e-6)
    }
}
