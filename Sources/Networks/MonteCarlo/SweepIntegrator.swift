import SimulationEngine

/// An integrator that moves a model on by sweeps, or by steps in which all vertices change at once: time counts them.
///
/// Implement ``prepareSweeps(of:)`` and ``sweep(_:)``. Sweeps are the jumps at which is looked what is watched, and between two of
/// them the integrator can be interrupted.
public protocol SweepIntegrator<Model>: JumpIntegrator, InterruptibleIntegrator {
    /// Looks whether sweeps can be made, before each advance.
    ///
    /// - Throws: The problem. The state is then as before.
    func prepareSweeps(of model: Model) throws

    /// Makes a sweep.
    ///
    /// - Throws: The problem. The state is then as before.
    func sweep(_ model: Model) throws
}

extension SweepIntegrator {
    /// Time counts sweeps.
    public var canEndBetweenJumps: Bool { false }

    /// Makes sweeps, as many as there are units of time between two times.
    ///
    /// - Throws: ``MonteCarloError/notWholeSweeps(step:)`` if that is no whole number, what ``prepareSweeps(of:)`` and
    ///   ``sweep(_:)`` throw, and `IntegrationError.interrupted(time:)`. The state is then that after the last sweep.
    @inlinable
    public func advance(_ model: Model, from start: Double, to end: Double) throws {
        let count = try MonteCarloError.sweeps(from: start, to: end)
        try prepareSweeps(of: model)
        for index in 0..<count {
            try checkInterruption(of: model, at: start + Double(index))
            try sweep(model)
        }
    }

    /// Makes one sweep of those between two times, after which all nodes may be in other states.
    ///
    /// - Returns: The time after it.
    /// - Throws: As ``advance(_:from:to:)``.
    @inlinable
    public func advance(
        _ model: Model, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        let isLast = try MonteCarloError.sweeps(from: start, to: end) == 1
        try prepareSweeps(of: model)
        try checkInterruption(of: model, at: start)
        try sweep(model)
        watch.noteAll()
        return isLast ? end : start + 1
    }

    /// Asks now and then whether to give up.
    @usableFromInline
    func checkInterruption(of model: Model, at time: Double) throws(IntegrationError) {
        guard JumpPace.isPause(beforeSweep: time, over: model.nodeCount), shouldInterrupt?() == true else { return }
        throw .interrupted(time: time)
    }
}
