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

    /// Keeps a simulation that somebody else has made, with observers of its own, and moves it on little by little.
    private actor Keeper {
        private let simulation: Simulation<Equation>
        private let log = Log()

        init(_ simulation: sending Simulation<Equation>) throws {
            self.simulation = simulation
            try log.watch(simulation)
        }

        func advance(until end: Double) throws -> [String] {
            try simulation.run(until: end)
            return log.rows
        }

        func advanceYielding(until end: Double) async throws -> [String] {
            try await simulation.run(until: end, yieldingEvery: 1)
            return log.rows
        }
    }

    @Test("it is observed where it is, moved on from several tasks, and changed, with the same results")
    func observers() async throws {
        let alone = try decay()
        let log = Log()
        try log.watch(alone)
        try alone.run(until: 3)
        let keeper = try Keeper(decay())
        for end in [0.5, 1.25] { _ = try await Task.detached { try await keeper.advance(until: end) }.value }
        let rows = try await keeper.advanceYielding(until: 3)
        #expect(rows == log.rows)
        #expect(rows.count > 25)
    }

    @Test("an adaptive method keeps its trajectory, and observers that come with it tell the same")
    func adaptive() async throws {
        func make() throws -> sending Simulation<Equation> {
            let equation = Equation.bell(count: 2)
            let method = try AdaptiveIntegrator(
                equation, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
            return try Simulation(equation, integrator: method, step: 0.125)
        }
        let alone = try make()
        try alone.run(until: 3)
        let moved = try make()
        try moved.run(until: 1.5)
        #expect(try await Host().finish(moved, until: 3) == alone.model.bits)
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

/// Writes down what it hears, and changes a number once.
private final class Log: Observer {
    let receiver = Receiver()
    private(set) var rows: [String] = []

    func watch(_ simulation: Simulation<Equation>) throws {
        observe(simulation.clock) { [unowned self, unowned simulation] (moment: Moment) in
            rows.append("\(moment.step) \(moment.time) \(simulation.model.bits)")
            if moment.time == 1 { simulation.nodes[1].state.set([3], as: self) }
        }
        observe(try simulation.crossing(of: "y", ofNode: 0, level: 0.5)) { [unowned self] (crossing: Crossing) in
            rows.append("crossing \(crossing.time.bitPattern)")
        }
        observe(simulation.nodes[1].state) { [unowned self] (update: Update<[Double]>) in rows.append("\(update.new)") }
    }
}

/// What decays, and is watched meanwhile.
private func decay() throws -> Simulation<Equation> {
    try Simulation(Equation([1, 2]) { _, y in -y }, integrator: RungeKutta4(), step: 0.125)
}
