// Methods whose steps are those of the grid.

extension Simulation {
    /// Moves on by one step, and tells of the crossings in it.
    func advanceWatchingGridStep(to next: Moment) throws {
        let start = moment
        try watch.prepare(at: start.time)
        watch.beginStep(at: start.time)
        try takeStep(to: next)
        do {
            try tellCrossings(from: start, to: next)
        } catch {
            if let time = try watch.returnToStart() {
                revision.advance(to: time)
                moment = Moment(step: start.step, time: time)
                noteChange()
            }
            throw error
        }
        watch.showEnd()
        revision.advance(to: next.time)
        moment = next
        try watch.finishStep()
    }

    /// Tells of the crossings in a step, and takes the rest of it anew from each that is answered by a change.
    private func tellCrossings(from start: Moment, to next: Moment) throws {
        noteEnd(at: next)
        var restarts = 0
        while let (watcher, time) = try nextFound(after: start.step) {
            let isShown = try watch.show(time)
            moment = isShown ? Moment(step: start.step, time: time) : next
            revision.advance(to: moment.time)
            try watcher.tell()
            // What was changed where the state is not known takes effect after the step.
            guard isShown, try isAnswered(at: time, before: next.time) else { continue }
            restarts += 1
            try checkRestarts(restarts, at: time, by: watcher)
            watch.beginStep(at: time)
            try integrate(from: time, to: next)
            noteEnd(at: next)
        }
    }

    /// Applies what observers answer to a crossing, and tells whether anything has changed thereby.
    private func isAnswered(at time: Double, before end: Double) throws -> Bool {
        guard !queue.isEmpty || watch.isChanged else { return false }
        watch.tellReached(at: time)
        if !watch.isChanged {
            passageWatches.noteStep(at: moment)
            // The motion up to here is nobody's change.
            variables.publish()
        }
        try applyWaitingInterventions()
        try throwFailure()
        guard watch.isChanged else { return false }
        if time < end { try checkDrives(at: end) }
        watch.beginAgain(at: time)
        passageWatches.beginStep(at: moment)
        return true
    }

    private func noteEnd(at next: Moment) {
        revision.advance(to: next.time)
        moment = next
        watch.noteEnd(at: next.time)
    }
}

// MARK: - All methods

extension Simulation {
    /// What is first in the step of what has not been told. What is asked for numbers inside of the step finds the moment that
    /// belongs to the state.
    ///
    /// - Parameter step: The number of the last whole step of the grid.
    /// - Returns: Who has found it, and when it happens; `nil` if there is nothing more.
    /// - Throws: What looking throws, such as ``SimulationError/crossingNotLocated(_:stepStart:reason:)``.
    func nextFound(after step: Int) throws -> (watcher: any StepWatcher, time: Double)? {
        try watch.next { [unowned self] time in
            revision.advance(to: time)
            moment = Moment(step: step, time: time)
        }
    }

    /// Fails if something is answered by changes that bring it about ever sooner.
    func checkRestarts(_ restarts: Int, at time: Double, by watcher: any StepWatcher) throws(SimulationError) {
        guard restarts <= StepWatch<Model>.maximumRestarts else {
            throw SimulationError.tooManyCrossings(
                limit: StepWatch<Model>.maximumRestarts, time: time, crossing: watcher.name)
        }
    }
}
