import EngineTestSupport
import GSL
import SimulationEngine
import TestSupport
import Testing

extension Motion: Resumable {}
extension Diffusion: Resumable {}
extension ThermalNodes: Resumable {}

@Suite("Checkpoints of integrators")
struct IntegratorCheckpointTests {
    enum SecondOrder: CaseIterable {
        case leapfrog, yoshida4, rungeKutta4

        var integrator: any Integrator<Motion> {
            switch self {
            case .leapfrog: Leapfrog()
            case .yoshida4: Yoshida4()
            case .rungeKutta4: RungeKutta4()
            }
        }
    }

    static func pendulums() -> Motion {
        Motion([.init(x: 0.3, v: 1), .init(x: -1, v: 0.1), .init(x: 2, v: 0)]) { x, node in
            -Double(node + 1) * x + 0.3 * x * x * x
        }
    }

    @Test("methods of fixed step go on to the last bit", arguments: SecondOrder.allCases)
    func fixed(method: SecondOrder) throws {
        try expectSameWhenInterrupted(steps: 40, at: [0, 1, 17, 40]) {
            try Simulation(Self.pendulums(), integrator: method.integrator, step: 0.05)
        }
    }

    @Test("what is pinned and driven goes on being so, and is released", arguments: SecondOrder.allCases)
    func held(method: SecondOrder) throws {
        try expectSameWhenInterrupted(steps: 40, at: [0, 1, 17]) {
            let simulation = try Simulation(Self.pendulums(), integrator: method.integrator, step: 0.05)
            try simulation.pin(nodes: [1])
            try simulation.drive("x", ofNode: 2) { 2 - $0 * $0 }
            return simulation
        }
    }

    @Test("the state is changed at rest: what was computed before is not gone on with", arguments: SecondOrder.allCases)
    func changed(method: SecondOrder) throws {
        let make = { try Simulation(Self.pendulums(), integrator: method.integrator, step: 0.05) }
        let (first, second) = (try make(), try make())
        try first.run(steps: 10)
        first.nodes[0].state.value.x = 0.7
        try second.resume(from: try first.checkpoint())
        try first.run(steps: 10)
        try second.run(steps: 10)
        #expect(first.bits == second.bits)
    }

    @Test(
        "adaptive one-step methods go on to the last bit, in the middle of a step of theirs",
        arguments: ODEStepper.allCases.filter { $0 != .msadams && $0 != .msbdf }, [1e-3, 1e-9])
    func adaptive(stepper: ODEStepper, tolerance: Double) throws {
        try expectSameWhenInterrupted(steps: 30, at: [0, 1, 13, 30]) {
            let model = Self.pendulums()
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
            return try Simulation(model, integrator: integrator, step: 0.07)
        }
    }

    @Test("a branch goes on to the last bit, with what is pinned and driven", arguments: SecondOrder.allCases)
    func branches(method: SecondOrder) throws {
        try expectSameWhenBranched(steps: 40, at: [0, 1, 17]) {
            let simulation = try Simulation(Self.pendulums(), integrator: method.integrator, step: 0.05)
            try simulation.pin(nodes: [1])
            try simulation.drive("x", ofNode: 2) { 2 - $0 * $0 }
            return simulation
        }
    }

    @Test("a branch of an adaptive method begins within a step", arguments: [ODEStepper.rkf45, .rk8pd, .bsimp])
    func adaptiveBranches(stepper: ODEStepper) throws {
        try expectSameWhenBranched(steps: 30, at: [0, 1, 13, 30]) {
            let model = Self.pendulums()
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-6, relative: 1e-6))
            return try Simulation(model, integrator: integrator, step: 0.07)
        }
    }

    @Test("what is changed in a branch leaves the other as it is, which is told of nothing")
    func changedBranch() throws {
        let make = { try Simulation(Self.pendulums(), integrator: Leapfrog(), step: 0.05) }
        let (first, watcher) = (try make(), Watcher())
        try first.drive("x", ofNode: 2) { 2 - $0 * $0 }.release()
        let hold = try first.drive("x", ofNode: 2) { 2 - $0 * $0 }
        try first.run(steps: 20)
        let second = try first.branched(into: make())
        var updates = 0
        watcher.observe(second.nodes[0].state) { _ in updates += 1 }
        second.nodes[0].state.value.x = 0.9
        hold.release()
        let third = try first.branched(into: make())
        for simulation in [first, second, third] { try simulation.run(steps: 20) }
        #expect(updates == 21)
        #expect(second.nodes[0].state.value != first.nodes[0].state.value)
        #expect(second.nodes[2].state.value.x == 2 - 4)
        #expect(first.nodes[2].state.value.x != 2 - 4)
        #expect(third.bits == first.bits)
        #expect(throws: CheckpointError.alreadyBegun) { try first.branched(into: third) }
    }

    @Test("the numbers of steps that were taken and rejected go on")
    func counts() throws {
        let make = {
            let model = Self.pendulums()
            let integrator = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-8, relative: 0), initialStep: 1)
            return (integrator, try Simulation(model, integrator: integrator, step: 0.5))
        }
        let (first, second) = (try make(), try make())
        try first.1.run(steps: 5)
        try second.1.resume(from: try first.1.checkpoint())
        try first.1.run(steps: 5)
        try second.1.run(steps: 5)
        #expect(first.0.rejectedSteps > 0)
        #expect(second.0.acceptedSteps == first.0.acceptedSteps)
        #expect(second.0.rejectedSteps == first.0.rejectedSteps)
    }

    @Test("multistep methods are refused, with one that is not", arguments: [ODEStepper.msadams, .msbdf])
    func multistep(stepper: ODEStepper) throws {
        let model = Self.pendulums()
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-6, relative: 0))
        let simulation = try Simulation(model, integrator: integrator, step: 0.1)
        let other = stepper == .msadams ? "rk8pd" : "bsimp"
        let error = #expect(throws: CheckpointError.self) { try simulation.checkpoint() }
        #expect(
            error?.description
                == "the multistep method '\(stepper.rawValue)' (use '\(other)' instead) keeps a state that "
                + "cannot be stored, so that a run with it cannot go on from a checkpoint")
    }

    enum Stochastic: CaseIterable {
        case eulerMaruyama, heun, milstein

        func integrator(_ streams: RandomStreams) -> any Integrator<Diffusion> {
            switch self {
            case .eulerMaruyama: EulerMaruyama(streams: streams)
            case .heun: StochasticHeun(streams: streams)
            case .milstein: Milstein(streams: streams)
            }
        }
    }

    @Test("noise goes on where it was", arguments: Stochastic.allCases)
    func stochastic(method: Stochastic) throws {
        try expectSameWhenInterrupted(steps: 30, at: [0, 1, 13]) {
            try Simulation(
                Diffusion(count: 7, drift: 0.1, strength: 0.4),
                integrator: method.integrator(try RandomStreams(seed: 5)), step: 0.1)
        }
    }

    enum Thermostat: CaseIterable {
        case langevin, brownian, noseHoover, berendsen

        func integrator(for model: ThermalNodes) throws -> any Integrator<ThermalNodes> {
            let streams = try RandomStreams(seed: 3)
            return switch self {
            case .langevin: try LangevinIntegrator(model, temperature: 0.8, friction: 1, streams: streams)
            case .brownian: try BrownianIntegrator(model, temperature: 0.8, friction: 5, streams: streams)
            case .noseHoover: try NoseHooverChain(model, temperature: 0.8, relaxationTime: 0.5)
            case .berendsen: try BerendsenThermostat(model, temperature: 0.8, relaxationTime: 0.5)
            }
        }
    }

    @Test("thermostats go on, and so does what they have taken up", arguments: Thermostat.allCases)
    func thermostat(method: Thermostat) throws {
        try expectSameWhenInterrupted(steps: 30, at: [0, 1, 13]) {
            let model = ThermalNodes(count: 5, axes: 2) { -$0 - $0 * $0 * $0 }
            try model.draw(positionDeviation: 0.5, velocityDeviation: 1, seed: 2)
            return try Simulation(model, integrator: method.integrator(for: model), step: 0.05)
        }
        let model = ThermalNodes(count: 5, axes: 2) { -$0 }
        try model.draw(positionDeviation: 0.5, velocityDeviation: 1, seed: 2)
        let make = { (model: ThermalNodes) in
            try Simulation(model, integrator: method.integrator(for: model), step: 0.05)
        }
        let simulation = try make(model)
        try simulation.run(steps: 9)
        let other = ThermalNodes(count: 5, axes: 2) { -$0 }
        try make(other).resume(from: try simulation.checkpoint())
        #expect(other.bath.chain == model.bath.chain)
        #expect(other.bath.energy.bitPattern == model.bath.energy.bitPattern)
        #expect(other.bath.exchangesMomentum == model.bath.exchangesMomentum)
    }

    /// An integrator of somebody who has not thought of checkpoints.
    final class Foreign: Integrator {
        func advance(_ model: Motion, from start: Double, to end: Double) {}
        func stateWasChanged() {}
    }

    @Test("what does not say how it goes on is refused, by its name")
    func foreign() throws {
        let simulation = try Simulation(Self.pendulums(), integrator: Foreign(), step: 1)
        #expect(throws: CheckpointError.notResumable(what: "the integrator Foreign")) { try simulation.checkpoint() }
        #expect(throws: CheckpointError.notResumable(what: "the model CountingModel")) { try counting().checkpoint() }
    }
}
