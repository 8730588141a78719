/// An event of a vertex at which a condition comes to hold, such as a neuron that fires.
///
///     VertexEvent(when: "v > 1", set: ["v": "-1"], refractory: "2", send: ["v": "0.2"])
///
/// An event happens at the time at which the condition comes to hold while the vertex does not rest after the same event: inside of
/// the steps of the method, where the states there are known, and at the ends of steps otherwise, as with noise. A condition that
/// holds at the beginning has come to hold then.
///
/// At a time the following happens, in this order:
///
/// 1. Rests that are over end, and messages that are due arrive, in the order in which they were sent.
/// 2. All events happen whose conditions hold, of all vertices at once: their formulas read the state before. Variables are set, one
///    event after the other in their order, and in that of the vertices, and rests begin. Variables of edges are changed before, in the
///    same order and that of the edges, those that lead away first: each change reads what the edge has become. Then messages without delay arrive, in the
///    same order and that of the edges, at variables that do not rest.
/// 3. If conditions have come to hold by that, this is repeated, until none have. An event whose condition holds on after its
///    variables are set does not happen again until it has ceased to hold.
///
/// Formulas of what is set, and for how long variables rest, may use `random`, a number from [0, 1) that is drawn for each vertex whenever
/// the event happens to it. In formulas of messages and their delays it is drawn for each edge and event, `from.random` is that of the
/// vertex, and `edge.random` is drawn once for each edge. They depend on nothing but the seed, the number of the event, the ends of the
/// edge, and how often the event has happened to the vertex; edges between the same vertices have the same.
public struct VertexEvent: Sendable {
    /// The condition, over what rates may name.
    public let condition: String

    /// The values that variables are set to, by formulas as those of rates.
    public let changes: [(name: String, text: String)]

    /// For how long variables rest, as a formula as those of rates: they have no rate of change and no noise meanwhile, messages
    /// to them are lost, and the event does not happen to the vertex. `nil` for not at all.
    public let refractory: String?

    /// The variables that rest; `nil` for all that are set.
    public let held: [String]?

    /// The amounts that are added to variables of the vertices to which edges lead from the vertex, by formulas as those of edges. It is
    /// multiplied by the weight of the edge, unless the formula names that or a variable of the edge.
    public let messages: [(name: String, text: String)]

    /// How long messages take, as a formula of edges; not at all if `nil`.
    public let delay: String?

    /// The new numbers of variables of the edges that lead away from the vertex, by formulas as those of edges.
    public let outgoing: [(name: String, text: String)]

    /// The same of the edges that lead to it.
    public let incoming: [(name: String, text: String)]

    /// True if nothing happens.
    var isIdle: Bool { changes.isEmpty && messages.isEmpty && outgoing.isEmpty && incoming.isEmpty }

    /// Describes an event.
    public init(
        when condition: String, set changes: KeyValuePairs<String, String> = [:], refractory: String? = nil,
        hold held: [String]? = nil, send messages: KeyValuePairs<String, String> = [:], delay: String? = nil,
        outgoing: KeyValuePairs<String, String> = [:], incoming: KeyValuePairs<String, String> = [:]
    ) {
        self.init(
            condition, changes.map { ($0, $1) }, refractory, held: held, messages.map { ($0, $1) }, delay: delay,
            outgoing: outgoing.map { ($0, $1) }, incoming: incoming.map { ($0, $1) })
    }

    package init(
        _ condition: String, _ changes: [(name: String, text: String)], _ refractory: String?, held: [String]?,
        _ messages: [(name: String, text: String)], delay: String?,
        outgoing: [(name: String, text: String)] = [], incoming: [(name: String, text: String)] = []
    ) {
        (self.condition, self.changes, self.refractory, self.held) = (condition, changes, refractory, held)
        (self.messages, self.delay) = (messages, delay)
        (self.outgoing, self.incoming) = (outgoing, incoming)
    }
}
