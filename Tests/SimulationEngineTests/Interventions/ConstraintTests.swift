import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// What is pinned and driven.
@Suite struct ConstraintTests {
    private static var integrators: [(Motion) throws -> any Integrator<Motion>] {
        [
            { _ in RungeKutta4() }, { _ in Leapfrog() },
            { try AdaptiveIntegrator($0, stepper: .rk8pd, control: .state(absolute: 1e-12, relative: 1e-12)) },
        ]
    }

    @Test(arguments: 0..<3) func whatIsPinnedStaysAndIsFreeAgain(integrator: Int) throws {
        let model = Motion.oscillating([1, 2])
        let simulation = try Simulation(model, integrator: Self.integrators[integrator](model), step: 0.01)
        try simulation.run(until: 0.5)
        let x = model.state[0, 0]
        let hold = try simulation.pin(nodes: [0], fields: ["x"])
        try simulation.run(until: 2)
        #expect(model.state[0, 0] == x)
        #expect(model.state[1, 0] == 0)
        #expect(abs(model.state[0, 1] - sin(4)) < 1e-3)
        hold.release()
        hold.release()
        try simulation.run(until: 3)
        #expect(abs(model.state[0, 0] - x * cos(1)) < 1e-4)
    }

    @Test("What is pinned twice stays until both holds are released, and all of a moving particle rests")
    func overlappingPins() throws {
        let model = Motion.oscillating([1, 2, 3])
        let simulation = try Simulation(model, integrator: Leapfrog(), step: 0.1)
        try simulation.run(until: 0.5)
        let first = try simulation.pin(nodes: [0, 1])
        let second = try simulation.pin(nodes: [1, 2])
        first.release()
        let x = model.state[0, 1]
        try simulation.run(until: 1)
        #expect(model.state[0, 1] == x)
        second.release()
        try simulation.run(until: 1.1)
        #expect(model.state[0, 1] != x)
    }

    @Test("What is pinned while it is driven is driven on, and rests when the drive is released")
    func pinnedAndDriven() throws {
        let model = Motion.oscillating([1])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        let pin = try simulation.pin(nodes: [0])
        let drive = try simulation.drive("x", ofNode: 0) { 2 * $0 }
        try simulation.run(until: 1)
        #expect(abs(model.state[0, 0] - 2) < 1e-12)
        drive.release()
        let x = model.state[0, 0]
        try simulation.run(until: 2)
        #expect(model.state[0, 0] == x)
        pin.release()
        try simulation.run(until: 2.1)
        #expect(model.state[0, 0] != x)
    }

    @Test func unknownNodesAndFieldsAreRefused() throws {
        let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.1)
        #expect(throws: SimulationError.self) { try simulation.pin(nodes: [1]) }
        #expect(throws: SimulationError.self) { try simulation.pin(nodes: [0], fields: ["y"]) }
        #expect(throws: SimulationError.self) { try simulation.drive("y", ofNode: 0) { $0 } }
    }
}
