/// Why an event of equations cannot happen.
public enum VertexEventError: Error, Equatable, Sendable {
    /// A variable would be infinite, or not a number.
    case notFinite(variable: String, vertex: Int, value: Double, time: Double)

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
        case .notFinite(let variable, let vertex, let value, let time):
            "an event at time \(time) makes '\(variable)' of node \(vertex) \(value): it must be finite"
        case .invalidDuration(let duration, let vertex, let value, let time):
            "\(duration.rawValue) of an event of node \(vertex) at time \(time) is \(value), but must be finite and 0 or greater"
        case .endless(let event, let vertex, let time):
            "events bring each other about without end at time \(time), as event \(event) of node \(vertex): a refractory time "
                + "or a delay would end that"
        }
    }
}
