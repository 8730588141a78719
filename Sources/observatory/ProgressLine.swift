import ScenarioFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One line on standard error that says how far a run is and how long it still takes; silent where standard error is
/// not a terminal.
final class ProgressLine {
    private let name: String
    private let start = ContinuousClock.now
    private var lastUpdate: ContinuousClock.Instant
    private var isShown = false
    private var stride = ClockStride()

    init?(name: String) {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        self.name = name
        lastUpdate = start
    }

    /// Shows the progress, at most ten times a second.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done, from 0 to 1.
    ///   - detail: More that there is to know.
    func show(_ fraction: Double, _ detail: @autoclosure () -> String = "") {
        guard stride.isDue() else { return }
        let now = ContinuousClock.now
        stride.noteLook(at: now - start)
        guard now - lastUpdate >= .milliseconds(100) else { return }
        lastUpdate = now
        guard fraction > 0 else { return }
        let remaining = (now - start) / fraction * (1 - fraction)
        let percent = Int(fraction * 100)
        writeToStandardError("\r\u{1B}[K\(name): \(percent) %, \(detail())\(Self.text(remaining)) left")
        isShown = true
    }

    /// Removes the line.
    func clear() {
        guard isShown else { return }
        writeToStandardError("\r\u{1B}[K")
        isShown = false
    }

    private static func text(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
    }
}
