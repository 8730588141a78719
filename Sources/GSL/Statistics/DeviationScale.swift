/// A power of two, in units of which deviations are summed up, so that their powers do not vanish or overflow where the
/// deviations themselves do not. It is 1 unless they are beyond 2^±200.
package struct DeviationScale: Equatable, Sendable {
    /// The powers that there are.
    package static let exponents = -1000...1023

    /// The power.
    package var exponent = 0

    /// True once a deviation was there that is not 0.
    package var isChosen = false

    /// The unit 1.
    package init() {}

    /// Makes the unit large enough for a deviation, and for the first one also small enough.
    ///
    /// - Returns: By what sums of deviations in this unit are to be multiplied, `nil` if it has not changed.
    package mutating func makeRoom(for deviation: Double) -> Double? {
        guard deviation != 0, deviation.isFinite else { return nil }
        let isFirst = !isChosen
        isChosen = true
        let change = max(Int(deviation.exponent), Self.exponents.lowerBound) - exponent
        guard change > 200 || isFirst && change < -200 else { return nil }
        exponent += change
        return Double(sign: .plus, exponent: -change, significand: 1)
    }

    /// A deviation in this unit.
    package func scaled(_ deviation: Double) -> Double {
        exponent == 0 ? deviation : deviation * Double(sign: .plus, exponent: -exponent, significand: 1)
    }

    /// The value of a number in this unit.
    package func unscaled(_ number: Double) -> Double {
        exponent == 0 ? number : number * Double(sign: .plus, exponent: exponent, significand: 1)
    }
}
