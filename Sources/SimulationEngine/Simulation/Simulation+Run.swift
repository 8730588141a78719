extension Simulation {
    /// Runs until a time is reached or an observer stops the run. Can be called again to run on.
    ///
    /// - Throws: ``SimulationError`` if the end is not a whole number of steps ahead; what the integrator throws; what
    ///   an observer hands to ``fail(with:)``. The simulation then remains at the last complete step, unless the
    ///   integrator failed and does not say that it leaves the state as it was.
    public func run(until end: Double) throws {
        try run(steps: steps(until: end))
    }

    /// The number of steps from the present moment to a time.
    func steps(until end: Double) throws(SimulationError) -> Int {
        guard let steps = grid.steps(in: end), steps >= moment.step else {
            throw end < moment.time
                ? .endInThePast(end: end, now: moment.time) : .endNotOnGrid(end: end, step: grid.step)
        }
        return steps - moment.step
    }

    /// Runs a number of steps, or until an observer stops the run. Can be called again to run on.
    ///
    /// - Throws: As ``run(until:)``.
    public func run(steps: Int) throws {
        let lastStep = try beginRun(steps: steps)
        defer { endRun() }
        while moment.step < lastStep, stopReason == nil { try step(lastStep: lastStep) }
        try finishRun()
    }

    /// Has the simulation run, and tells of the beginning of the first run.
    ///
    /// - Returns: The number of the last step.
    func beginRun(steps: Int) throws -> Int {
        guard !isBusy else { throw SimulationError.alreadyRunning }
        // What has gone wrong before the run is told as that.
        if !hasBegun, stopReason == nil { try checkInitialState() }
        isBusy = true
        isRunning = true
        let (sum, overflow) = moment.step.addingReportingOverflow(max(0, steps))
        let lastStep = overflow ? .max : sum
        if !hasBegun, stopReason == nil {
            hasBegun = true
            fireTriggers(lastStep: lastStep)
        }
        return lastStep
    }

    /// Applies what waits, makes a step, and tells of it.
    func step(lastStep: Int) throws {
        try applyWaitingInterventions()
        try throwFailure()
        try actAtRest()
        try advance()
        for bound in bounds { try bound.check(at: moment) }
        for requirement in requirements { try requirement.check(at: moment) }
        passageWatches.noteStep(at: moment)
        publish()
        fireTriggers(lastStep: lastStep)
    }

    /// Applies what waits after the last step, and tells of the end.
    func finishRun() throws {
        try throwFailure()
        if !actionsAtRest.isEmpty {
            try applyWaitingInterventions()
            try throwFailure()
            try actAtRest()
        }
        for trigger in triggers { trigger.fireAtEnd(moment) }
        try applyWaitingInterventions()
        try throwFailure()
    }

    /// Leaves the simulation as one that does not run, also after a failure: what was to follow from a run that failed must
    /// not come over a later one.
    func endRun() {
        isBusy = false
        isRunning = false
        stopReason = nil
        _ = queue.takeAll()
        actionsAtRest = []
    }

    /// Throws what somebody has the run fail with.
    func throwFailure() throws {
        if case .failed(let error) = stopReason { throw error }
    }

    /// Ends the run after the present step. To be called by an observer; between runs it does nothing.
    public func stop() {
        if isRunning, stopReason == nil { stopReason = .asked }
    }

    /// Ends the run after the present step and has it throw an error: the first one, if there are several. To be called
    /// by an observer whose closure cannot throw. Between runs it has the next run throw at once.
    public func fail(with error: any Error) {
        if case .failed = stopReason { return }
        stopReason = .failed(error)
    }

    private func advance() throws {
        let next = grid.moment(ofStep: moment.step + 1)
        do {
            try advance(to: next)
        } catch let error as IntegrationError {
            throw error.inStep(next.step)
        }
    }

    private func advance(to next: Moment) throws {
        passageWatches.beginStep(at: moment)
        if try drives.prepare(model, from: moment.time, to: next.time) { integrator.stateWasChanged() }
        guard crossings.isWatching else {
            try takeStep(to: next)
            moment = next
            revision.advance(to: next.time)
            return
        }
        try advanceWatchingCrossings(to: next)
    }

    /// Has the integrator take a whole step. One that is interrupted has left the state as it was, so that the simulation
    /// is at rest again.
    func takeStep(to next: Moment) throws {
        do {
            try integrator.advance(model, from: moment.time, to: next.time)
        } catch IntegrationError.interrupted(let time) {
            try actAtRest()
            throw IntegrationError.interrupted(time: time)
        }
    }

    func publish() {
        publishStructure()
        followPopulation()
        variables.publish()
        groups.publish()
        for (_, quantity) in quantitiesByName { quantity.publish() }
    }

    private func fireTriggers(lastStep: Int) {
        let instant = ScheduledInstant(moment: moment, isEnd: moment.step == lastStep)
        for trigger in triggers { trigger.fire(at: instant) }
    }
}
