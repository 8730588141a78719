extension Simulation {
    /// Has a closure called once when the simulation is next at rest: when the state of a moment is complete, everybody
    /// has been told of it, and what observers have asked for has been applied; before the next step, or before the end
    /// of the run is told. That is the place to store a checkpoint. Between runs it is called at once.
    ///
    /// Closures are called in the order in which they were handed over. A run in which one throws ends with that error.
    public func onceAtRest(_ action: @escaping () throws -> Void) {
        guard status.isBusy else {
            do { try action() } catch { fail(with: error) }
            return
        }
        status.deferredActions.append(action)
    }

    /// Forgets what was to be done at rest, and with it that anything is to be applied before the end of the run is told.
    package func forgetRest() {
        withExtendedLifetime(status.deferredActions.takeAll()) {}
    }

    /// Does what was to be done at rest, unless the run has failed, since there is nothing to go on with then.
    func actAtRest() throws {
        guard !status.deferredActions.isEmpty else { return }
        if case .failed = status.stopReason { return }
        let actions = status.deferredActions.takeAll()
        status.isAtRest = true
        defer { status.isAtRest = false }
        for action in actions { try action() }
    }
}
