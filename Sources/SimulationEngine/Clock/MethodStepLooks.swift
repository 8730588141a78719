/// Looks at the state after each so many-th step of a method that chooses its steps itself.
final class MethodStepLooks {
    private let interval: Int
    private let look: () -> Void
    private var stepCount = 0

    init(every interval: Int, look: @escaping () -> Void) {
        self.interval = interval
        self.look = look
    }
}

extension MethodStepLooks: StepWatcher {
    var name: String { "the step of the method" }
    var rank: StepRank { .conditions }

    func begin(at time: Double) { look() }
    func finishStep(at time: Double) {
        stepCount += 1
        if stepCount.isMultiple(of: interval) { look() }
    }
}

extension MethodStepLooks: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) { try archive.count(&stepCount) }
}

extension Simulation {
    /// Looks at the state when a run begins, and after each so many-th step that a method of adaptive step takes, so that what is
    /// seen does not depend on the grid. Other methods are not looked at.
    ///
    /// - Parameters:
    ///   - steps: How many steps of the method there are from one look to the next.
    ///   - look: Looks at the state, which it must not change, and at the ``moment``.
    package func atEach(methodSteps steps: Int, _ look: @escaping () -> Void) {
        guard case .own = watch.stepping else { return }
        watch.add(MethodStepLooks(every: steps, look: look))
    }
}
