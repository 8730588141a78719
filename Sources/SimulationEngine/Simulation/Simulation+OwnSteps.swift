import GSL

// Methods of adaptive step, whose steps are their own.

extension Simulation {
    typealias OwnStep = (_ start: Double, _ end: Double) throws -> Double

    /// Moves on to the next moment of the grid by steps of the method, and tells what is found in them up to there, or up to
    /// the time at which somebody stops the run.
    ///
    ///     until the next moment, or a stop:
    ///         take a step of the method unless one is under way, and look at it as a whole
    ///         tell what has been found in it up to the moment, in the order of the times; after a change, tell what that has brought
    ///         about, and begin anew there
    ///         if the step ends by then, finish it
    ///
    /// A failure leaves the state of the last thing that was told, or of the last step of the method.
    func advanceWatching(by takeStep: OwnStep, to next: Moment) throws {
        var reached = moment
        try prepareWatch(at: reached)
        try tellChanges()
        do {
            while reached.time < next.time, status.stopReason == nil {
                try goOn(by: takeStep, from: &reached, to: next)
            }
        } catch {
            // The error counts, also if the state cannot be shown.
            _ = try? watch.show(reached.time)
            arrive(at: reached)
            throw error
        }
        if status.stopReason != nil { publishStop(before: next) }
    }

    /// Goes on within a step of the method to its end, to the next moment, to a change, or to a stop.
    private func goOn(by takeStep: OwnStep, from reached: inout Moment, to next: Moment) throws {
        let end = try watch.end ?? self.takeStep(takeStep, from: reached, to: next)
        let isChanged = try tellFound(upTo: min(end, next.time), from: &reached)
        if isChanged, status.stopReason == nil, reached.time == next.time {
            reached = next
            return arrive(at: next)
        }
        guard !isChanged, status.stopReason == nil else { return }
        if end > next.time {
            _ = try watch.show(next.time)
            reached = next
            return arrive(at: next)
        }
        watch.showEnd()
        reached = end == next.time ? next : Moment(step: reached.step, time: end)
        arrive(at: reached)
        try watch.finishStep(at: end)
        watch.answers = AnswerCount()
        // At a moment of the grid that is applied when all have been told of it.
        guard end < next.time, status.stopReason == nil else { return }
        _ = try isAnswered(at: end)
        if watch.hasOthers { try prepareWatch(at: reached) }
        try tellChanges()
    }

    private func prepareWatch(at reached: Moment) throws {
        try watch.prepare(at: reached.time) { arrive(at: Moment(step: reached.step, time: $0)) }
    }

    private func takeStep(_ takeStep: OwnStep, from reached: Moment, to next: Moment) throws -> Double {
        watch.beginStep(at: reached.time)
        let end = try restingIfInterrupted { try takeStep(reached.time, next.time) }
        arrive(at: Moment(step: reached.step, time: end))
        watch.noteEnd(at: end)
        return end
    }

    /// Tells what has been found up to a time. After a stop, only what has the same time is told.
    ///
    /// - Returns: True if it was answered by a change, so that another step begins there.
    private func tellFound(upTo limit: Double, from reached: inout Moment) throws -> Bool {
        var limit = limit
        while let (watcher, time) = try nextFound(after: reached.step), time <= limit {
            reached = Moment(step: reached.step, time: time)
            if watcher.needsState { _ = try watch.show(time) } else { watch.showEnd() }
            arrive(at: reached)
            try watcher.tell()
            if status.stopReason != nil { limit = time }
            guard isAnswering || watch.hasOthers || status.stopReason != nil else { continue }
            _ = try watch.show(time)
            arrive(at: reached)
            if watch.hasOthers { try prepareWatch(at: reached) }
            guard status.stopReason == nil, try isAnswered(at: time) else { continue }
            try note(&watch.answers, at: time, by: watcher.name)
            try tellChanges()
            return true
        }
        if status.stopReason != nil {
            _ = try watch.show(reached.time)
            arrive(at: reached)
            watch.tellReached(at: reached.time)
        }
        return false
    }
}

// MARK: - Jumps

extension Simulation {
    typealias Jumps = (_ start: Double, _ end: Double, _ watch: JumpWatch) throws -> Double

    /// Moves on to the next moment of the grid, and tells what is found at the jumps, or up to that at which somebody stops
    /// the run.
    func advanceWatching(byJumps jump: Jumps, to next: Moment) throws {
        try watch.prepare(at: moment.time)
        try tellChanges()
        var reach = next.time - moment.time
        while moment.time < next.time, status.stopReason == nil {
            watch.jumps.clear()
            let start = moment.time
            let end = watch.dependsOnTime ? min(start + reach, next.time) : next.time
            let change = try changeByTime(until: end)
            let time = try restingIfInterrupted { try jump(start, change ?? end, watch.jumps) }
            // Not much farther than to the next jump, after which the number is another.
            reach = watch.jumps.hasNoted ? max(reach / 2, 2 * (time - start)) : 2 * reach
            arrive(at: time == next.time ? next : Moment(step: moment.step, time: time))
            guard watch.jumps.hasNoted || time == change else {
                watch.noteTime()
                continue
            }
            try tellJump(at: time)
            // At a moment of the grid that is applied when all have been told of it.
            guard time < next.time, status.stopReason == nil else { continue }
            _ = try isAnswered(at: time)
            if watch.hasOthers || watch.jumps.watchesTooMany { try watch.prepare(at: time) }
            try tellChanges()
        }
        if status.stopReason != nil { publishStop(before: next) }
    }

    /// The first time up to a moment at which there is something to tell if no node jumps until then: a condition on the time
    /// comes to hold, or a number crosses its level that depends on the time.
    ///
    /// The time is the least double, which does not depend on how far ahead one looks. Of what is known by its truth only, not by a
    /// number, what comes and goes between two jumps or moments is not found.
    private func changeByTime(until end: Double) throws -> Double? {
        guard watch.dependsOnTime else { return nil }
        let start = moment
        defer { arrive(at: start) }
        let show = { (time: Double) in self.arrive(at: Moment(step: start.step, time: time)) }
        let change: Double?
        do {
            change = try watch.firstChangeByTime(from: start.time, to: end, show: show)
        } catch let error as GSLError {
            throw SimulationError.crossingNotLocated("a number", stepStart: start.time, reason: error.description)
        }
        show(change ?? end)
        guard watch.isDifferent else { return change }
        return leastTime(from: start.time, to: change ?? end) { time in
            show(time)
            return watch.isDifferent
        }
    }

    private func tellJump(at time: Double) throws {
        watch.beginStep(at: time)
        watch.noteEnd(at: time, by: watch.jumps)
        while let (watcher, _) = try nextFound(after: moment.step) { try watcher.tell() }
        try watch.finishStep(at: time)
    }

    /// Publishes the state at which a run was stopped between two moments of the grid.
    private func publishStop(before next: Moment) {
        if moment.time < next.time { watch.publish() }
    }
}
