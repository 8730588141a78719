/// Why an event of equations cannot happen.
public enum VertexEventError: Error, Equatable, Sendable {
    /// A variable would be infinite, or not a number.
    ///
    /// The event is that which sets it; `nil` if a message changes it.
    case notFinite(variable: String, vertex: Int, value: Double, time: Double, event: Int?)

    /// A variable of an edge would be infinite, or not a number.
    case edgeNotFinite(variable: String, source: Int, target: Int, value: Double, time: Double, event: Int)

    /// A rest after an event, or the delay of a message, must be finite and not negative.
    case invalidDuration(Duration, vertex: Int, value: Double, time: Double)

    /// Events bring each other about without end, while no time passes.
    case endless(event: Int, vertex: Int, time: Double)

    /// The things that take their time.
    public enum Duration: String, Sendable {
        /// The rest after an event.
        case refractory = "the refractory time"

        /// The way of a message.
        case delay = "the delay of a message"
    }
}

extension VertexEventError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notFinite(let variable, let vertex, let value, let time, let event):
            "\(event.map { "event \($0) of node \(vertex)" } ?? "a message to node \(vertex)") at time \(time) makes its "
                + "'\(variable)' \(words(value)): it must be finite"
        case .edgeNotFinite(let variable, let source, let target, let value, let time, let event):
            "event \(event) at time \(time) makes '\(variable)' of the edge from node \(source) to node \(target) \(words(value)): it "
                + "must be finite"
        case .invalidDuration(let duration, let vertex, let value, let time):
            "\(duration.rawValue) of an event of node \(vertex) at time \(time) is \(words(value)), but must be finite and 0 or greater"
        case .endless(let event, let vertex, let time):
            "events bring each other about without end at time \(time), as event \(event) of node \(vertex): a refractory time "
                + "or a delay would end that"
        }
    }

    /// The number without the sign that some processors give to what is not a number.
    private func words(_ value: Double) -> String { value.isNaN ? "nan" : value.description }
}
