import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// What is told of fields that turn several times within a step. Explicit methods integrate polynomials exactly over steps of any
/// length.
@Suite struct SeveralTurnsTests {
    let watcher = Watcher()

    /// A polynomial in time, by its coefficients, the constant one first.
    private struct Polynomial {
        var coefficients: [Double]

        func value(at time: Double) -> Double { coefficients.reversed().reduce(0) { $0 * time + $1 } }

        var derivative: Polynomial {
            Polynomial(coefficients: coefficients.indices.dropFirst().map { Double($0) * coefficients[$0] })
        }

        /// Its roots up to a time, the first of them where it comes from the side on which it begins; `nil` if it comes nearer to 0
        /// at an extremum than some distance.
        func roots(until end: Double, clearBy distance: Double) -> [Double]? {
            guard coefficients.count > 1 else { return [] }
            guard let turns = derivative.roots(until: end, clearBy: 0) else { return nil }
            let places = [0] + turns + [end]
            guard places.allSatisfy({ abs(value(at: $0)) > distance || distance == 0 }) else { return nil }
            return zip(places, places.dropFirst()).compactMap { low, high in
                guard (value(at: low) >= 0) != (value(at: high) >= 0) else { return nil }
                var (low, high) = (low, high)
                for _ in 0..<200 {
                    let middle = (low + high) / 2
                    if (value(at: middle) >= 0) == (value(at: high) >= 0) { high = middle } else { low = middle }
                }
                return high
            }
        }
    }

    /// The product of (t − r)/s for some r, with turns inside of the run.
    private func polynomial(degree: Int, until end: Double, by generator: RandomGenerator) throws -> Polynomial {
        var coefficients = [1.0]
        for _ in 0..<degree {
            let root = end * generator.uniform(in: 0..<1)
            var product = [Double](repeating: 0, count: coefficients.count + 1)
            for (power, coefficient) in coefficients.enumerated() {
                product[power + 1] += coefficient * 10 / end
                product[power] -= coefficient * root * 10 / end
            }
            coefficients = product
        }
        return Polynomial(coefficients: coefficients)
    }

    @Test(
        "All crossings, and the first passage, of polynomials are found in steps in which they turn several times",
        arguments: [ODEStepper.rk4, .rkf45, .rkck, .rk8pd], 3...6)
    func polynomials(stepper: ODEStepper, degree: Int) throws {
        let end = 32.0
        let generator = try RandomGenerator(key: (71, UInt64(degree)))
        var (turned, longSteps) = (0, 0)
        for _ in 0..<12 {
            let polynomial = try polynomial(degree: degree, until: end, by: generator)
            let slope = polynomial.derivative
            let offsets = [0, 0.3, -0.3, 2, -2].map { $0 * generator.uniform(in: 0..<1) }
            let model = Equation(offsets.map { polynomial.value(at: 0) + $0 }) { time, _ in slope.value(at: time) }
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-5, relative: 0))
            let simulation = try Simulation(model, integrator: integrator, step: end)
            var (single, group) = (offsets.map { _ in [Double]() }, offsets.map { _ in [Double]() })
            for node in offsets.indices {
                watcher.observe(try simulation.crossing(of: "y", ofNode: node, level: 0)) {
                    single[node].append($0.time)
                }
            }
            watcher.observe(try simulation.crossings(of: "y", ofNodes: Array(offsets.indices), level: 0)) {
                group[$0.node ?? 0].append($0.time)
            }
            let passages = (
                try simulation.firstPassages(of: "y", level: 0, .upwards),
                try simulation.firstPassages(of: "y", level: 0, .downwards)
            )
            try simulation.run(until: end)
            watcher.stopObserving()
            for (node, offset) in offsets.enumerated() {
                var moved = polynomial
                moved.coefficients[0] += offset
                guard let exact = moved.roots(until: end, clearBy: 0.01) else { continue }
                if exact.count > 2 { turned += 1 }
                #expect(single[node].count == exact.count)
                #expect(zip(single[node], exact).allSatisfy { abs($0 - $1) < 0.02 })
                #expect(group[node].count == exact.count)
                #expect(zip(group[node], exact).allSatisfy { abs($0 - $1) < 0.02 })
                // One of both has passed at time 0.
                let passage = max(passages.0.times[node], passages.1.times[node])
                if let first = exact.first { #expect(abs(passage - first) < 0.02) }
            }
            if integrator.acceptedSteps < 16 { longSteps += 1 }
        }
        #expect(turned > 10)
        #expect(longSteps > 0 || degree > 4)
    }

    /// Steps follow from the numbers that the method moves, which stay where they are here.
    @Test(
        "What is driven is found however often it turns in a step",
        arguments: [ODEStepper.rkf45, .rk8pd, .msadams, .msbdf, .rk4imp, .bsimp])
    func driven(stepper: ODEStepper) throws {
        let model = Equation([0, 0.25, 0.5]) { _, _ in 0 }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-6, relative: 1e-6))
        let simulation = try Simulation(model, integrator: integrator, step: 20)
        // Turns to 1 at (1/2 + 2 k) π/3.
        try simulation.drive("y", ofNode: 1) { sin(3 * $0) }
        var (single, group): ([Double], [Double]) = ([], [])
        watcher.observe(try simulation.crossing(of: "y", ofNode: 1, level: 0.9)) { single.append($0.time) }
        watcher.observe(try simulation.crossings(of: "y", ofNodes: [0, 1, 2], level: 0.9)) { group.append($0.time) }
        let passages = try simulation.firstPassages(of: "y", level: 0.9)
        try simulation.run(until: 20)
        var exact: [Double] = []
        for turn in 0..<20 {
            let begun = 2 * Double.pi * Double(turn)
            exact += [(begun + asin(0.9)) / 3, (begun + .pi - asin(0.9)) / 3]
        }
        exact.removeAll { $0 >= 20 }
        for times in [single, group] {
            #expect(times.count == exact.count)
            #expect(zip(times, exact).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        #expect(abs(passages.times[1] - exact[0]) < 1e-9)
        #expect(passages.times[0].isNaN && passages.times[2].isNaN)
    }
}
