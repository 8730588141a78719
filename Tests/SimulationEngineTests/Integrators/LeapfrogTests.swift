import Foundation
import SimulationEngine
import Testing

@Suite struct LeapfrogTests {
    private func simulation(_ model: Pendulums, step: Double) throws -> Simulation<Pendulums> {
        try Simulation(model, integrator: Leapfrog(), step: step)
    }

    @Test func theOrderIsTwo() throws {
        let errors = try [20, 40, 80, 160].map { steps in
            let simulation = try simulation(.rising(), step: 2 / Double(steps))
            try simulation.run(steps: steps)
            return abs(simulation.model.numbers[0] - Pendulums.risen(at: 2))
        }
        let orders = orders(ofErrors: errors)
        for order in orders { #expect(abs(order - 2) < 0.05, "\(orders)") }
    }

    @Test func timeCanBeReversed() throws {
        let simulation = try simulation(Pendulums(angles: [2.5, 0.1], velocities: [0, 1.5]), step: 0.1)
        let start = simulation.model.numbers
        func turn() {
            for node in simulation.nodes { node.state.value = [node.state.value[0], -node.state.value[1]] }
        }
        try simulation.run(steps: 1000)
        #expect(abs(simulation.model.numbers[0] - start[0]) > 0.1)
        turn()
        try simulation.run(steps: 1000)
        turn()
        for (number, first) in zip(simulation.model.numbers, start) { #expect(abs(number - first) < 1e-11) }
    }

    @Test func theErrorOfTheEnergyIsBoundedByTheSquareOfTheStep() throws {
        let bounds = try [0.1, 0.05].map { step in
            let simulation = try simulation(Pendulums(angles: [2], velocities: [0]), step: step)
            let energy = simulation.model.energy
            var errors: [Double] = []
            for _ in 0..<20_000 {
                try simulation.run(steps: 1)
                errors.append(abs(simulation.model.energy - energy))
            }
            let (early, late) = (errors.prefix(2000).max() ?? 0, errors.suffix(2000).max() ?? 0)
            #expect(abs(late / early - 1) < 0.01)
            return late
        }
        #expect(abs(bounds[0] / bounds[1] - 4) < 0.1, "\(bounds)")
    }

    @Test func oneComputationOfAccelerationsAStep() throws {
        let simulation = try simulation(.rising(), step: 0.1)
        try simulation.run(steps: 10)
        #expect(simulation.model.evaluations == 11)
        simulation.nodes[0].state.value = [0, 0]
        try simulation.run(steps: 1)
        #expect(simulation.model.evaluations == 13)
    }

    @Test func anInterventionIsABeginning() throws {
        let whole = try simulation(.rising(), step: 0.125)
        try whole.run(steps: 8)
        whole.nodes[0].state.value = [1, -0.5]
        try whole.run(steps: 8)
        let piece = try simulation(Pendulums(angles: [1], velocities: [-0.5]), step: 0.125)
        try piece.run(steps: 8)
        #expect(whole.model.bits == piece.model.bits)
    }

    @Test func anIntegratorCanServeASecondSimulation() throws {
        let integrator = Leapfrog<Pendulums>()
        try Simulation(.rising(), integrator: integrator, step: 0.1).run(steps: 1)
        let second = try Simulation(Pendulums(angles: [1], velocities: [0]), integrator: integrator, step: 0.1)
        try second.run(steps: 1)
        let fresh = try simulation(Pendulums(angles: [1], velocities: [0]), step: 0.1)
        try fresh.run(steps: 1)
        #expect(second.model.bits == fresh.model.bits)
    }

    @Test func nothingToIntegrate() throws {
        let simulation = try simulation(Pendulums(angles: [], velocities: []), step: 0.1)
        try simulation.run(steps: 3)
        #expect(simulation.moment.step == 3)
        #expect(simulation.model.evaluations == 0)
    }
}
