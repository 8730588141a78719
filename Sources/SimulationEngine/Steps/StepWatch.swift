import GSL
import ObserverCore

/// Who watches a simulation, and the step of the method that is under way.
final class StepWatch<Model: SimulationModel> {
    /// The steps of the method.
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

    /// The last step of the method, where it has computed these.
    let lastStep: () -> KnownStep?

    /// True if rates of change that are computed of the states of the method mean something.
    let hasExactSlopes: Bool

    /// Which nodes are watched for jumps.
    let jumps: JumpWatch

    let model: Model
    let interior: (any DenseOutput<Model>)?

    /// The same if it also knows states approximately.
    let interpolation: (any InterpolatingDenseOutput<Model>)?

    /// Moves nodes on their own between events of the model, where method and model let it.
    let nodewise: NodewiseSteps?

    /// All who watch, in the order of their ranks and then in that in which they came to watch.
    @exclusivity(unchecked)
    private(set) var watchers: [any StepWatcher] = []

    /// How many of them are called before moments of the grid are complete.
    @exclusivity(unchecked)
    private var momentStart = 0

    /// Those that take part in the present step.
    @exclusivity(unchecked)
    var watched: [any StepWatcher] = []

    /// True if any of those looks at more than the ends of steps.
    @exclusivity(unchecked)
    var looksInside = false

    /// True if others are to look at steps than those that do, or some look no more.
    @exclusivity(unchecked)
    var hasOthers = false

    /// True if steps can end between two jumps.
    let canEndBetweenJumps: Bool

    /// True if it is worth noting which of many observed nodes have jumped: where jumps are made one after the other, not all nodes at
    /// once as in a sweep, and to look for them does not take longer than to make them.
    let areJumpsWorthNoting: Bool

    /// True if anybody who looks may find something by time alone, between two jumps.
    @exclusivity(unchecked)
    var dependsOnTime = false

    /// True if the state was changed since the last step, or since something was told, by somebody else than the integrator.
    @exclusivity(unchecked)
    var isChanged = true

    /// True if the state was changed since it was told last what changes have brought about.
    @exclusivity(unchecked)
    var isChangeUntold = false

    /// The end of the step of the method's own that has been taken and not been finished.
    @exclusivity(unchecked)
    var end: Double?

    /// The answers since a step was complete, of a method with steps of its own.
    @exclusivity(unchecked)
    var answers = AnswerCount()

    /// True if the model is in the state in which the step has ended, of which the interior has not taken note yet.
    @exclusivity(unchecked)
    var isAtEnd = false

    /// The time of the state from which the integrator goes on.
    @exclusivity(unchecked)
    var startTime = 0.0

    /// The time of the state that the model is in, as far as that is known here.
    @exclusivity(unchecked)
    var shownTime: Double?

    init(of model: Model, movedBy integrator: any Integrator<Model>) {
        self.model = model
        interior = integrator.makeDenseOutput(for: model)
        interpolation = interior as? any InterpolatingDenseOutput<Model>
        let jumping = integrator as? any JumpIntegrator
        canEndBetweenJumps = jumping?.canEndBetweenJumps ?? false
        areJumpsWorthNoting = canEndBetweenJumps && jumping?.takesTimeByJumps ?? false
        jumps = JumpWatch(interpolates: jumping?.interpolates ?? false)
        stepping = Self.stepping(of: integrator, model)
        let method = integrator as? any OwnSteppingIntegrator
        allowedError = { method?.allowedError(of: $0) ?? 0 }
        let slopes = integrator as? any SlopeKeepingIntegrator
        let eventful = model as? any EventfulEquations
        nodewise = eventful?.stateEvents.flatMap { events in
            guard let eventful, events.areNodesIndependent, let method = integrator as? any NodewiseMethod else {
                return nil
            }
            return NodewiseSteps(of: events, state: eventful.state, by: method)
        }
        endSlopes = { slopes?.lastSlopes }
        lastStep = { slopes?.lastStep }
        hasExactSlopes = slopes?.hasExactSlopes ?? true
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

    /// True if states inside of steps are known.
    var hasDenseOutput: Bool { interior != nil }

    /// True if the steps of the method are those of the grid.
    var isOnGrid: Bool { if case .grid = stepping { true } else { false } }

    /// True if steps lead from jump to jump.
    var isJumping: Bool { if case .jumps = stepping { true } else { false } }

    /// True if there is anything to look for inside of steps.
    var isWatching: Bool { hasOthers ? watchers.contains { $0.view == .inside } : looksInside }

    /// True if anything is kept within bounds.
    var hasBounds: Bool { watchers.first?.rank == .bounds }
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

    /// Has somebody watch.
    ///
    /// - Parameters:
    ///   - watcher: Who watches.
    ///   - hasBegun: True if it has begun already, and takes part in the step that is under way.
    func add(_ watcher: some StepWatcher, hasBegun: Bool = false) {
        insert(watcher, into: &watchers)
        if watcher.rank.rawValue < StepRank.requirements.rawValue { momentStart += 1 }
        if hasBegun { insert(watcher, into: &watched) } else if watcher.view != .moments { hasOthers = true }
    }

    private func insert(_ watcher: some StepWatcher, into list: inout [any StepWatcher]) {
        let place = list.firstIndex { $0.rank.rawValue > watcher.rank.rawValue } ?? list.endIndex
        list.insert(watcher, at: place)
    }

    /// Lets somebody watch no more.
    func remove(_ watcher: some StepWatcher) {
        guard let place = watchers.firstIndex(where: { $0 === watcher }) else { return }
        if place < momentStart { momentStart -= 1 }
        watchers.remove(at: place)
        watched.removeAll { $0 === watcher }
        hasOthers = true
    }

    /// Has somebody who watches begin with the next step, or cease, since at what it looks is another now.
    func restart(_ watcher: some StepWatcher) {
        watched.removeAll { $0 === watcher }
        hasOthers = true
    }

    /// Lets go of all.
    func removeAll() {
        momentStart = 0
        jumps.watchNone(ofNodeCount: 0)
        withExtendedLifetime(watchers.takeAll()) {}
        withExtendedLifetime(watched.takeAll()) {}
    }

    /// The state was changed by somebody else than the integrator.
    func stateWasChanged() { isChanged = true }

    /// Nobody has looked at a step that was taken.
    func forgetStep() {
        isAtEnd = false
        end = nil
        shownTime = nil
    }
}

// MARK: - The grid

extension StepWatch {
    /// The first run begins.
    func beginRun(at instant: ScheduledInstant) {
        for watcher in watchers { watcher.beginRun(at: instant) }
    }

    /// A moment of the grid is complete.
    func finishMoment(at instant: ScheduledInstant) throws {
        let watchers = watchers
        for index in momentStart..<watchers.count { try watchers[index].finishMoment(at: instant) }
    }

    /// A run ends.
    func finishRun(at instant: ScheduledInstant) {
        for watcher in watchers { watcher.finishRun(at: instant) }
    }

    /// Sends observers what has changed.
    func publish(_ publication: Publication = Publication()) {
        for watcher in watchers[momentStart...] { watcher.publish(publication) }
    }

    /// Why a change from outside cannot be, of a node or of whatever has changed; `nil` if it can.
    func refusal(ofChanged node: Int?, from author: AnyAuthor?) -> SimulationError? {
        guard hasBounds else { return nil }
        let author = authorInWords(author)
        do throws(SimulationError) {
            for watcher in watchers.prefix(while: { $0.rank == .bounds }) {
                try watcher.check(changed: node, after: author)
            }
            return nil
        } catch {
            return error
        }
    }
}

// MARK: - Checkpoints

extension StepWatch {
    /// Archives what each of those knows who watch, in their order, and the step that is under way.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isChanged)
        try archive.time(&end)
        try answers.archiveState(in: archive)
        let ofMoments = try archiveStates(of: watchers[momentStart...], in: archive)
        try archive.expect(momentStart, "the number of bounds, crossings and first passages")
        let ofSteps = try archiveStates(of: watchers[..<momentStart], in: archive)
        guard archive.isReading else { return }
        watched = ofSteps + ofMoments
        noteResumed()
    }

    /// - Returns: Those that take part in the step.
    private func archiveStates(
        of watchers: ArraySlice<any StepWatcher>, in archive: StateArchive
    ) throws(CheckpointError) -> [any StepWatcher] {
        let watching = Set(watched.map { ObjectIdentifier($0) })
        var resumed: [any StepWatcher] = []
        for watcher in watchers {
            try archive.expect(watcher.name, "what is watched")
            var isWatching = watching.contains(ObjectIdentifier(watcher)) && !watcher.beginsAnew
            try archive.flag(&isWatching)
            if isWatching { resumed.append(watcher) }
            try watcher.archiveState(in: archive)
        }
        return resumed
    }
}
