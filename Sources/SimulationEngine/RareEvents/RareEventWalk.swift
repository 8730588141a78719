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

    /// Watches a simulation that has not been run.
    ///
    /// - Throws: ``SimulationError``.
    package init(
        of simulation: Simulation<Model>, dependsOnTime: Bool, number: @escaping () -> Double
    ) throws(SimulationError) {
        self.simulation = simulation
        self.number = number
        let schedule = Schedule.when(
            comparing: [{ [unowned self] in low - value }, { [unowned self] in value - high }],
            dependsOnTime: dependsOnTime
        ) { [unowned self] in hasArrived }
        observe(try simulation.trigger(schedule, asked: .methodSteps)) { [unowned simulation] (_: Moment) in
            simulation.stop()
        }
    }

    private var value: Double { sign * number() }

    private var hasArrived: Bool {
        let value = value
        return value <= low || value >= high
    }

    /// Runs until the number, times a sign, has fallen to a lower level or risen to a higher one.
    ///
    /// - Parameters:
    ///   - low: The lower level.
    ///   - high: The higher level.
    ///   - sign: 1, or -1 where the number is to fall to the higher level.
    ///   - patience: After how many steps to give up.
    /// - Returns: Whether it has reached the higher level.
    /// - Throws: ``RareEventError/neverArrives(number:steps:)``; what the run throws.
    func run(from low: Double, to high: Double, _ sign: Double, _ patience: Int) throws -> Bool {
        (self.low, self.high, self.sign) = (low, high, sign)
        if !hasArrived { try simulation.run(steps: patience) }
        guard hasArrived else { throw RareEventError.neverArrives(number: number(), steps: patience) }
        return value >= high
    }
}
