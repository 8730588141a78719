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
        isBusy = true
        isRunning = true
        let (sum, overflow) = moment.step.addingReportingOverflow(max(0, steps))
        let lastStep = overflow ? .max : sum
        if !hasBegun, stopReason == nil {
            hasBegun = true
            let instant = ScheduledInstant(moment: moment, isEnd: moment.step == lastStep)
            for trigger in triggers { trigger.fire(at: instant) }
        }
        return lastStep
    }

    /// Applies what waits, makes a step, and tells of it.
    func step(lastStep: Int) throws {
        try applyWaitingInterventions()
        try throwFailure()
        try actAtRest()
        let next = grid.moment(ofStep: moment.step + 1)
        try advance(to: next)
        // A method with steps of its own has been stopped before.
        guard moment.step == next.step else { return }
        try checkPopulation()
        if watch.isOnGrid {
            for bound in bounds { try bound.check(at: moment) }
            passageWatches.noteStep(at: moment)
        }
        for requirement in requirements { try requirement.check(at: moment) }
        publish()
        fireTriggers(lastStep: lastStep)
    }

    /// Applies what waits after the last step, and tells of the end.
    func finishRun() throws {
        try throwFailure()
        if !deferredActions.isEmpty {
            try applyWaitingInterventions()
            try throwFailure()
            try actAtRest()
        }
        let end = ScheduledInstant(
            moment: moment, isEnd: true, isOffGrid: moment.time != grid.time(ofStep: moment.step))
        for trigger in triggers { trigger.fireAtEnd(end) }
        try applyLastInterventions()
        try throwFailure()
    }

    /// Applies what waits, until nobody answers to first passages that it brings about.
    private func applyLastInterventions() throws {
        repeat {
            try applyWaitingInterventions()
            if watch.isOnGrid {
                passageWatches.beginStep(at: moment)
            } else if watch.isChanged {
                try watch.prepare(at: moment.time)
            }
        } while !queue.isEmpty
    }

    /// Leaves the simulation as one that does not run, also after a failure: what was to follow from a run that failed must
    /// not come over a later one.
    func endRun() {
        isBusy = false
        isRunning = false
        stopReason = nil
        _ = queue.takeAll()
        deferredActions = []
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

    private func advance(to next: Moment) throws {
        if watch.isOnGrid { passageWatches.beginStep(at: moment) }
        do {
            try checkDrives(at: next.time)
            guard watch.isWatching else { return try advanceUnwatched(to: next) }
            switch watch.stepping {
            case .grid: try advanceWatchingGridStep(to: next)
            case .own(let takeStep): try advanceWatching(by: takeStep, to: next)
            case .jumps(let jump): try advanceWatching(byJumps: jump, to: next)
            }
        } catch let error as IntegrationError {
            throw error.inStep(next.step)
        }
    }

    private func advanceUnwatched(to next: Moment) throws {
        watch.forgetStep()
        try takeStep(to: next)
        moment = next
        revision.advance(to: next.time)
    }

    /// Has the integrator take a whole step.
    func takeStep(to next: Moment) throws {
        try restingIfInterrupted { try integrate(from: moment.time, to: next) }
    }

    /// Calls a closure that has the integrator move the state on. One that is interrupted has left the state as it was, or
    /// in that after a jump, so that the simulation is at rest again.
    func restingIfInterrupted<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch IntegrationError.interrupted(let time) {
            if watch.isJumping { arrive(at: Moment(step: moment.step, time: time)) }
            try actAtRest()
            throw IntegrationError.interrupted(time: time)
        }
    }

    /// Has the integrator move the state on, and looks at what it has made of it unless it does so itself.
    func integrate(from start: Double, to end: Moment) throws {
        try integrator.advance(model, from: start, to: end.time)
        heldState?.placeHeld(at: end.time)
        guard let isStateFinite, !isStateFinite(),
            let (field, node, value) = (model as? any DifferentialEquations)?.firstNumberNotFinite()
        else { return }
        throw SimulationError.integratedStateNotFinite(field: field, node: node, value: value, end)
    }

    func publish() {
        publishStructure()
        followPopulation()
        variables.publish()
        if watch.isOnGrid { groups.publish() }
        for (_, quantity) in quantitiesByName { quantity.publish() }
    }

    private func fireTriggers(lastStep: Int) {
        let instant = ScheduledInstant(moment: moment, isEnd: moment.step == lastStep)
        // The others are asked at the steps of the method.
        for trigger in triggers where trigger.condition == nil { trigger.fire(at: instant) }
    }
}
