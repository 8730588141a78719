/// The status of a simulation: the activities that are going on, and those that wait for their end.
struct RunStatus {
    /// True once the first run has begun.
    var hasBegun = false

    /// True while a run or a publication is going on, so that changes have to wait.
    var isBusy = false
    var isRunning = false

    /// True while actions that had to wait for rest are carried out.
    var isAtRest = false

    /// Why the run is to end after the present step.
    var stopReason: StopReason?

    /// The actions that wait until nothing is going on.
    var deferredActions: [() throws -> Void] = []

    enum StopReason {
        case asked
        case failed(any Error)
    }
}
