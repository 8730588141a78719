/// Says in which steps of a run to look at the clock, which costs more than a step of a small simulation: in each of
/// slow steps, and about every 10 ms where steps are fast.
package struct ClockStride {
    /// The number of steps from one look to the next.
    private(set) var length = 1

    private var stepsSinceLook = 0
    private var lastLook = Duration.zero

    package init() {}

    private static let aim = Duration.milliseconds(10)

    /// Counts a step; tells whether to look at the clock after it.
    package mutating func isDue() -> Bool {
        stepsSinceLook += 1
        return stepsSinceLook >= length
    }

    /// Takes note of what the clock shows, and chooses the next look by how long the last steps took.
    ///
    /// The stride grows at most twofold, since steps may become slower, and shrinks at once.
    package mutating func noteLook(at time: Duration) {
        let step = (time - lastLook) / stepsSinceLook
        let fitting = step > .zero ? max(1, Self.aim / step) : .infinity
        length = fitting < Double(2 * length) ? Int(fitting) : 2 * length
        // More would overflow one day.
        length = min(length, 1 << 20)
        stepsSinceLook = 0
        lastLook = time
    }
}
