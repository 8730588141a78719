import EngineTestSupport
import Foundation
import GSL
import SimulationEngine
import Testing

@Suite("What is driven follows its function") struct DriveTests {
    private func drive(
        _ method: HeldMethod, step: Double, until end: Double = 4, tolerance: Double = 1e-9, _ field: String = "x"
    ) throws -> Coupled {
        let model = Coupled()
        let integrator = try method.integrator(of: model, tolerance: tolerance)
        let simulation = try Simulation(model, integrator: integrator, step: step)
        if field == "x" {
            try simulation.drive("x", ofNode: 1, derivative: { 2 * cos(2 * $0) }) { sin(2 * $0) }
        } else {
            try simulation.drive("v", ofNode: 1, derivative: { -4 * sin(2 * $0) }) { 2 * cos(2 * $0) }
        }
        try simulation.run(until: end)
        return model
    }

    private static let ordersOfMethods: [(HeldMethod, Double)] = [
        (.rungeKutta4, 4), (.leapfrog, 2), (.yoshida4, 4), (.langevin, 2), (.noseHoover, 2), (.berendsen, 2),
    ]

    @Test("methods of fixed step keep their order", arguments: ordersOfMethods)
    func fixedSteps(method: HeldMethod, order: Double) throws {
        let errors = try [0.08, 0.04, 0.02].map { step in
            let model = try drive(method, step: step)
            #expect(model.state[0, 1] == sin(8) && model.state[1, 1] == 2 * cos(8))
            return abs(model.state[0, 0] - Coupled.driven(at: 4))
        }
        for found in orders(ofErrors: errors) { #expect(abs(found - order) < 0.2, "\(errors)") }
    }

    @Test("so they do where a velocity is driven, whose coordinate moves by it", arguments: ordersOfMethods)
    func velocities(method: HeldMethod, order: Double) throws {
        let errors = try [0.08, 0.04, 0.02].map { step in
            let model = try drive(method, step: step, "v")
            #expect(model.state[1, 1] == 2 * cos(8))
            return abs(model.state[0, 0] - Coupled.driven(at: 4)) + abs(model.state[0, 1] - sin(8))
        }
        for found in orders(ofErrors: errors) { #expect(abs(found - order) < 0.2, "\(errors)") }
    }

    @Test(
        "adaptive methods keep their tolerance, and go the same way wherever one looks",
        arguments: HeldMethod.allCases.filter(\.isAdaptive))
    func tolerances(method: HeldMethod) throws {
        // The same with the function in the equations, which shows what the method makes of its tolerance.
        let forced = Forced()
        let simulation = try Simulation(forced, integrator: try method.integrator(of: forced), step: 4)
        try simulation.run(steps: 1)
        let usual = abs(forced.state[0, 0] - Coupled.driven(at: 4))
        let models = try [4, 2, 0.5, 0.1].map { try drive(method, step: $0) }
        for model in models {
            let error = abs(model.state[0, 0] - Coupled.driven(at: 4))
            #expect(error < 3 * usual + 1e-8, "\(error), but \(usual) without a drive")
            #expect(model.state[0, 1] == sin(8) && model.state[1, 1] == 2 * cos(8))
            #expect(model.bits == models[0].bits)
        }
        let exact = try drive(.rk8pd, step: 4, tolerance: 1e-13)
        #expect(abs(exact.state[0, 0] - Coupled.driven(at: 4)) < 1e-11)
    }

    @Test("Brownian motion follows what drives it, to first order")
    func brownian() throws {
        let errors = try [0.02, 0.01, 0.005].map { step in
            abs(try drive(.brownian, step: step).state[0, 0] - Follower.driven(at: 4))
        }
        for order in orders(ofErrors: errors) { #expect(abs(order - 1) < 0.1) }
    }

    @Test("stochastic methods keep their orders without noise, and what is driven has none", arguments: 0..<3)
    func stochastic(method: Int) throws {
        func follower(step: Double, strength: Double) throws -> Follower {
            let streams = try RandomStreams(seed: 3)
            let integrators: [any Integrator<Follower>] = [
                EulerMaruyama(streams: streams), Milstein(streams: streams), StochasticHeun(streams: streams),
            ]
            let model = Follower(strength: strength)
            let simulation = try Simulation(model, integrator: integrators[method], step: step)
            try simulation.drive("y", ofNode: 1) { sin(2 * $0) }
            try simulation.run(until: 4)
            #expect(model.state[0, 1] == sin(8))
            return model
        }
        let errors = try [0.04, 0.02, 0.01].map { step in
            abs(try follower(step: step, strength: 0).state[0, 0] - Follower.driven(at: 4))
        }
        for order in orders(ofErrors: errors) { #expect(abs(order - (method == 2 ? 2 : 1)) < 0.1, "\(errors)") }
        #expect(try follower(step: 0.04, strength: 1).state[0, 0] != follower(step: 0.04, strength: 0).state[0, 0])
    }

    @Test("the velocity is the derivative at each moment, also when it is released", arguments: HeldMethod.allCases)
    func velocity(method: HeldMethod) throws {
        let model = Coupled()
        let integrator = try method.integrator(of: model)
        let simulation = try Simulation(model, integrator: integrator, step: 0.25)
        let hold = try simulation.drive("x", ofNode: 1, derivative: { 2 * $0 }) { $0 * $0 }
        for step in 1...4 {
            try simulation.run(steps: 1)
            let time = Double(step) * 0.25
            #expect(model.state[0, 1] == time * time && model.state[1, 1] == 2 * time)
        }
        hold.release()
        #expect(model.state[1, 1] == 2)
        try simulation.run(steps: 4)
        // Brownian motion does not know of velocities.
        #expect(abs(model.state[0, 1] - (method == .brownian ? 1 : 3)) < 1e-8)
    }

    @Test(
        "a derivative that is not given is found by differences, whatever the time scale",
        arguments: [1e-15, 1e-3, 1, 1e6], [1 / 16, 1, 64] as [Double])
    func differences(scale: Double, step: Double) throws {
        for phase in [0, 0.3, 1.1, 40] {
            let model = Coupled()
            let simulation = try Simulation(model, integrator: RungeKutta4(), step: step * scale)
            try simulation.run(steps: 1)
            let start = simulation.moment.time
            try simulation.drive("x", ofNode: 1) { 3 + sin(phase + ($0 - start) / scale) }
            let velocity = model.state[1, 1] * scale
            #expect(abs(velocity - cos(phase)) < 2e-11, "\(velocity) instead of \(cos(phase))")
        }
    }

    @Test("a derivative by differences does not see a jump that is far away, nor a kink")
    func kinks() throws {
        let model = Coupled()
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        try simulation.drive("x", ofNode: 1) { $0 < 1.25 ? $0 * $0 : .infinity }
        try simulation.run(until: 1)
        #expect(abs(model.state[1, 1] - 2) < 1e-10)
        #expect(throws: SimulationError.self) { try simulation.run(until: 2) }
        try simulation.drive("x", ofNode: 0) { abs($0 - 1.125) }
        #expect(abs(model.state[1, 0] + 1) < 1e-12)
    }

    @Test("of two drives the later counts; then the earlier takes over again with its own velocity")
    func takingOver() throws {
        for method in HeldMethod.allCases {
            let model = Coupled()
            let integrator = try method.integrator(of: model)
            let simulation = try Simulation(model, integrator: integrator, step: 0.5)
            try simulation.drive("x", ofNode: 1, derivative: { _ in 3 }) { 3 * $0 }
            let later = try simulation.drive("x", ofNode: 1, derivative: { _ in 0 }) { _ in 100 }
            try simulation.run(until: 1)
            #expect(model.nodeState(at: 1) == [100, 0])
            later.release()
            #expect(model.nodeState(at: 1) == [3, 3])
            try simulation.run(until: 2)
            #expect(model.nodeState(at: 1) == [6, 3])
        }
    }

    @Test("who holds a position holds its velocity")
    func positionsGoFirst() throws {
        let model = Coupled(v: [0, 1])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5)
        let position = try simulation.drive("x", ofNode: 1, derivative: { _ in 3 }) { 3 * $0 }
        try simulation.drive("v", ofNode: 1, derivative: { _ in 0 }) { _ in -2 }
        try simulation.run(until: 1)
        #expect(model.nodeState(at: 1) == [3, 3])
        position.release()
        #expect(model.nodeState(at: 1) == [3, -2])
        try simulation.run(until: 2)
        #expect(model.nodeState(at: 1) == [1, -2])
        try simulation.pin(nodes: [1], fields: ["x"])
        try simulation.run(until: 3)
        #expect(model.nodeState(at: 1) == [1, 0])
    }

    @Test("crossings inside of steps see what is driven where it is at their times", arguments: HeldMethod.allCases)
    func crossings(method: HeldMethod) throws {
        let model = Coupled()
        let integrator = try method.integrator(of: model)
        let simulation = try Simulation(model, integrator: integrator, step: 0.5)
        try simulation.drive("x", ofNode: 1, derivative: { 3 * $0 * $0 }) { $0 * $0 * $0 }
        let crossing = try simulation.crossing(of: "x", ofNode: 1, level: 0.3)
        let watcher = Watcher()
        var told: [(time: Double, velocity: Double)] = []
        watcher.observe(crossing) { told.append(($0.time, model.state[1, 1])) }
        try simulation.run(until: 2)
        #expect(told.count == 1)
        let time = cbrt(0.3)
        // Brownian motion is not known inside of steps, so that times are interpolated.
        guard method != .brownian, let first = told.first else { return }
        #expect(abs(first.time - time) < 1e-11 && abs(first.velocity - 3 * time * time) < 1e-10)
    }

    @Test("a run that goes on from a checkpoint drives on as before", arguments: HeldMethod.allCases)
    func checkpoints(method: HeldMethod) throws {
        guard method != .msadams, method != .msbdf else { return }
        func make() throws -> Simulation<Coupled> {
            let model = Coupled(x: [0.3, 0], v: [0, 1])
            return try Simulation(model, integrator: try method.integrator(of: model, temperature: 0.5), step: 0.25)
        }
        let path = { (time: Double) in sin(time) }
        let first = try make()
        try first.run(steps: 3)
        let drive = try first.drive("x", ofNode: 1, derivative: cos, path)
        try first.run(steps: 2)
        let archive = StateArchive()
        try drive.archiveState(in: archive)
        let bytes = try first.checkpoint()
        let second = try make()
        let resumed = try second.resumeDrive("x", ofNode: 1, derivative: cos, path)
        try resumed.archiveState(in: StateArchive(reading: archive.contents))
        try second.resume(from: bytes)
        for (simulation, hold) in [(first, drive), (second, resumed)] {
            try simulation.run(steps: 3)
            let state = simulation.model.nodeState(at: 1)
            #expect(state == [sin(2.0), cos(2.0)])
            hold.release()
            try simulation.run(steps: 3)
        }
        #expect(first.model.bits == second.model.bits)
    }
}
