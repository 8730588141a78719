/// The moments of a simulation with a fixed step.
///
/// Times are computed from integers and never summed up: the time of step *k* is the double nearest to *k* times the
/// step **as written in decimal**. With a step of 0.1 the third moment is 0.3, where the product of the doubles would
/// be 0.30000000000000004. Beyond sixteen digits, which the doubles themselves do not have, it is the product of the
/// doubles.
public struct TimeGrid: Equatable, Sendable {
    /// The length of a step.
    public let step: Double

    /// The shortest decimal that reads back as `step` is `significand` / `divisor`. Both are exact; `nil` where the
    /// decimal is too long for that.
    private let decimal: Decimal?

    private struct Decimal: Equatable, Sendable {
        let significand: Int
        let divisor: Double
    }

    /// Creates the grid of a step.
    ///
    /// - Throws: ``SimulationError/invalidStep(_:)`` unless the step is finite and greater than 0.
    public init(step: Double) throws(SimulationError) {
        guard step.isFinite, step > 0 else { throw .invalidStep(step) }
        self.step = step
        decimal = Self.decimal(of: step)
    }

    /// Creates the coarsest grid that all of some times lie on: its step is their greatest common divisor as decimals,
    /// 50 for 100 and 365,250.
    ///
    /// - Throws: ``SimulationError/invalidStep(_:)`` with the first time that is not finite or not greater than 0, or
    ///   with 0 if there are no times; ``SimulationError/noCommonStep(_:)`` with the first time for which
    ///   the decimals are too long.
    public init(through times: [Double]) throws(SimulationError) {
        var decimals: [Decimal] = []
        for time in times {
            guard time.isFinite, time > 0 else { throw .invalidStep(time) }
            guard let decimal = Self.decimal(of: time) else { throw .noCommonStep(time) }
            decimals.append(decimal)
        }
        let divisor = decimals.map(\.divisor).max() ?? 1
        var common = 0
        for (time, decimal) in zip(times, decimals) {
            let factor = Int(divisor / decimal.divisor)
            let (scaled, overflow) = decimal.significand.multipliedReportingOverflow(by: factor)
            guard !overflow else { throw .noCommonStep(time) }
            common = Self.greatestCommonDivisor(common, scaled)
        }
        try self.init(step: Double(common) / divisor)
        for time in times where steps(in: time) == nil { throw .noCommonStep(time) }
    }

    /// The time of a step.
    ///
    /// - Complexity: O(1).
    public func time(ofStep index: Int) -> Double {
        if let decimal {
            let (product, overflow) = decimal.significand.multipliedReportingOverflow(by: index)
            // Integers up to 2^53 are exact as doubles, so that the division is the only rounding.
            if !overflow, product.magnitude <= 1 << 53 { return Double(product) / decimal.divisor }
        }
        return Double(index) * step
    }

    /// The moment of a step.
    public func moment(ofStep index: Int) -> Moment {
        Moment(step: index, time: time(ofStep: index))
    }

    /// The number of steps that a duration takes, or `nil` if it is not a whole number of steps to within twelve
    /// digits.
    public func steps(in duration: Double) -> Int? {
        let ratio = (duration / step).rounded()
        guard ratio.isFinite, ratio >= 0, ratio <= 0x1p53 else { return nil }
        guard abs(ratio * step - duration) <= 1e-12 * abs(duration) else { return nil }
        return Int(ratio)
    }

    private static func decimal(of step: Double) -> Decimal? {
        let parts = step.description.split(separator: "e")
        let exponent = parts.count == 2 ? Int(parts[1]) : 0
        let digits = parts[0].split(separator: ".")
        guard let exponent, let whole = digits.first else { return nil }
        let fraction = digits.count == 2 && digits[1] != "0" ? digits[1] : ""
        // Powers of ten up to 10^18 are exact as doubles and as integers.
        let decimals = fraction.count - exponent
        let zeros = String(repeating: "0", count: max(0, min(-decimals, 18)))
        guard (-18...18).contains(decimals), let significand = Int(whole + fraction + zeros) else { return nil }
        var divisor = 1.0
        for _ in 0..<max(0, decimals) { divisor *= 10 }
        return Decimal(significand: significand, divisor: divisor)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
