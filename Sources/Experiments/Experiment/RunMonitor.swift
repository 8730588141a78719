import ObserverCore
import SimulationEngine

/// Watches a run from outside: hears how far it is, and can stop it.
///
/// It observes the clock of the simulation like any other observer.
public final class RunMonitor: Observer {
    /// Keeps the observation alive.
    public let receiver = Receiver()

    /// True once the run has begun, or gone on: until then nothing in a directory that was there has been changed.
    package private(set) var hasBegun = false

    /// The last moment that was reached.
    private(set) var lastMoment: Moment?

    /// True if the run was stopped before its end.
    public private(set) var wasStopped = false

    /// Why the scenario ended the run before its end, if it did.
    public private(set) var stopReason: String?

    /// The step of the last checkpoint, if there is one.
    package private(set) var checkpointStep: Int?

    /// The warnings about the results, as the manifest has them.
    public private(set) var warnings: [String] = []

    /// Is told what went wrong without ending the run.
    package let warn: (String) -> Void

    /// True while a step is given up only for a checkpoint, after which the run goes on with it.
    private(set) var isPausing = false

    /// Looks at the run.
    package weak var viewer: (any RunViewer)?

    /// The run as the viewer sees it.
    private var view: (any ViewedRun)?

    private let onProgress: (RunProgress) -> Void
    private let shouldStop: () -> Bool
    private let shouldStore: () -> Bool

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - onProgress: Is called after each step with what has been done. Should cost little.
    ///   - shouldStop: Is asked after each step whether to stop there, and now and then within the steps of methods that can be
    ///     interrupted: adaptive ones, events, leaps and sweeps, and within the direct sums of a structure factor. Should cost
    ///     little. There is a checkpoint of the moment at which a run stops, with what an adaptive method has done of a step that
    ///     was given up, and what has been done of such a sum; but none of a moment at which the scenario ends the run.
    ///   - shouldStore: Is asked as often whether to write a checkpoint. Should cost little.
    ///   - onWarning: Is told what went wrong without ending the run, such as that there are no checkpoints of it, or that it does
    ///     not conserve its energy.
    public init(
        onProgress: @escaping (RunProgress) -> Void = { _ in }, shouldStop: @escaping () -> Bool = { false },
        shouldStore: @escaping () -> Bool = { false }, onWarning: @escaping (String) -> Void = { _ in }
    ) {
        self.onProgress = onProgress
        self.shouldStop = shouldStop
        self.shouldStore = shouldStore
        warn = onWarning
    }

    func watch<Model>(
        _ run: ObservedRun<Model>, _ context: WatchContext<Model>, movedBy integrator: any Integrator<Model>,
        stepCount: Int
    ) {
        let simulation = run.simulation
        (integrator as? any InterruptibleIntegrator)?.shouldInterrupt = { [unowned self, weak run] in
            shouldInterrupt(run)
        }
        run.shouldGiveUp = { [unowned self, unowned run] in shouldGiveUpObservation(of: run) }
        guard let everyStep = try? simulation.every(steps: 1) else { return }
        view = viewer.map { _ in ModelView(of: run, context) }
        let isViewed = view != nil
        observe(everyStep) { [onProgress, shouldStop, shouldStore, unowned self, unowned run] (moment: Moment) in
            if isViewed, let view { viewer?.look(at: view) }
            onProgress(RunProgress(moment: moment, stepCount: stepCount))
            guard moment.step < stepCount else { return }
            if shouldStop() {
                stop(run)
            } else if shouldStore() {
                run.checkpoints?.request()
            }
        }
    }

    /// Tests if a step is to be given up, and asks for a checkpoint if so.
    private func shouldInterrupt<Model>(_ run: ObservedRun<Model>?) -> Bool {
        let isStopping = shouldStop()
        // A step that goes on must come farther before it is given up again.
        guard isStopping || !isPausing && shouldStore() else {
            isPausing = false
            return false
        }
        isPausing = !isStopping
        run?.checkpoints?.request()
        return true
    }

    /// Tests if an observation that takes long is to be given up, and stops the run with a checkpoint if so.
    private func shouldGiveUpObservation<Model>(of run: ObservedRun<Model>) -> Bool {
        guard shouldStop() else { return false }
        stop(run)
        return true
    }

    private func stop<Model>(_ run: ObservedRun<Model>) {
        wasStopped = true
        run.checkpoints?.request()
        run.simulation.stop()
    }

    /// Takes note that the run begins or goes on.
    package func noteBeginning() {
        hasBegun = true
    }

    /// Takes note of how far the run has come, which goes no farther.
    func note(_ moment: Moment) {
        lastMoment = moment
        if let view { viewer?.end(of: view) }
        view = nil
    }

    /// Takes note of what is to be known of the results.
    func note(warnings: [String]) {
        self.warnings = warnings
    }

    /// Takes note that the scenario ended the run.
    func noteStop(because reason: String) {
        stopReason = reason
    }

    /// Takes note of the last checkpoint.
    func noteCheckpoint(atStep step: Int?) {
        checkpointStep = step
    }

    /// Takes note that a step was given up because the run was to stop.
    func noteInterruption() {
        wasStopped = true
    }
}

/// How far a run is.
public struct RunProgress: Equatable, Sendable {
    /// The moment that has been reached.
    public let moment: Moment

    /// The number of steps of the whole run.
    public let stepCount: Int

    /// The part that is done, from 0 to 1.
    public var fraction: Double { Double(moment.step) / Double(stepCount) }
}
