// The loop of a run. What methods do that have steps of their own is beside it, in `Simulation+OwnSteps.swift`.

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
        while moment.step < lastStep, status.stopReason == nil { try step(lastStep: lastStep) }
        try finishRun()
    }
}

// MARK: - The loop

extension Simulation {
    /// From one moment of the grid to the next.
    func step(lastStep: Int) throws {
        try applyAtMoment()
        try throwFailure()
        try actAtRest()
        let next = grid.moment(ofStep: moment.step + 1)
        try advance(to: next)
        // A method with steps of its own has been stopped before.
        guard moment.step == next.step else { return }
        try structure.check()
        try watch.finishMoment(at: ScheduledInstant(moment: moment, isEnd: moment.step == lastStep))
    }

    private func advance(to next: Moment) throws {
        if watch.isOnGrid {
            try watch.prepare(at: moment.time)
            try tellChanges()
            guard status.stopReason == nil else { return }
        }
        do {
            try checkDrives(at: next.time)
            switch watch.stepping {
            case .own(let takeStep) where watch.isWatching: try advanceWatching(by: takeStep, to: next)
            case .jumps(let jump) where watch.isWatching: try advanceWatching(byJumps: jump, to: next)
            case .grid: try advanceByGridStep(to: next)
            case .own, .jumps: try advanceUnwatched(to: next)
            }
        } catch let error as IntegrationError {
            throw error.inStep(next.step)
        }
    }

    private func advanceByGridStep(to next: Moment) throws {
        if watch.isWatching { try advanceWatching(to: next) } else { try advanceUnwatched(to: next) }
        try structure.check()
        try watch.finishStep(at: next.time)
    }

    private func advanceUnwatched(to next: Moment) throws {
        watch.forgetStep()
        try takeStep(to: next)
        arrive(at: next)
    }

    /// Moves on by a step of the grid, and tells what is found inside of it.
    private func advanceWatching(to next: Moment) throws {
        let start = moment
        watch.beginStep(at: start.time)
        try takeStep(to: next)
        do {
            try tellFound(from: start, to: next)
        } catch {
            if let time = try watch.returnToStart() {
                arrive(at: Moment(step: start.step, time: time))
                noteChange()
            }
            throw error
        }
        watch.showEnd()
        arrive(at: next)
    }

    /// Tells what is found in a step of the grid, and takes the rest of it anew from each time at which it is answered by a change.
    private func tellFound(from start: Moment, to next: Moment) throws {
        arrive(at: next)
        watch.noteEnd(at: next.time)
        var answers = AnswerCount()
        while let (watcher, time) = try nextFound(after: start.step) {
            if watcher === eventSteps, try makeNodewiseEvents(at: time, from: start, to: next) {
                try note(&answers, at: time, by: watcher.name)
                continue
            }
            let isShown = try watch.show(time)
            arrive(at: isShown ? Moment(step: start.step, time: time) : next)
            try watcher.tell()
            // A change that was made where the state is not known takes effect after the step.
            guard isShown, try isAnswered(at: time, before: next.time) else { continue }
            try note(&answers, at: time, by: watcher.name)
            try beginAgain(at: time, to: next)
        }
    }

    /// Takes the rest of a step of the grid anew from a time, at which the state was changed.
    func beginAgain(at time: Double, to next: Moment) throws {
        try tellChanges(before: next.time)
        watch.beginStep(at: time)
        try integrate(from: time, to: next)
        arrive(at: next)
        watch.noteEnd(at: next.time)
    }
}

// MARK: - All methods

extension Simulation {
    /// The first event in the step that has not been told. What is asked for numbers inside of the step finds the moment that
    /// belongs to the state.
    ///
    /// - Parameter step: The number of the last whole step of the grid.
    /// - Returns: Who has found it, and when it happens; `nil` if there is nothing more.
    /// - Throws: Errors of looking, such as ``SimulationError/crossingNotLocated(_:stepStart:reason:)``.
    func nextFound(after step: Int) throws -> (watcher: any StepWatcher, time: Double)? {
        try watch.next { [unowned self] time in arrive(at: Moment(step: step, time: time)) }
    }

    /// True if somebody has asked for a change in answer to what was told.
    var isAnswering: Bool { !queue.isEmpty || watch.isChanged }

    /// Applies what observers answer.
    ///
    /// - Parameters:
    ///   - time: The time that is shown.
    ///   - end: The end of the step of the grid that is to be taken anew from there.
    /// - Returns: True if anything has changed thereby.
    /// - Throws: Errors by which they end the run.
    func isAnswered(at time: Double, before end: Double? = nil) throws -> Bool {
        guard isAnswering else { return false }
        // The motion up to here is nobody's change.
        watch.catchUp(at: time)
        try applyWaitingInterventions()
        try throwFailure()
        guard watch.isChanged else { return false }
        if let end, time < end { try checkDrives(at: end) }
        watch.beginAgain(at: time)
        return true
    }

    /// Applies what waits for a step to be over.
    func applyAtMoment() throws(SimulationError) {
        if !queue.isEmpty { watch.catchUp(at: moment.time, isMoment: true) }
        try applyWaitingInterventions()
    }

    /// Tells what changes from outside have brought about at the present time, and applies what is answered to that, again and again.
    ///
    /// - Parameter end: The end of the step of the grid that is to be taken anew from there, also if somebody stops the run.
    /// - Throws: ``SimulationError/tooManyCrossings(count:time:crossing:)`` if there is no end to it.
    func tellChanges(before end: Double? = nil) throws {
        var answers = AnswerCount()
        while watch.tellChange(), end != nil || status.stopReason == nil, try isAnswered(at: moment.time, before: end) {
            try note(&answers, at: moment.time, by: "a condition")
        }
    }

    /// Fails if something is answered by changes that bring it about without an end.
    func note(_ answers: inout AnswerCount, at time: Double, by crossing: String) throws(SimulationError) {
        guard answers.addAnswer(at: time, step: grid.step, nodeCount: model.nodeCount) else { return }
        throw .tooManyCrossings(count: answers.count, time: time, crossing: crossing)
    }

    /// The model is in the state of a moment.
    func arrive(at moment: Moment) {
        self.moment = moment
        revision.advance(to: moment.time)
    }

    private func takeStep(to next: Moment) throws {
        try restingIfInterrupted { try integrate(from: moment.time, to: next) }
    }

    /// Calls a closure that has the integrator move the state on. One that is interrupted has left the state as it was, or
    /// in that after a jump, so that the simulation is at rest again.
    func restingIfInterrupted<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try structure.moving(body)
        } catch IntegrationError.interrupted(let time) {
            if watch.isJumping { arrive(at: Moment(step: moment.step, time: time)) }
            try actAtRest()
            throw IntegrationError.interrupted(time: time)
        }
    }

    /// Has the integrator move the state on, and looks at what it has made of it unless it does so itself.
    private func integrate(from start: Double, to end: Moment) throws {
        if let delayed { try delayed.history?.beginStep(of: delayed, from: start, to: end.time) }
        try integrator.advance(model, from: start, to: end.time)
        heldState?.placeHeld(at: end.time)
        if let delayed { delayed.history?.endStep(of: delayed) }
        guard let isStateFinite, !isStateFinite(),
            let (field, node, value) = (model as? any DifferentialEquations)?.firstNumberNotFinite()
        else { return }
        throw SimulationError.integratedStateNotFinite(field: field, node: node, value: value, end)
    }
}
