/// Where and when a number of a state went wrong, and the last good state of the node that it belongs to.
public struct StateFailure: Equatable, Sendable {
    /// The number of the node; of an edge, that to which it leads.
    public let node: Int

    /// The name of the node, if it has one.
    public let nodeName: String?

    /// The node from which the edge comes whose variable the field is, as messages name it; `nil` if it is a field of the node.
    public let source: String?

    /// The field.
    public let field: String

    /// The number that is infinite or not a number; where a method cannot go on, the rate of change that holds it up.
    public let value: Double

    /// The time at which it arose.
    public let time: Double

    /// The step in which it arose, counted from 1; `nil` of an integrator that no simulation uses.
    public internal(set) var step: Int?

    /// The time of the last good state.
    public let lastTime: Double

    /// The last good values of all fields of the node, in order, or of the variable of the edge.
    public let lastValues: [FieldValue]

    /// Why, if the model knows: ``DifferentialEquations/failureCause``.
    public let cause: String?

    /// True if it arose in a step of a map, which has no length.
    var isOfMap = false

    /// Creates a failure.
    package init(
        node: Int, nodeName: String?, source: String? = nil, field: String, value: Double, time: Double,
        lastTime: Double, lastValues: [FieldValue], cause: String? = nil
    ) {
        self.node = node
        self.nodeName = nodeName
        self.source = source
        self.field = field
        self.value = value
        self.time = time
        self.lastTime = lastTime
        self.lastValues = lastValues
        self.cause = cause
    }

    /// A field and its value.
    public struct FieldValue: Equatable, Sendable {
        /// The name of the field.
        public let field: String

        /// The value.
        public let value: Double

        /// Creates a value of a field.
        public init(_ field: String, _ value: Double) {
            self.field = field
            self.value = value
        }
    }
}

// MARK: - Words

extension StateFailure {
    func inStep(_ step: Int) -> StateFailure {
        var failure = self
        failure.step = step
        return failure
    }

    /// The words for the number that changes fastest, whose rate of change is the value.
    var fastestNumber: String {
        let instant = step.map { "in step \($0), " } ?? ""
        return "\(instant)\(place) changes fastest for its tolerance, at a rate of \(number); \(last)"
    }

    /// When it arose, with a verb to follow.
    var instant: String {
        step.map { "in step \($0), at time \(time)," } ?? "at time \(time)"
    }

    var place: String {
        let node = nodeName.map { "'\($0)'" } ?? String(node)
        return source.map { "'\(field)' of the edge from \($0) to \(node)" } ?? "'\(field)' of node \(node)"
    }

    /// The number without the sign that some processors give to what is not a number.
    var number: String {
        value.isNaN ? "nan" : value.description
    }

    /// The diagnosis of the number, with the cause if it is known.
    var diagnosis: String {
        cause.map { "\(number), since \($0)" } ?? number
    }

    var last: String {
        let values = lastValues.map { "\($0.field) = \($0.value)" }.joined(separator: ", ")
        return "the last good state of the \(source == nil ? "node" : "edge"), at time \(lastTime), is \(values)"
    }
}
