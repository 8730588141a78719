/// A correlation function or a mean squared displacement at one lag.
public struct CorrelationPoint: Equatable, Sendable {
    /// The lag, in sampling intervals.
    public let lag: Int

    /// The average over pairs of samples that are so far apart.
    public let value: Double

    /// Over how many pairs the average was taken.
    public let pairCount: Int
}

extension CorrelationPoint {
    /// The point with another value.
    func with(value: Double) -> CorrelationPoint {
        CorrelationPoint(lag: lag, value: value, pairCount: pairCount)
    }
}

extension [CorrelationPoint] {
    /// The points in units of the first one.
    var normalized: [CorrelationPoint] {
        guard let unit = first?.value else { return [] }
        return map { $0.with(value: $0.value / unit) }
    }
}
