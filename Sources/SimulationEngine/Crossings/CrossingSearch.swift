import GSL
import ObserverCore

/// The crossings that are watched in a simulation.
final class CrossingSearch<Model: SimulationModel> {
    /// How often a crossing may be answered by a change within one step.
    static var maximumRestarts: Int { 10_000 }

    private let model: Model
    private let interior: (any StepInterior<Model>)?

    /// Those that are observed, in the order in which their first observations began.
    var observed: [any CrossingDetector] = []

    /// Those that take part in the present step.
    var watched: [any CrossingDetector] = []

    /// Whether the state was changed since the last step, or the last crossing, by somebody else than the integrator.
    var isChanged = true

    /// The time of the state from which the integrator goes on.
    private var startTime = 0.0

    init(of model: Model, movedBy integrator: any Integrator<Model>) {
        self.model = model
        interior = integrator.makeInterior(for: model)
    }

    /// Whether states inside of steps are known.
    var knowsInterior: Bool { interior != nil }

    /// Whether there is any crossing to look for.
    var isWatching: Bool { !observed.isEmpty }

    /// Has the messages of a detector sent, and keeps it alive, while it is observed.
    func attach(_ detector: some CrossingDetector, to messenger: Messenger<Crossing>) {
        messenger.attach(
            ObservationWindow(
                began: { [weak self, weak detector] in if let detector { self?.observed.append(detector) } },
                ended: { [weak self, weak detector] in
                    self?.observed.removeAll { $0 === detector }
                    self?.watched.removeAll { $0 === detector }
                }))
    }

    /// Lets go of all.
    func removeAll() {
        observed = []
        watched = []
    }

    /// The state was changed by somebody else than the integrator.
    func stateWasChanged() { isChanged = true }
}

// MARK: - A step

extension CrossingSearch {
    /// Before a step.
    func beginStep(at time: Double) {
        for detector in observed {
            if !watched.contains(where: { $0 === detector }) {
                detector.begin(at: time)
            } else if isChanged {
                detector.beginAgain(at: time)
            } else {
                detector.beginStep()
            }
        }
        watched = observed
        begin(at: time)
    }

    private func begin(at time: Double) {
        isChanged = false
        startTime = time
        interior?.begin(model, at: time)
    }

    /// After a step, or the rest of one.
    func noteEnd(at time: Double) {
        for detector in watched { detector.noteEnd(at: time) }
        interior?.noteEnd(model)
    }

    /// The first crossing that has not been told, and its time. The closure is called when the model is in the
    /// state of another time.
    func next(stateChanges: @escaping (_ time: Double) -> Void) throws -> (
        detector: any CrossingDetector, time: Double
    )? {
        let states = interior.map { interior in
            StepStates { [model] time in
                try interior.show(time, in: model)
                stateChanges(time)
            }
        }
        var first: (detector: any CrossingDetector, time: Double)?
        for detector in watched {
            guard let time = try next(of: detector, in: states) else { continue }
            if let first, first.time <= time { continue }
            first = (detector, time)
        }
        return first
    }

    private func next(of detector: any CrossingDetector, in states: StepStates?) throws -> Double? {
        do {
            return try detector.next(in: states)
        } catch let error as GSLError {
            throw SimulationError.crossingNotLocated(detector.name, stepStart: startTime, reason: error.description)
        }
    }

    /// Tells the other crossings whose levels are reached in the state of a crossing, since their numbers lie on the far
    /// sides already when the step goes on from there.
    func tellReached(at time: Double) {
        for detector in watched { detector.tellReached(at: time) }
    }

    /// Puts the state back from which the integrator would go on, after something has failed inside of the step.
    ///
    /// - Returns: Its time; `nil` if the integrator does not know the states inside of its steps, so that the model is
    ///   in no such state.
    func returnToStart() throws -> Double? {
        try show(startTime) ? startTime : nil
    }

    /// Shows the state of a crossing, if the integrator knows it.
    ///
    /// - Returns: Whether it does.
    func show(_ time: Double) throws -> Bool {
        guard let interior else { return false }
        try interior.show(time, in: model)
        return true
    }

    /// Goes on from a state that somebody has changed at a crossing.
    func beginAgain(at time: Double) {
        for detector in watched { detector.beginAgain(at: time) }
        begin(at: time)
    }

    /// After all crossings of a step have been told.
    func finishStep() {
        interior?.showEnd(in: model)
        for detector in watched { detector.finishStep() }
    }
}

extension Simulation {
    /// Moves on by one step, and tells of the crossings in it.
    func advanceWatchingCrossings(to next: Moment) throws {
        let start = moment
        crossings.beginStep(at: start.time)
        try takeStep(to: next)
        do {
            try tellCrossings(from: start, to: next)
        } catch {
            if let time = try crossings.returnToStart() {
                revision.advance(to: time)
                moment = Moment(step: start.step, time: time)
                noteChange()
            }
            throw error
        }
        crossings.finishStep()
        revision.advance(to: next.time)
        moment = next
    }

    /// Tells of the crossings in a step, and takes the rest of it anew from each that is answered by a change.
    private func tellCrossings(from start: Moment, to next: Moment) throws {
        noteEnd(at: next.time)
        var restarts = 0
        while let (detector, time) = try crossings.next(stateChanges: revision.advance(to:)) {
            let isShown = try crossings.show(time)
            revision.advance(to: isShown ? time : next.time)
            moment = isShown ? Moment(step: start.step, time: time) : next
            detector.tell()
            // What was changed where the state is not known takes effect after the step.
            guard isShown, try isAnswered(at: time, before: next.time) else { continue }
            restarts += 1
            guard restarts <= CrossingSearch<Model>.maximumRestarts else {
                throw SimulationError.tooManyCrossings(
                    limit: CrossingSearch<Model>.maximumRestarts, time: time, crossing: detector.name)
            }
            try integrate(from: time, to: next)
            noteEnd(at: next.time)
        }
    }

    /// Applies what observers answer to a crossing, and tells whether anything has changed thereby.
    private func isAnswered(at time: Double, before end: Double) throws -> Bool {
        guard !queue.isEmpty || crossings.isChanged else { return false }
        crossings.tellReached(at: time)
        if !crossings.isChanged {
            passageWatches.noteStep(at: moment)
            // The motion up to here is nobody's change.
            variables.publish()
        }
        try applyWaitingInterventions()
        try throwFailure()
        guard crossings.isChanged else { return false }
        if time < end, try drives.prepare(model, from: time, to: end) { integrator.stateWasChanged() }
        crossings.beginAgain(at: time)
        passageWatches.beginStep(at: moment)
        return true
    }

    private func noteEnd(at time: Double) {
        revision.advance(to: time)
        crossings.noteEnd(at: time)
    }
}
