/// Says when a checkpoint is due that is written each time some seconds have passed.
package final class CheckpointClock {
    private let interval: Duration
    private let start = ContinuousClock.now

    @exclusivity(unchecked)
    private var last = Duration.zero

    @exclusivity(unchecked)
    private var stride = ClockStride()

    package init(interval: Duration) {
        self.interval = interval
    }

    /// Counts a step; tells whether a checkpoint is due after it.
    package func isDue() -> Bool {
        guard stride.isDue() else { return false }
        let now = ContinuousClock.now - start
        stride.noteLook(at: now)
        guard now - last >= interval else { return false }
        last = now
        return true
    }
}
