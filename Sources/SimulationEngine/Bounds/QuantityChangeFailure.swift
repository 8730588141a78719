/// A quantity that has changed by more than it may.
public struct QuantityChangeFailure: Equatable, Sendable {
    /// The name of the quantity.
    public let quantity: String

    /// Its value, or its components.
    public let value: [Double]

    /// The value when it was looked at first.
    public let firstValue: [Double]

    /// By how much it has changed, as a part of its first value if that is meant; of a vector, the length of the change. Not a
    /// number if the value is none.
    public let change: Double

    /// By how much it may change.
    public let limit: Double

    /// True if the change is a part of the first value.
    public let isRelative: Bool

    /// When it has changed: after the step of that number.
    public let moment: Moment

    /// When it was looked at first.
    public let firstMoment: Moment
}

extension QuantityChangeFailure: CustomStringConvertible {
    /// The error message: what has changed, when, by how much, and by how much it may.
    public var description: String {
        let start = firstMoment.step == 0 ? "at the beginning" : "after step \(firstMoment.step)"
        guard moment != firstMoment else { return "'\(quantity)' is \(words(value)) \(start), but must be finite" }
        let amount =
            change.isNaN
            ? "is not a number" : "is \(change) \(isRelative ? "of that" : "from that"), more than \(limit)"
        return "'\(quantity)' is \(words(value)) after step \(moment.step), at time \(moment.time); it was "
            + "\(words(firstValue)) \(start), and the change \(amount)"
    }

    private func words(_ numbers: [Double]) -> String {
        let words = numbers.map { $0.isNaN ? "nan" : $0.description }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: ", ")))"
    }
}
