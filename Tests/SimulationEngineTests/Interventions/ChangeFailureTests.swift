import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Changes to numbers that are not finite are refused, with their authors.
@Suite struct ChangeFailureTests {
    private final class Saboteur: NamedAuthor {
        let authorName = "kick-2"
    }

    private let saboteur = Saboteur()
    private let model = Motion([.init(x: 0, v: 1), .init(x: 5, v: 2)])
    private let simulation: Simulation<Motion>

    init() throws { simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5) }

    private func message(_ change: @escaping (Simulation<Motion>) throws -> Void) throws -> String? {
        let watcher = Watcher()
        watcher.observe(simulation.clock) { [unowned simulation] moment in
            if moment.step == 2 { try? change(simulation) }
        }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 5) }
        // The step after the change is not made.
        #expect(simulation.moment.step == 2)
        return error?.description
    }

    @Test("a node that is set or kicked is as it was, and the message names who did it, and its last good state")
    func nodes() throws {
        let expected = """
            kick-2 changes 'v' of node 1 to nan after step 2, at time 1.0, but must change it to a finite number; the last \
            good state of the node is x = 7.0, v = 2.0
            """
        let message = try message { [saboteur] in try $0.kick(node: 1, as: saboteur) { $0.v /= 0 * $0.v } }
        #expect(message == expected.replacing("nan", with: "inf"))
        #expect(model.nodeState(at: 1) == .init(x: 7, v: 2))
        simulation.nodes[1].state.set(.init(x: 7, v: .nan), as: saboteur)
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        #expect(error?.description == expected)
        // It is over with that: a refused change leaves no trace.
        try simulation.run(steps: 1)
        #expect(model.nodeState(at: 1) == .init(x: 8, v: 2))
    }

    @Test("a change of the whole model is named")
    func models() throws {
        let message = try message { $0.intervene("divide by nothing") { $0.state[0, 0] = 0.0 / 0 } }
        #expect(
            message == """
                an observer changes 'x' of node 0 (by 'divide by nothing') to nan after step 2, at time 1.0, but must change \
                it to a finite number
                """)
        // All of it is put back, and nobody hears of it.
        #expect(model.nodeState(at: 0) == .init(x: 1, v: 1))
        try simulation.run(steps: 1)
        #expect(model.nodeState(at: 0) == .init(x: 1.5, v: 1))
    }

    @Test("a change of the whole model puts back all numbers, and takes away the nodes that it has added")
    func allOfAModel() throws {
        let colony = try Simulation(ColonyModel([0, 10]), integrator: Breeding(), step: 1)
        colony.intervene("breed too fast", as: saboteur) { model in
            model.state[0, 1] = 7
            _ = try? model.addNode([.infinity], like: nil, name: nil)
        }
        let error = #expect(throws: SimulationError.self) { try colony.run(steps: 1) }
        #expect(error?.description.hasPrefix("kick-2 changes 'y' of node 2 (by 'breed too fast') to inf after") == true)
        #expect(colony.model.presentNodes == [0, 1])
        #expect(colony.model.numbers[..<2] == [0, 10])
    }

    /// dy/dt is the rate.
    private final class Growing: PlainModel {
        let parameters = ["rate"]
        let state = StateVector([0])
        var rate = 2.0

        func parameter(at index: Int) -> Double { rate }
        func setParameter(_ value: Double, at index: Int) { rate = value }

        func derivative(
            at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
        ) { derivative[0] = rate }
    }

    @Test("a parameter that a change of the whole model makes infinite is put back")
    func parametersOfAModel() throws {
        let growing = Growing()
        let simulation = try Simulation(growing, integrator: RungeKutta4(), step: 1)
        simulation.intervene("divide by nothing") { $0.rate /= 0 }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        let message = "an observer changes the parameter 'rate' (by 'divide by nothing') to inf after step 0"
        #expect(error?.description.hasPrefix(message) == true)
        try simulation.run(steps: 1)
        #expect(growing.numbers == [2])
    }

    @Test("a drive that begins with a number that is none does not begin")
    func drivesThatCannotBegin() throws {
        try simulation.drive("x", ofNode: 0, as: saboteur) { time in time == 0 ? .nan : time }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        let message = "kick-2 changes 'x' of node 0 (by 'drive x of node 0') to nan after step 0"
        #expect(error?.description.hasPrefix(message) == true)
        try simulation.run(steps: 1)
        #expect(model.nodeState(at: 0) == .init(x: 0.5, v: 1))
    }

    @Test(
        "an adaptive method that fails at its first step says so of the time at which it began",
        arguments: [ODEStepper.rkf45, .rk8pd, .msadams, .bsimp])
    func infiniteRates(stepper: ODEStepper) throws {
        let model = Equation([1]) { _, _ in .infinity }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8), initialStep: 0.1)
        let simulation = try Simulation(model, integrator: integrator, step: 0.5)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .derivativeNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        #expect((failure.time, failure.lastTime, failure.field) == (0, 0, "y"))
    }

    @Test("a drive that begins with a velocity that is none does not begin")
    func drivesThatAreTooFast() throws {
        try simulation.drive("x", ofNode: 0, as: saboteur) { time in time > 0 ? 1e308 : -1e308 }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        let message = "kick-2 changes 'v' of node 0 (by 'drive x of node 0') to "
        #expect(error?.description.hasPrefix(message) == true)
        try simulation.run(steps: 1)
        #expect(model.nodeState(at: 0) == .init(x: 0.5, v: 1))
    }

    @Test("a drive tells when it is not a number any more")
    func drives() throws {
        try simulation.drive("x", ofNode: 0, as: saboteur) { time in time < 1.2 ? time : .infinity }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 5) }
        #expect(error?.description.hasPrefix("kick-2 changes 'x' of node 0 to inf after step 2, at time 1.0") == true)
        #expect(simulation.moment.step == 2)
    }

    @Test("a new node is refused, and none is there")
    func births() throws {
        let colony = try Simulation(ColonyModel([0, 10]), integrator: Breeding(), step: 1)
        try colony.addNode([.nan], as: saboteur)
        let error = #expect(throws: SimulationError.self) { try colony.run(steps: 1) }
        #expect(
            error?.description
                == "kick-2 changes 'y' of a new node to nan after step 0, at time 0.0, but must change it to a finite number"
        )
        #expect(colony.model.presentNodes == [0, 1])
    }
}
