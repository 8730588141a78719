/// When something is done again that may take only a part of the time.
struct TimeShare {
    private let share: Double
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    /// - Parameters:
    ///   - share: The part of the time that it may take, above 0.
    ///   - interval: The least time from one beginning to the next.
    init(_ share: Double, interval: Duration = .zero) { (self.share, self.interval) = (share, interval) }

    func isDue(at now: ContinuousClock.Instant) -> Bool { next.map { now >= $0 } ?? true }

    /// It was done.
    mutating func spend(from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        next = begin + max(interval, (end - begin) / share)
    }

    /// It is to be done at once.
    mutating func hurry() { next = nil }
}
