/// Waits until the integral of a rate reaches a number that was drawn from an exponential distribution (T. Sellke, Journal of Applied
/// Probability 20 (1983) 390, DOI 10.2307/3213811).
struct HazardClock: BitwiseCopyable {
    /// The rate, and how much was missing of the integral of it at a time.
    var rate = 0.0
    var missing = 0.0
    var since = 0.0

    /// When the integral reaches the number, if the rate stays as it is.
    @inline(__always)
    var end: Double { rate > 0 ? since + missing / rate : .infinity }

    /// Has the rate be another one from a time on.
    @inline(__always)
    mutating func setRate(_ rate: Double, at time: Double) {
        missing = max(0, missing - self.rate * (time - since))
        (self.rate, since) = (rate, time)
    }
}
