extension Simulation {
    /// Has the simulation run, and tells of the beginning of the first run.
    ///
    /// - Returns: The number of the last step.
    func beginRun(steps: Int) throws -> Int {
        guard !status.isBusy else { throw SimulationError.alreadyRunning }
        status.isBusy = true
        status.isRunning = true
        let (sum, overflow) = moment.step.addingReportingOverflow(max(0, steps))
        let lastStep = overflow ? .max : sum
        if !status.hasBegun, status.stopReason == nil {
            status.hasBegun = true
            watch.beginRun(at: ScheduledInstant(moment: moment, isEnd: moment.step == lastStep))
        }
        return lastStep
    }

    /// Applies what waits after the last step, and tells of the end.
    func finishRun() throws {
        try throwFailure()
        if !status.deferredActions.isEmpty {
            try applyAtMoment()
            try throwFailure()
            try actAtRest()
        }
        let isOffGrid = moment.time != grid.time(ofStep: moment.step)
        watch.finishRun(at: ScheduledInstant(moment: moment, isEnd: true, isOffGrid: isOffGrid))
        try applyLastInterventions()
        try throwFailure()
    }

    /// Applies what waits, until nobody answers to what it brings about.
    private func applyLastInterventions() throws {
        var answers = AnswerCount()
        repeat {
            try applyAtMoment()
            if watch.isChanged { try watch.prepare(at: moment.time) }
            if watch.tellChange() { try note(&answers, at: moment.time, by: "a condition") }
        } while !queue.isEmpty
    }

    /// Leaves the simulation as one that does not run, also after a failure: what was to follow from a run that failed must
    /// not come over a later one.
    func endRun() {
        status.isBusy = false
        status.isRunning = false
        status.stopReason = nil
        withExtendedLifetime(queue.takeAll()) {}
        forgetRest()
    }

    /// Throws what somebody has the run fail with.
    func throwFailure() throws {
        if case .failed(let error) = status.stopReason { throw error }
    }

    /// Ends the run after the present step. To be called by an observer; between runs it does nothing.
    public func stop() {
        if status.isRunning, status.stopReason == nil { status.stopReason = .asked }
    }

    /// Ends the run after the present step and has it throw an error: the first one, if there are several. To be called
    /// by an observer whose closure cannot throw. Between runs it has the next run throw at once.
    public func fail(with error: any Error) {
        if case .failed = status.stopReason { return }
        status.stopReason = .failed(error)
    }
}
