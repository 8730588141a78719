/// Tells when jumps come so close after one another that they would never lead to the end of an advance.
///
/// Whoever makes jumps does so in stretches, of as many as take less than a millisecond, and tells of each. Between two stretches
/// is also the place to ask whether to be interrupted.
package struct JumpPace {
    /// How many jumps to make in a stretch, where each is a matter of some ten nanoseconds.
    package static var stretch: Int { 1 << 12 }

    /// More jumps than could be made in many years.
    private static var hopelessCount: Double { 0x1p53 }

    /// How many jumps there must have been before anything follows from their pace.
    private let leastCount: Int

    /// How many advances there are from one pause to the next.
    private static var pauseInterval: Int { 64 }

    /// How many advances have begun.
    private var advanceCount = 0

    /// The jumps that have been made on the way to a time.
    private var counted = (end: -Double.infinity, start: 0.0, jumps: 0)

    /// - Parameter leastCount: More jumps than a process makes that begins fast and comes to rest.
    package init(leastCount: Int) {
        self.leastCount = leastCount
    }

    /// Takes note that an advance begins.
    ///
    /// - Returns: True if it is time to ask whether to be interrupted.
    package mutating func isPause() -> Bool {
        advanceCount &+= 1
        return advanceCount.isMultiple(of: Self.pauseInterval)
    }

    /// Tests if a sweep over all nodes is one before which to ask whether to be interrupted: between two of these, about as many
    /// nodes are updated as there are jumps in a stretch.
    package static func isPause(beforeSweep number: Double, over nodeCount: Int) -> Bool {
        number.truncatingRemainder(dividingBy: Double(max(1, stretch / max(1, nodeCount)))) == 0
    }

    /// Takes note of jumps.
    ///
    /// - Parameters:
    ///   - count: How many there have been since the last call, with those that came to nothing.
    ///   - start: The time from which the first of them was looked for.
    ///   - time: The time of the last one.
    ///   - end: The time that is to be reached.
    /// - Throws: ``IntegrationError/tooManyJumps(count:start:time:end:)`` if at this pace more than 2⁵³ jumps would lead
    ///   there.
    package mutating func note(
        _ count: Int, from start: Double, to time: Double, toward end: Double
    ) throws(IntegrationError) {
        if counted.end != end { counted = (end, start, 0) }
        counted.jumps += count
        let part = (time - counted.start) / (end - counted.start)
        guard counted.jumps >= leastCount, part * Self.hopelessCount < Double(counted.jumps) else { return }
        throw .tooManyJumps(count: counted.jumps, start: counted.start, time: time, end: end)
    }
}
