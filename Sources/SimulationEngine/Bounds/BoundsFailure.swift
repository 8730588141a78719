/// A number of a node that left the range that it has to stay in.
public struct BoundsFailure: Equatable, Sendable {
    /// The number of the node.
    public let node: Int

    /// The name of the node, if it has one.
    public let nodeName: String?

    /// The field.
    public let field: String

    /// The value outside of the range.
    public let value: Double

    /// The range.
    public let range: ClosedRange<Double>

    /// The moment after the step that led out of the range, or at which the value was looked at first.
    public let moment: Moment

    /// The value at the moment before, `nil` if the value was outside when it was looked at first.
    public let lastValue: Double?
}

extension BoundsFailure: CustomStringConvertible {
    /// What went wrong, where, and when.
    public var description: String {
        let node = nodeName.map { "'\($0)'" } ?? String(node)
        let range = "outside of \(range.lowerBound) to \(range.upperBound)"
        guard let lastValue else {
            let start = moment.step == 0 ? "at the start" : "already after step \(moment.step)"
            return "'\(field)' of node \(node) is \(value) \(start), at time \(moment.time), \(range)"
        }
        return "'\(field)' of node \(node) is \(value) after step \(moment.step), at time \(moment.time), \(range); "
            + "before the step it was \(lastValue)"
    }
}
