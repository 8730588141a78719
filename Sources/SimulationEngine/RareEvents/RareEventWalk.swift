import ObserverCore

/// A simulation of which a number is watched that is to reach one of two levels.
package final class RareEventWalk<Model: SimulationModel>: Observer {
    package let receiver = Receiver()

    /// The simulation.
    package let simulation: Simulation<Model>

    /// The number in the present state.
    let number: () -> Double

    /// The levels between which the walk goes on, and the direction in which the number counts.
    private var (low, high, sign) = (-Double.infinity, Double.infinity, 1.0)

    /// How far the number, times the sign, has come since the present run began.
    private(set) var farthest = -Double.infinity

    /// Watches a number of a simulation that has not been run.
    ///
    /// - Throws: ``SimulationError``.
    convenience init(
        of simulation: Simulation<Model>, dependsOnTime: Bool, _ number: @escaping (Simulation<Model>) -> Double
    ) throws(SimulationError) {
        try self.init(of: simulation, dependsOnTime: dependsOnTime) { [unowned simulation] in number(simulation) }
    }

    /// Watches a simulation that has not been run.
    ///
    /// - Throws: ``SimulationError``.
    package init(
        of simulation: Simulation<Model>, dependsOnTime: Bool, number: @escaping () -> Double
    ) throws(SimulationError) {
        self.simulation = simulation
        self.number = number
        let schedule = Schedule.when(
            comparing: [{ [unowned self] in low - look() }, { [unowned self] in look() - high }],
            dependsOnTime: dependsOnTime
        ) { [unowned self] in hasArrived }
        observe(try simulation.trigger(schedule, asked: .methodSteps)) { [unowned simulation] (_: Moment) in
            simulation.stop()
        }
    }

    /// The number, times the sign.
    private func look() -> Double {
        let value = sign * number()
        farthest = max(farthest, value)
        return value
    }

    private var hasArrived: Bool {
        let value = look()
        return value <= low || value >= high
    }

    /// Runs until the number, times a sign, has fallen to a lower level or risen to a higher one.
    ///
    /// - Parameters:
    ///   - low: The lower level.
    ///   - high: The higher level.
    ///   - sign: 1, or -1 where the number is to fall to the higher level.
    ///   - patience: After how many steps to give up.
    /// - Returns: True if it has reached the higher level.
    /// - Throws: ``RareEventError/neverArrives(number:steps:)``; what the run throws.
    func run(from low: Double, to high: Double, _ sign: Double, _ patience: Int) throws -> Bool {
        (self.low, self.high, self.sign, farthest) = (low, high, sign, -.infinity)
        if !hasArrived { try simulation.run(steps: patience) }
        guard hasArrived else { throw RareEventError.neverArrives(number: number(), steps: patience) }
        return look() >= high
    }
}
