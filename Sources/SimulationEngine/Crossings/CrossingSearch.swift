import ObserverCore

/// The crossings that are watched in a simulation.
final class CrossingSearch<Model: SimulationModel> {
    /// How often a crossing may be answered by a change within one step.
    static var maximumRestarts: Int { 10_000 }

    private let model: Model
    private let interior: (any StepInterior<Model>)?

    /// Those that are observed, in the order in which their first observations began.
    private var observed: [any CrossingDetector] = []

    /// Those that take part in the present step.
    private(set) var watched: [any CrossingDetector] = []

    /// Whether the state was changed since the last step by somebody else than the integrator.
    private var isChanged = true

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
            if isChanged || !watched.contains(where: { $0 === detector }) {
                detector.begin(at: time)
            } else {
                detector.beginStep()
            }
        }
        watched = observed
        isChanged = false
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
            guard let time = try detector.next(in: states) else { continue }
            if let first, first.time <= time { continue }
            first = (detector, time)
        }
        return first
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
        isChanged = false
        interior?.begin(model, at: time)
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
        try integrator.advance(model, from: start.time, to: next.time)
        revision.advance(to: next.time)
        crossings.noteEnd(at: next.time)
        var restarts = 0
        while let (detector, time) = try crossings.next(stateChanges: revision.advance(to:)) {
            let isShown = try crossings.show(time)
            revision.advance(to: isShown ? time : next.time)
            moment = isShown ? Moment(step: start.step, time: time) : next
            detector.tell()
            // What was changed where the state is not known takes effect after the step.
            guard isShown, !queue.isEmpty else { continue }
            try applyWaitingInterventions()
            crossings.beginAgain(at: time)
            restarts += 1
            guard restarts <= CrossingSearch<Model>.maximumRestarts else {
                throw SimulationError.tooManyCrossings(
                    limit: CrossingSearch<Model>.maximumRestarts, time: time, crossing: detector.name)
            }
            try integrator.advance(model, from: time, to: next.time)
            revision.advance(to: next.time)
            crossings.noteEnd(at: next.time)
        }
        crossings.finishStep()
        revision.advance(to: next.time)
        moment = next
    }
}
