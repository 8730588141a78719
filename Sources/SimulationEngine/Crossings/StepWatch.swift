import GSL
import ObserverCore

/// What looks at the steps of the method in a simulation, and the step that is under way.
final class StepWatch<Model: SimulationModel> {
    /// How often something may be answered by a change within one step.
    static var maximumRestarts: Int { 10_000 }

    /// What steps of the method are.
    enum Stepping {
        /// Those of the grid.
        case grid

        /// Those of an ``OwnSteppingIntegrator``, which this calls.
        case own((_ start: Double, _ end: Double) throws -> Double)

        /// The jumps of a ``JumpIntegrator``, which this calls.
        case jumps((_ start: Double, _ end: Double, _ watch: JumpWatch) throws -> Double)
    }

    let stepping: Stepping

    /// The error that the method allows in a number of the state.
    let allowedError: (_ value: Double) -> Double

    /// The rates of change of the state at both ends of the last step, where the method has computed them.
    let endSlopes: () -> StepSlopes?

    /// Which nodes are watched for jumps.
    let jumps: JumpWatch

    private let model: Model
    private let interior: (any DenseOutput<Model>)?

    /// The same if it also knows states approximately.
    private let interpolation: (any InterpolatingDenseOutput<Model>)?

    /// Those that are to look at steps, in the order of their ranks and then in that in which they came to be watched.
    var observed: [any StepWatcher] = []

    /// Those that take part in the present step.
    var watched: [any StepWatcher] = []

    /// Whether others are to look at steps than those that do, or some look no more.
    private(set) var hasOthers = false

    /// Whether steps can end between two jumps.
    private let canEndBetweenJumps: Bool

    /// Whether anybody who looks may find something by time alone, between two jumps.
    private(set) var dependsOnTime = false

    /// Whether the state was changed since the last step, or since something was told, by somebody else than the integrator.
    var isChanged = true

    /// The end of the step of the method's own that has been taken and not been finished.
    var end: Double?

    /// How often the step that is under way, of a method with steps of its own, has been begun anew after a change.
    var restarts = 0

    /// The time of the state from which the integrator goes on.
    private var startTime = 0.0

    /// The time of the state that the model is in, as far as that is known here.
    private var shownTime: Double?

    init(of model: Model, movedBy integrator: any Integrator<Model>) {
        self.model = model
        interior = integrator.makeDenseOutput(for: model)
        interpolation = interior as? any InterpolatingDenseOutput<Model>
        canEndBetweenJumps = (integrator as? any JumpIntegrator)?.canEndBetweenJumps ?? false
        jumps = JumpWatch(interpolates: (integrator as? any JumpIntegrator)?.interpolates ?? false)
        stepping = Self.stepping(of: integrator, model)
        let method = integrator as? any OwnSteppingIntegrator
        allowedError = { method?.allowedError(of: $0) ?? 0 }
        let slopes = integrator as? any SlopeKeepingIntegrator
        endSlopes = { slopes?.lastSlopes }
    }

    private static func stepping(of integrator: any Integrator<Model>, _ model: Model) -> Stepping {
        func own<Method: OwnSteppingIntegrator>(_ method: Method) -> Stepping? {
            guard let model = model as? Method.Model else { return nil }
            return .own { try method.advanceByStep(model, from: $0, toward: $1) }
        }
        func jumps<Method: JumpIntegrator>(_ method: Method) -> Stepping? {
            guard let model = model as? Method.Model else { return nil }
            return .jumps { try method.advance(model, from: $0, to: $1, until: $2) }
        }
        if let method = integrator as? any OwnSteppingIntegrator { return own(method) ?? .grid }
        if let method = integrator as? any JumpIntegrator { return jumps(method) ?? .grid }
        return .grid
    }

    /// Whether states inside of steps are known.
    var hasDenseOutput: Bool { interior != nil }

    /// Whether the steps of the method are those of the grid.
    var isOnGrid: Bool { if case .grid = stepping { true } else { false } }

    /// Whether steps lead from jump to jump.
    var isJumping: Bool { if case .jumps = stepping { true } else { false } }

    /// Whether there is anything to look for.
    var isWatching: Bool { !observed.isEmpty }
}

// MARK: - Who looks

extension StepWatch {
    /// Has somebody look at steps, and keeps it alive, while its messages are observed.
    func attach<Message>(_ watcher: some StepWatcher, to messenger: Messenger<Message>) {
        messenger.attach(
            ObservationWindow(
                began: { [weak self, weak watcher] in if let watcher { self?.add(watcher) } },
                ended: { [weak self, weak watcher] in if let watcher { self?.remove(watcher) } }))
    }

    /// Has somebody look at steps.
    func add(_ watcher: some StepWatcher) {
        let place = observed.firstIndex { $0.rank.rawValue > watcher.rank.rawValue } ?? observed.endIndex
        observed.insert(watcher, at: place)
        hasOthers = true
    }

    /// Lets somebody look no more.
    func remove(_ watcher: some StepWatcher) {
        observed.removeAll { $0 === watcher }
        watched.removeAll { $0 === watcher }
        hasOthers = true
    }

    /// Lets go of all.
    func removeAll() {
        _ = observed.takeAll()
        _ = watched.takeAll()
    }

    /// The state was changed by somebody else than the integrator.
    func stateWasChanged() { isChanged = true }

    /// Nobody has looked at a step that was taken.
    func forgetStep() {
        end = nil
        shownTime = nil
    }
}

// MARK: - A step

extension StepWatch {
    /// Before a step, or before going on within one that is under way: those begin that have come, and all begin again if the
    /// state was changed. The model is in the state of the time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - stateChanges: Is called when the model is in the state of another time: who begins within a step looks at its end, too.
    /// - Throws: What the integrator throws when it shows the state of the time again.
    func prepare(at time: Double, stateChanges: (_ time: Double) -> Void = { _ in }) throws {
        if isChanged { beginAgain(at: time) }
        shownTime = time
        if observed.contains(where: { !$0.isWanted }) {
            observed.removeAll { !$0.isWanted }
            hasOthers = true
        }
        guard hasOthers || jumps.watchesTooMany else { return }
        hasOthers = false
        jumps.watchesTooMany = false
        let others = observed.filter { watcher in !watched.contains { $0 === watcher } }
        watched = observed
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

    /// What took part in the step that is under way has been taken from an archive.
    func noteResumed() {
        hasOthers = watched.count != observed.count
        noteWatchedNodes()
    }

    private func noteWatchedNodes() {
        guard case .jumps = stepping else { return }
        jumps.watchNone(ofNodeCount: model.nodeCount)
        for watcher in watched { watcher.addNodes(to: jumps) }
        dependsOnTime = canEndBetweenJumps && watched.contains { $0.dependsOnTime }
    }

    /// Whether somebody who depends on time would have something to tell in the state and at the time that are shown.
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
    /// - Returns: Whether there was anything to tell.
    func tellChange() -> Bool { watched.reduce(false) { $1.tellChange() || $0 } }

    /// No node has jumped until the time that is shown, and there is nothing to tell.
    func noteTime() {
        if dependsOnTime { for watcher in watched { watcher.noteTime() } }
    }

    /// Begins a step where the last one ended, or where something was changed.
    func beginStep(at time: Double) {
        for watcher in watched { watcher.beginStep() }
        startTime = time
        interior?.begin(model, at: time)
    }

    /// After a step, or the rest of one.
    func noteEnd(at time: Double, by jumps: JumpWatch? = nil) {
        for watcher in watched { watcher.noteEnd(at: time, by: jumps) }
        interior?.noteEnd(model)
        shownTime = time
        if case .own = stepping { end = time }
    }

    /// What is first in the step of what has not been told, and its time. The closure is called when the model is in the
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
        do {
            return try watcher.next(in: states)
        } catch let error as GSLError {
            throw SimulationError.crossingNotLocated(watcher.name, stepStart: startTime, reason: error.description)
        }
    }

    /// Tells the other crossings whose levels are reached in the state of a crossing, since their numbers lie on the far
    /// sides already when the step goes on from there.
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
    /// - Returns: Whether it does.
    func show(_ time: Double) throws -> Bool {
        guard let interior else { return false }
        if case .own = stepping, time == shownTime { return true }
        shownTime = nil
        if let equations = model as? any DifferentialEquations {
            try equations.look { try interior.show(time, in: model) }
        } else {
            try interior.show(time, in: model)
        }
        shownTime = time
        return true
    }

    /// Shows the interpolated state of a time within the step, if the integrator knows it.
    ///
    /// - Returns: Whether it does.
    private func interpolate(_ time: Double, by polynomial: StepPolynomial) -> Bool {
        guard let interpolation, interpolation.interpolate(time, by: polynomial, in: model) else {
            return false
        }
        shownTime = nil
        return true
    }

    /// Shows the state at the end of the step.
    func showEnd() {
        if let end, end == shownTime { return }
        interior?.showEnd(in: model)
        shownTime = end
    }

    /// Goes on from a state that somebody has changed at a time within the step.
    func beginAgain(at time: Double) {
        for watcher in watched { watcher.beginAgain(at: time) }
        isChanged = false
        end = nil
        shownTime = time
        // Nodes may have come.
        noteWatchedNodes()
    }

    /// After all that was found in a step has been told. The model is in the state of its end.
    func finishStep() throws {
        end = nil
        for watcher in watched { try watcher.finishStep() }
    }
}
