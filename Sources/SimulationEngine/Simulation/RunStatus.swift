/// What is going on in a simulation.
struct RunStatus {
    /// Whether the first run has begun.
    var hasBegun = false

    /// Whether a run or a publication is going on, so that changes have to wait.
    var isBusy = false
    var isRunning = false

    /// Whether what was to be done at rest is being done.
    var isAtRest = false

    /// Why the run is to end after the present step.
    var stopReason: StopReason?

    /// What waits until nothing is going on.
    var deferredActions: [() throws -> Void] = []

    enum StopReason {
        case asked
        case failed(any Error)
    }
}
