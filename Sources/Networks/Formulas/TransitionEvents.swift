import SimulationEngine

/// Moves a ``TransitionModel`` on from event to event, statistically exactly.
///
/// Times that have been drawn are kept over the ends of steps, so that what is recorded and how often does not change what
/// happens. After an intervention rates are what they are then; vertices whose state it has changed have just come there.
///
/// An integrator belongs to one simulation.
public final class TransitionEvents: InterruptibleIntegrator {
    /// Is asked between events, some times in a millisecond.
    public var shouldInterrupt: (() -> Bool)?

    private let streams: RandomStreams
    private var process: TransitionProcess?

    /// One that has looked at the rates of the beginning, which a run then begins with.
    private var prepared: TransitionProcess?
    private var isCurrent = false
    private var pace = JumpPace(leastCount: .max)

    /// Creates an integrator.
    public init(streams: RandomStreams) { self.streams = streams }

    /// How many events have happened.
    public var eventCount: Int { process?.eventCount ?? 0 }

    /// Makes all events from one time to another.
    ///
    /// - Throws: ``TransitionError/impossibleRate(_:from:to:vertex:degree:neighbours:)``,
    ///   ``TransitionError/impossibleRewiring(_:vertex:state:degree:)``; `IntegrationError.tooManyJumps(count:start:time:end:)` if
    ///   events come so close after one another that the end would never be reached; `IntegrationError.interrupted(time:)`.
    /// - Complexity: O(d), amortised, for each event at a vertex of degree d; O(n + m) the first time and after the state was changed.
    public func advance(_ model: TransitionModel, from start: Double, to end: Double) throws {
        _ = try makeEvents(of: model, from: start, to: end, until: nil)
    }

    /// Has the states looked at anew before the next step.
    public func stateWasChanged() { isCurrent = false }

    private func makeEvents(
        of model: TransitionModel, from start: Double, to end: Double, until watch: JumpWatch?
    ) throws -> Double {
        let process = try currentProcess(of: model, at: start)
        if pace.isPause(), shouldInterrupt?() == true { throw IntegrationError.interrupted(time: start) }
        var tried = start
        var next = process.nextTime
        while next <= end {
            let stretch = process.makeEvents(to: end, atMost: JumpPace.stretch, telling: watch)
            if let failure = process.firstFailure { throw failure }
            if stretch.isWatched { return stretch.time }
            guard stretch.count == JumpPace.stretch else { break }
            next = process.nextTime
            try pace.note(stretch.count, from: tried, to: stretch.time, toward: end)
            tried = stretch.time
            if stretch.time < end, next > stretch.time, shouldInterrupt?() == true {
                throw IntegrationError.interrupted(time: stretch.time)
            }
        }
        return end
    }

    private func currentProcess(of model: TransitionModel, at start: Double) throws -> TransitionProcess {
        let known = process?.model === model ? process : nil
        let process = known ?? use(prepared.flatMap { $0.model === model ? $0 : nil } ?? makeProcess(of: model))
        if !isCurrent || known == nil { process.begin(at: start) }
        isCurrent = true
        if let failure = process.firstFailure { throw failure }
        return process
    }

    private func makeProcess(of model: TransitionModel) -> TransitionProcess {
        TransitionProcess(model, streams: streams)
    }

    private func use(_ process: TransitionProcess) -> TransitionProcess {
        let graph = process.model.graph
        (self.process, prepared) = (process, nil)
        pace = JumpPace(leastCount: max(1 << 20, 64 * (graph.vertexCount + graph.edgeCount)))
        return process
    }
}

extension TransitionEvents: JumpIntegrator {
    /// Makes the events from one time to another, or up to the first that changes a vertex that is watched.
    ///
    /// - Throws: As ``advance(_:from:to:)``.
    /// - Complexity: As ``advance(_:from:to:)``.
    public func advance(
        _ model: TransitionModel, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        try makeEvents(of: model, from: start, to: end, until: watch)
    }
}

extension TransitionEvents: BeginningCheck {
    /// Looks at the rates at the beginning.
    ///
    /// - Throws: `FormulaErrors`: the rates that are negative or not finite, one of each transition and rewiring.
    package func checkBeginning(of model: TransitionModel) throws {
        let process = makeProcess(of: model)
        process.lookAtRates()
        let impossible = process.allImpossibleRates
        guard impossible.isEmpty else { throw FormulaErrors(errors: impossible) }
        prepared = process
    }
}

extension TransitionEvents {
    /// Archives what has been drawn.
    public func archiveState(of model: TransitionModel, in archive: StateArchive) throws(CheckpointError) {
        var exists = process != nil
        try archive.flag(&exists)
        guard exists else { return }
        if archive.isReading { _ = use(makeProcess(of: model)) }
        try process?.archive(in: archive)
        try archive.flag(&isCurrent)
    }
}
