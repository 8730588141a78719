import SimulationEngine

extension JumpIntegrator {
    /// Makes one sweep of those between two times, after which all nodes may be in other states.
    ///
    /// - Returns: The time after it.
    /// - Throws: As `advance(_:from:to:)`.
    func advanceBySweep(_ model: Model, from start: Double, to end: Double, until watch: JumpWatch) throws -> Double {
        let next = try MonteCarloError.timeAfterSweep(from: start, to: end)
        try advance(model, from: start, to: next)
        watch.noteAll()
        return next
    }
}

extension MonteCarloError {
    /// The time after the first of the sweeps between two times.
    @usableFromInline
    static func timeAfterSweep(from start: Double, to end: Double) throws(MonteCarloError) -> Double {
        try sweeps(from: start, to: end) > 1 ? start + 1 : end
    }
}

extension SpinSweeps: JumpIntegrator {
    /// Makes one sweep.
    ///
    /// - Returns: The time after it.
    /// - Throws: ``MonteCarloError``, as ``advance(_:from:to:)``.
    public func advance(
        _ model: IsingModel, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        try advanceBySweep(model, from: start, to: end, until: watch)
    }
}

extension WolffClusters: JumpIntegrator {
    /// Grows and flips the clusters of one unit of time.
    ///
    /// - Returns: The time after it.
    /// - Throws: ``MonteCarloError``, as ``advance(_:from:to:)``.
    public func advance(
        _ model: IsingModel, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        try advanceBySweep(model, from: start, to: end, until: watch)
    }
}

extension PottsClusters: JumpIntegrator {
    /// Grows and changes the clusters of one unit of time.
    ///
    /// - Returns: The time after it.
    /// - Throws: ``MonteCarloError``, as ``advance(_:from:to:)``.
    public func advance(
        _ model: PottsModel, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        try advanceBySweep(model, from: start, to: end, until: watch)
    }
}

extension RuleSweeps: JumpIntegrator {
    /// Makes one sweep.
    ///
    /// - Returns: The time after it.
    /// - Throws: As ``advance(_:from:to:)``.
    @inlinable
    public func advance(
        _ model: Model, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        let next = try MonteCarloError.timeAfterSweep(from: start, to: end)
        try advance(model, from: start, to: next)
        watch.noteAll()
        return next
    }
}

extension RuleSteps: JumpIntegrator {
    /// Makes one step.
    ///
    /// - Returns: The time after it.
    /// - Throws: As ``advance(_:from:to:)``.
    @inlinable
    public func advance(
        _ model: Model, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        let next = try MonteCarloError.timeAfterSweep(from: start, to: end)
        try advance(model, from: start, to: next)
        watch.noteAll()
        return next
    }
}
