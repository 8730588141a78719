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

    /// The moment after the step that led out of the range, at which the change was to take effect that did, or at which
    /// the value was looked at first.
    public let moment: Moment

    /// The value at the moment before, or before the change; `nil` if the value was outside when it was looked at first.
    public let lastValue: Double?

    /// Who changed the number from outside; `nil` if it was a step that led out of the range.
    public let author: String?
}

extension BoundsFailure: CustomStringConvertible {
    /// The error message: what went wrong, where, and when.
    public var description: String {
        let node = nodeName.map { "'\($0)'" } ?? String(node)
        let range = "outside of \(range.lowerBound) to \(range.upperBound)"
        if let author {
            return "\(author) changes '\(field)' of node \(node) to \(value) after step \(moment.step), at time "
                + "\(moment.time), \(range)" + (lastValue.map { "; before the change it was \($0)" } ?? "")
        }
        guard let lastValue else {
            let start = moment.step == 0 ? "at the start" : "already after step \(moment.step)"
            return "'\(field)' of node \(node) is \(value) \(start), at time \(moment.time), \(range)"
        }
        return "'\(field)' of node \(node) is \(value) after step \(moment.step), at time \(moment.time), \(range); "
            + "before the step it was \(lastValue)"
    }
}
