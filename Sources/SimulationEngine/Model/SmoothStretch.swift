/// A stretch of time in which nothing jumps, has a kink, or begins to change after it was as good as constant, that follows from the time
/// alone.
public struct SmoothStretch: Equatable, Sendable {
    /// The end of the stretch.
    public let end: Double

    /// True if something jumps, has a kink or begins to change at the end, which is then the first time on the other side, or beside it by rounding.
    public let endsAtSwitch: Bool

    /// Creates a stretch.
    public init(end: Double, endsAtSwitch: Bool = false) {
        self.end = end
        self.endsAtSwitch = endsAtSwitch
    }

    /// The stretch that belongs to this one and to another.
    package func shortened(to other: SmoothStretch?) -> SmoothStretch {
        guard let other, other.end <= end else { return self }
        return SmoothStretch(
            end: other.end, endsAtSwitch: other.endsAtSwitch || other.end == end && endsAtSwitch)
    }
}
