import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Times of crossings against closed forms.
@Suite struct CrossingTimeTests {
    let watcher = Watcher()

    private func precise<Model: DifferentialEquations>(_ model: Model) throws -> AdaptiveIntegrator<Model> {
        try AdaptiveIntegrator(model, stepper: .rk8pd, control: .state(absolute: 1e-14, relative: 1e-14))
    }

    /// With a gravity of 2 and a height of 1 the ball reaches the ground after 1 at a speed of 2. If each impact leaves
    /// a fraction e of the speed, impact n + 1 is at 1 + 2 (e + e² + … + eⁿ).
    @Test(arguments: [1, 0.7, 0.5])
    func aBallBounces(restitution: Double) throws {
        let simulation = try Simulation(Motion.falling(from: 1), integrator: Leapfrog(), step: 0.2)
        let end = restitution == 1 ? 20 : restitution == 0.7 ? 5 : 2.8
        var times: [Double] = []
        let ground = try simulation.crossing(of: "x", ofNode: 0, level: 0, .downwards)
        watcher.observe(ground) { [unowned simulation, watcher] crossing in
            times.append(crossing.time)
            let state = simulation.nodes[0].state
            #expect(abs(state.value.x) < 1e-11)
            #expect(simulation.moment.time == crossing.time)
            state.set(Motion.State(x: 0, v: -restitution * state.value.v), as: watcher)
        }
        try simulation.run(until: end)
        #expect(times.count >= 4)
        var expected = 1.0
        for (index, time) in times.enumerated() {
            #expect(abs(time - expected) < 1e-10)
            expected += 2 * pow(restitution, Double(index + 1))
        }
        #expect(expected > end)
    }

    /// With a fraction of 1/2, three impacts fall into the step from 1.4 to 2.8.
    @Test func severalBouncesInOneStepAreToldInOrder() throws {
        let simulation = try Simulation(Motion.falling(from: 1), integrator: Leapfrog(), step: 1.4)
        var times: [Double] = []
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0, .downwards)) { [unowned simulation] in
            times.append($0.time)
            simulation.nodes[0].state.value.v *= -0.5
        }
        try simulation.run(steps: 2)
        let expected = [1, 2, 2.5, 2.75]
        #expect(times.count == 4)
        for (time, expected) in zip(times, expected) { #expect(abs(time - expected) < 1e-10) }
    }

    @Test func endlessBouncesEndTheRunWithAnError() throws {
        let simulation = try Simulation(Motion.falling(from: 1), integrator: Leapfrog(), step: 3.5)
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0, .downwards)) { [unowned simulation] _ in
            simulation.nodes[0].state.value = Motion.State(x: 0, v: simulation.nodes[0].state.value.v * -0.5)
        }
        let error = #expect(throws: (any Error).self) { try simulation.run(steps: 1) }
        #expect("\(try #require(error))".contains("'x' of node 0"))
    }

    /// The period is 2π / agm(1, cos(θ/2)) with the amplitude θ.
    @Test func aPendulumSwingsWithItsPeriod() throws {
        let amplitude = 2.0
        let model = Pendulums(angles: [amplitude], velocities: [0])
        let simulation = try Simulation(model, integrator: precise(model), step: 0.5)
        var (mean, geometric) = (1.0, cos(amplitude / 2))
        for _ in 0..<10 { (mean, geometric) = ((mean + geometric) / 2, (mean * geometric).squareRoot()) }
        let period = 2 * Double.pi / mean
        var crossings: [Crossing] = []
        watcher.observe(try simulation.crossing(of: "y", ofNode: 0, level: 0)) { crossings.append($0) }
        try simulation.run(until: 50)
        #expect(crossings.count == 12)
        for (index, crossing) in crossings.enumerated() {
            #expect(crossing.direction == (index.isMultiple(of: 2) ? .downwards : .upwards))
            #expect(abs(crossing.time - period * (0.25 + 0.5 * Double(index))) < 1e-10)
        }
    }

    /// A planet in an orbit with the eccentricity 1/2 and the period 2π, which begins farthest from the sun.
    @Test func aPlanetPassesItsPeriapsis() throws {
        let model = Planet(x: 1.5, vy: (1.0 / 3).squareRoot())
        let simulation = try Simulation(model, integrator: precise(model), step: 0.7)
        let approach = try simulation.crossing(of: "radial velocity", level: 0, .upwards) { $0.model.radialVelocity }
        var times: [Double] = []
        watcher.observe(approach) { times.append($0.time) }
        try simulation.run(until: 35)
        #expect(times.count == 6)
        for (index, time) in times.enumerated() {
            #expect(abs(time - .pi * Double(2 * index + 1)) < 1e-10)
        }
    }

    /// sin t is above 1 − 10⁻⁸ for 2.8 · 10⁻⁴ only, in the middle of a step.
    @Test func aGrazingCrossingIsFound() throws {
        for (level, count) in [(1 - 1e-8, 2), (1 + 1e-8, 0)] {
            let model = Motion.oscillating([1])
            let simulation = try Simulation(model, integrator: precise(model), step: 0.5)
            var crossings: [Crossing] = []
            watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: level)) { crossings.append($0) }
            try simulation.run(until: 5)
            #expect(crossings.map(\.direction) == [.upwards, .downwards].dropLast(2 - count))
            guard count == 2 else { continue }
            // The root's own error is that of the number over its slope, 1.4 · 10⁻⁴.
            #expect(abs(crossings[0].time - asin(level)) < 1e-9)
            #expect(abs(crossings[1].time - (.pi - asin(level))) < 1e-9)
        }
    }

    @Test func aCrossingExactlyOnAStepIsToldOnce() throws {
        let model = Motion([.init(x: -3, v: 1)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        var crossings: [Crossing] = []
        watcher.observe(try simulation.crossing(of: "x", ofNode: 0, level: 0)) { crossings.append($0) }
        try simulation.run(until: 6)
        #expect(crossings == [Crossing(time: 3, node: 0, direction: .upwards)])
    }

    @Test func crossingsOfOneStepComeInTheOrderOfTheirTimes() throws {
        let model = Motion([.init(x: 0, v: 1), .init(x: 0, v: 3), .init(x: 1, v: -1)])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        for (node, level) in [(0, 0.9), (1, 0.6), (2, 0.5), (1, 2.7)] {
            watcher.observe(try simulation.crossing(of: "x", ofNode: node, level: level)) { [watcher] in
                watcher.note("\(node) \(level) \(($0.time * 1e9).rounded() / 1e9)")
            }
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["1 0.6 0.2", "2 0.5 0.5", "0 0.9 0.9", "1 2.7 0.9"])
    }

    @Test func anyNodeOfAGroup() throws {
        let frequencies = (1...20).map { 0.1 * Double($0) }
        let model = Motion.oscillating(frequencies)
        let simulation = try Simulation(model, integrator: precise(model), step: 0.5)
        var crossings: [Crossing] = []
        let group = try simulation.crossings(of: "x", ofNodes: Array(0..<20), level: 0.5, .upwards)
        watcher.observe(group) { crossings.append($0) }
        try simulation.run(until: 10)
        var expected: [(time: Double, node: Int)] = []
        for (node, frequency) in frequencies.enumerated() {
            for turn in 0..<5 {
                let time = (Double.pi / 6 + 2 * Double.pi * Double(turn)) / frequency
                if time < 10 { expected.append((time, node)) }
            }
        }
        expected.sort { $0.time < $1.time }
        #expect(crossings.map(\.node) == expected.map { $0.node })
        for (crossing, expected) in zip(crossings, expected) { #expect(abs(crossing.time - expected.time) < 1e-10) }
    }

    @Test func withoutStatesInsideOfStepsTimesAreInterpolated() throws {
        let simulation = try counting([0], step: 2)
        var crossings: [Crossing] = []
        watcher.observe(try simulation.crossing(of: "number", ofNode: 0, level: 2.5)) { crossings.append($0) }
        try simulation.run(steps: 5)
        #expect(crossings == [Crossing(time: 5, node: 0, direction: .upwards)])
    }
}

/// A planet around a sun of the mass 1 in a plane.
private final class Planet: PlainModel, SecondOrderEquations {
    let fields = ["x", "y", "vx", "vy"]
    let state = StateVector(columnCount: 4, rowCount: 1)

    init(x: Double, vy: Double) {
        state[0, 0] = x
        state[3, 0] = vy
    }

    func accelerations(at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>) {
        let distance = (positions[0] * positions[0] + positions[1] * positions[1]).squareRoot()
        for axis in 0..<2 { accelerations[axis] = -positions[axis] / (distance * distance * distance) }
    }

    var radialVelocity: Double { state[0, 0] * state[2, 0] + state[1, 0] * state[3, 0] }
}
