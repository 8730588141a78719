import ObserverCore
import SimulationEngine
import Testing

/// A simulation that is made in one isolation domain and run in others.
@Suite("A simulation that is moved between actors")
struct MovedSimulationTests {
    private actor Host {
        /// Runs a simulation that somebody else has made, and lets it go.
        func finish(_ simulation: sending Simulation<Equation>, until end: Double) throws -> [UInt64] {
            try simulation.run(until: end)
            return simulation.model.bits
        }

        /// Makes a simulation, runs it some way, and hands it over.
        func begin(until end: Double) throws -> sending Simulation<Equation> {
            let simulation = try decay()
            try simulation.run(until: end)
            return simulation
        }
    }

    @Test("it goes on to the same bits")
    func bits() async throws {
        let alone = try decay()
        try alone.run(until: 3)
        let (first, second) = (Host(), Host())
        let moved = try await first.begin(until: 1)
        let bits = try await second.finish(moved, until: 3)
        #expect(bits == alone.model.bits)
    }
}

/// What decays, and is watched meanwhile.
private func decay() throws -> Simulation<Equation> {
    try Simulation(Equation([1, 2]) { _, y in -y }, integrator: RungeKutta4(), step: 0.125)
}
