/// An integrator whose states last until they jump: of events that happen at their times, or of sweeps and synchronous rules,
/// for which time counts steps.
///
/// The watchers of a simulation (crossings, first passages, conditions, bounds, groups, and nodes where many are observed) look
/// at the jumps, whose times are exact: nothing is interpolated between them, and what is found does not depend on how often
/// somebody looks at the state.
///
/// While nothing is watched that needs the jumps, the simulation calls ``Integrator/advance(_:from:to:)`` instead. Both ways
/// lead along the same trajectory, to the last bit.
public protocol JumpIntegrator<Model>: Integrator {
    /// Makes jumps until one of them changes what somebody watches, and none beyond a time.
    ///
    /// An implementation tells ``JumpWatch/note(_:at:)`` each node that it changes, since nobody hears of one that it does not,
    /// and returns as soon as ``JumpWatch/hasNoted`` holds and all jumps of that time are made:
    ///
    ///     while nextTime <= end {
    ///         let time = nextTime
    ///         makeNextJump(noting: watch)
    ///         if watch.hasNoted { return time }
    ///     }
    ///     return end
    ///
    /// - Parameters:
    ///   - model: The model, in the state of the time `start`; it is left in that of the time that is returned.
    ///   - start: The time from which to go on.
    ///   - end: The time to reach; jumps at that very time are made.
    ///   - watch: Knows which nodes are watched. Nothing is noted in it at the beginning.
    /// - Returns: The time of the jump that was noted; `end` if there was none.
    /// - Throws: Errors of the integrator. The state is then that after the last jump.
    /// - Complexity: A test for each node that changes, besides that of the jumps.
    func advance(_ model: Model, from start: Double, to end: Double, until watch: JumpWatch) throws -> Double

    /// True if the times of crossings and first passages are interpolated linearly from one state to the next, since what is
    /// moved in steps of time stands for something continuous. `false` unless implemented.
    var interpolates: Bool { get }

    /// True if an advance may end at any time, as that of a process whose jumps come at any time may. Otherwise each possible
    /// jump is noted, such as each sweep, and nothing is looked for between them. `true` unless implemented.
    var canEndBetweenJumps: Bool { get }

    /// True if an advance takes time by the number of its jumps, whatever the number of nodes, so that it is worth noting which
    /// of many observed nodes have jumped. `true` unless implemented.
    var takesTimeByJumps: Bool { get }
}

extension JumpIntegrator {
    /// States last until they jump.
    public var interpolates: Bool { false }

    /// An advance may end at any time.
    public var canEndBetweenJumps: Bool { true }

    /// An advance takes time by its jumps.
    public var takesTimeByJumps: Bool { true }
}
