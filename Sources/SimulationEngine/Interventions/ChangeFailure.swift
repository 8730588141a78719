/// A change from outside that would have brought in a number that is infinite or not a number, and was refused.
public struct ChangeFailure: Equatable, Sendable {
    /// The subject of the change, in words, such as a field of a node.
    public let subject: String

    /// The number.
    public let value: Double

    /// The name of who wanted to change it, `nil` if nobody in particular.
    public let author: String?

    /// When it was to take effect: after the step of that number.
    public let moment: Moment

    /// The values of all fields of the node, in order, as they were before; empty where no node was to be changed.
    public let lastValues: [StateFailure.FieldValue]
}

extension ChangeFailure: CustomStringConvertible {
    /// The error message: what is wrong, who brought it about, and what would be right.
    public var description: String {
        let number = value.isNaN ? "nan" : value.description
        let values = lastValues.map { "\($0.field) = \($0.value)" }.joined(separator: ", ")
        return "\(author ?? "an observer") changes \(subject) to \(number) after step \(moment.step), at time "
            + "\(moment.time), but must change it to a finite number"
            + (values.isEmpty ? "" : "; the last good state of the node is \(values)")
    }
}
