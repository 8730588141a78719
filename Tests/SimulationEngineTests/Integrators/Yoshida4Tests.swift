import Foundation
import SimulationEngine
import Testing

@Suite struct Yoshida4Tests {
    private func simulation(_ model: Pendulums, step: Double) throws -> Simulation<Pendulums> {
        try Simulation(model, integrator: Yoshida4(), step: step)
    }

    @Test("The order is four")
    func order() throws {
        let errors = try [20, 40, 80, 160].map { steps in
            let simulation = try simulation(.rising(), step: 2 / Double(steps))
            try simulation.run(steps: steps)
            return abs(simulation.model.numbers[0] - Pendulums.risen(at: 2))
        }
        let orders = orders(ofErrors: errors)
        for order in orders { #expect(abs(order - 4) < 0.1, "\(orders)") }
    }

    @Test("Time can be reversed")
    func reversal() throws {
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

    @Test("The error of the energy does not grow, and is bounded by the fourth power of the step")
    func energy() throws {
        let bounds = try [0.1, 0.05].map { step in
            let simulation = try simulation(Pendulums(angles: [2], velocities: [0]), step: step)
            let energy = simulation.model.energy
            var errors: [Double] = []
            for _ in 0..<20_000 {
                try simulation.run(steps: 1)
                errors.append(abs(simulation.model.energy - energy))
            }
            let (early, late) = (errors.prefix(2000).max() ?? 0, errors.suffix(2000).max() ?? 0)
            #expect(abs(late / early - 1) < 0.02)
            return late
        }
        #expect(abs(bounds[0] / bounds[1] - 16) < 1, "\(bounds)")
    }

    @Test("Accelerations are computed three times a step")
    func evaluations() throws {
        let simulation = try simulation(.rising(), step: 0.1)
        try simulation.run(steps: 10)
        #expect(simulation.model.evaluations == 31)
        simulation.nodes[0].state.value = [0, 0]
        try simulation.run(steps: 1)
        #expect(simulation.model.evaluations == 35)
    }

    @Test("A step that fails leaves the state as it was")
    func failure() throws {
        let simulation = try simulation(Pendulums(angles: [1, 1e308], velocities: [0, 1e308]), step: 1)
        let before = simulation.model.bits
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 3) }
        #expect(simulation.model.bits == before)
    }
}
