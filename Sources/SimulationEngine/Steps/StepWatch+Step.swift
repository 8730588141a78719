import GSL

extension StepWatch {
    /// Before a step, or before going on within one that is under way: those begin that have come, and all begin again if the
    /// state was changed. The model is in the state of the time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - stateChanges: Is called when the model is in the state of another time: who begins within a step looks at its end, too.
    /// - Throws: Errors of the integrator when it shows the state of the time again.
    func prepare(at time: Double, stateChanges: (_ time: Double) -> Void = { _ in }) throws {
        if isChanged { beginAgain(at: time) }
        shownTime = time
        guard hasOthers || jumps.watchesTooMany else { return }
        hasOthers = false
        jumps.watchesTooMany = false
        let looking = watchers.filter { $0.view != .moments }
        let others = looking.filter { watcher in !watched.contains { $0 === watcher } }
        watched = looking
        looksInside = looking.contains { $0.view == .inside }
        for watcher in others { watcher.begin(at: time) }
        if let end, !others.isEmpty {
            showEnd()
            stateChanges(end)
            for watcher in others {
                watcher.beginStep()
                watcher.noteEnd(at: end, by: nil)
            }
            _ = try show(time)
            stateChanges(time)
        }
        noteWatchedNodes()
    }

    /// Takes note that the watchers in the present step come from an archive.
    func noteResumed() {
        looksInside = watched.contains { $0.view == .inside }
        hasOthers = watched.count != watchers.count { $0.view != .moments }
        noteWatchedNodes()
    }

    private func noteWatchedNodes() {
        guard case .jumps = stepping else { return }
        jumps.watchNone(ofNodeCount: model.nodeCount)
        for watcher in watched { watcher.addNodes(to: jumps) }
        dependsOnTime = canEndBetweenJumps && watched.contains { $0.dependsOnTime }
    }

    /// True if somebody who depends on time would have something to tell in the state and at the time that are shown.
    var isDifferent: Bool { watched.contains { $0.dependsOnTime && $0.isDifferent } }

    /// The first time at which somebody would have something to tell that comes about by time alone.
    ///
    /// - Parameters:
    ///   - start: The time that is shown.
    ///   - end: The time up to which to look.
    ///   - show: Shows a time at which the state is what it is now.
    /// - Returns: The least double at which the number is on the other side.
    /// - Throws: `GSLError` if it cannot be located.
    func firstChangeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? {
        var first = end
        var isFound = false
        for watcher in watched where watcher.dependsOnTime {
            guard let time = try watcher.changeByTime(from: start, to: first, show: show) else { continue }
            (first, isFound) = (time, true)
        }
        return isFound ? first : nil
    }

    /// Tells what a change from outside has brought about.
    ///
    /// - Returns: True if there was anything to tell.
    func tellChange() -> Bool {
        guard isChangeUntold else { return false }
        isChangeUntold = false
        return watched.reduce(false) { $1.tellChange() || $0 }
    }

    /// No node has jumped until the time that is shown, and there is nothing to tell.
    func noteTime() {
        if dependsOnTime { for watcher in watched { watcher.noteTime() } }
    }

    /// Begins a step where the last one ended, or where something was changed.
    func beginStep(at time: Double) {
        for watcher in watched { watcher.beginStep() }
        startTime = time
        isAtEnd = false
        interior?.begin(model, at: time)
        nodewise?.begin(at: time)
    }

    /// After a step, or the rest of one.
    func noteEnd(at time: Double, by jumps: JumpWatch? = nil) {
        for watcher in watched { watcher.noteEnd(at: time, by: jumps) }
        isAtEnd = true
        shownTime = time
        if case .own = stepping { end = time }
    }

    /// The first watcher with something untold in the step, and its time. The closure is called when the model is in the
    /// state of another time.
    func next(stateChanges: @escaping (_ time: Double) -> Void) throws -> (watcher: any StepWatcher, time: Double)? {
        let states = isJumping || !hasDenseOutput ? nil : states(changing: stateChanges)
        var first: (watcher: any StepWatcher, time: Double)?
        for watcher in watched {
            guard let time = try next(of: watcher, in: states) else { continue }
            if let first, first.time <= time { continue }
            first = (watcher, time)
        }
        return first
    }

    private func states(changing stateChanges: @escaping (_ time: Double) -> Void) -> StepStates {
        StepStates(
            ofOwnStep: !isOnGrid,
            show: { [unowned self] time in
                _ = try show(time)
                stateChanges(time)
            },
            interpolate: { [unowned self] time, polynomial in
                guard interpolate(time, by: polynomial) else { return false }
                stateChanges(time)
                return true
            })
    }

    private func next(of watcher: any StepWatcher, in states: StepStates?) throws -> Double? {
        try locating(watcher) { try watcher.next(in: states) }
    }

    private func locating<Result>(_ watcher: any StepWatcher, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as GSLError {
            throw SimulationError.crossingNotLocated(watcher.name, stepStart: startTime, reason: error.description)
        }
    }

    /// Goes on with nodes alone whose state has jumped at a time within the step. The model is in the state of the end.
    func goOn(with jumped: [Int32], from time: Double, stateChanges: @escaping (_ time: Double) -> Void) throws {
        isAtEnd = true
        startTime = time
        let states = states(changing: stateChanges)
        for watcher in watched where watcher.followsNodes {
            try locating(watcher) { try watcher.goOn(with: jumped, from: time, in: states) }
        }
    }

    /// Those who do not go on with nodes alone.
    var watchersOfAll: [any StepWatcher] { watched.filter { !$0.followsNodes } }

    /// Tests if anybody has something to tell of nodes near a time.
    func isAwaited(_ nodes: [Int32], near time: Double) -> Bool { watched.contains { $0.awaits(nodes, near: time) } }

    /// Those begin again who do not go on with nodes alone. The model is in the state of the time.
    func beginAgain(_ others: [any StepWatcher], at time: Double) {
        for watcher in others { watcher.beginAgain(at: time) }
        isChangeUntold = true
    }

    /// Tells of the motion up to a time, before the state of that time is changed: whatever else is reached in it, too, since it is so
    /// already when the step goes on from there.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - isMoment: True if it is a moment of the grid at which all has been published that is looked at there.
    func catchUp(at time: Double, isMoment: Bool = false) {
        tellReached(at: time)
        guard !isChanged else { return }
        for watcher in isMoment ? watched : watchers { watcher.catchUp(at: time) }
    }

    /// Tells what is reached in the state of a time within the step, but was found by a hair later.
    func tellReached(at time: Double) {
        for watcher in watched { watcher.tellReached(at: time) }
    }

    /// Puts the state back from which the integrator would go on, after something has failed inside of the step.
    ///
    /// - Returns: Its time; `nil` if the integrator does not know the states inside of its steps, so that the model is
    ///   in no such state.
    func returnToStart() throws -> Double? {
        try show(startTime) ? startTime : nil
    }

    /// Shows the state of a time within the step, if the integrator knows it.
    ///
    /// - Returns: True if it does.
    func show(_ time: Double) throws -> Bool {
        guard let interior else { return false }
        if case .own = stepping, time == shownTime { return true }
        leaveEnd()
        shownTime = nil
        if let equations = model as? any DifferentialEquations {
            try equations.look { try interior.show(time, in: model) }
        } else {
            try interior.show(time, in: model)
        }
        nodewise?.showJumps(at: time)
        shownTime = time
        return true
    }

    /// Shows the interpolated state of a time within the step, if the integrator knows it.
    ///
    /// - Returns: True if it does.
    private func interpolate(_ time: Double, by polynomial: StepPolynomial) -> Bool {
        guard let interpolation else { return false }
        leaveEnd()
        guard interpolation.interpolate(time, by: polynomial, in: model) else { return false }
        shownTime = nil
        return true
    }

    /// Takes note of the state in which the step has ended, before another is shown. Most steps have nothing to show.
    private func leaveEnd() {
        if isAtEnd { interior?.noteEnd(model) }
        isAtEnd = false
    }

    /// Shows the state at the end of the step.
    func showEnd() {
        if let end, end == shownTime { return }
        if !isAtEnd { interior?.showEnd(in: model) }
        shownTime = end
    }

    /// Goes on from a state that somebody has changed at a time within the step.
    func beginAgain(at time: Double) {
        for watcher in watched { watcher.beginAgain(at: time) }
        isChanged = false
        isChangeUntold = true
        isAtEnd = false
        end = nil
        shownTime = time
        // Nodes may have come.
        noteWatchedNodes()
    }

    /// After all that was found in a step has been told. The model is in the state of its end.
    func finishStep(at time: Double) throws {
        end = nil
        for watcher in watched { try watcher.finishStep(at: time) }
    }
}
