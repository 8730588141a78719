import ObserverCore
import SimulationEngine

/// Watches a run from outside: hears how far it is, and can stop it.
///
/// It observes the clock of the simulation like any other observer.
public final class RunMonitor: Observer {
    /// Keeps the observation alive.
    public let receiver = Receiver()

    /// Whether the run was stopped before its end.
    public private(set) var wasStopped = false

    /// Why the scenario ended the run before its end, if it did.
    public private(set) var stopReason: String?

    private let onProgress: (RunProgress) -> Void
    private let shouldStop: () -> Bool

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - onProgress: Is called after each step with what has been done. Should cost little.
    ///   - shouldStop: Is asked after each step whether to stop there, and now and then within the steps of adaptive
    ///     methods, which are then given up. Should cost little.
    public init(onProgress: @escaping (RunProgress) -> Void = { _ in }, shouldStop: @escaping () -> Bool = { false }) {
        self.onProgress = onProgress
        self.shouldStop = shouldStop
    }

    func watch<Model>(
        _ simulation: Simulation<Model>, movedBy integrator: any Integrator<Model>, stepCount: Int
    ) {
        (integrator as? any InterruptibleIntegrator)?.shouldInterrupt = shouldStop
        guard let everyStep = try? simulation.every(steps: 1) else { return }
        observe(everyStep) { [unowned self, unowned simulation] (moment: Moment) in
            onProgress(RunProgress(moment: moment, stepCount: stepCount))
            if moment.step < stepCount, shouldStop() {
                wasStopped = true
                simulation.stop()
            }
        }
    }

    /// Takes note that the scenario ended the run.
    func noteStop(because reason: String) {
        stopReason = reason
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
