import SimulationEngine

/// The causes of the events of equations, for those who take it down.
///
/// Memory: 4 bytes a vertex to which messages go, and 56 for each that arrives at the same time.
final class EventCauses {
    var traces = JumpTraces()

    /// A message that has arrived, what the variable was before, and the message to the same vertex before it, or −1.
    struct Delivery {
        let message: EventMessage
        let before: Double
        let previous: Int32
    }

    /// The messages that have arrived since conditions were looked at.
    @exclusivity(unchecked)
    private var deliveries: [Delivery] = []

    /// The last of them of each vertex, or −1.
    @exclusivity(unchecked)
    private var last: [Int32] = []

    /// True as long as nothing has happened at the present time that the model does itself.
    @exclusivity(unchecked)
    private(set) var isFirstRound = true

    /// Begins with a time.
    func begin() {
        forgetDeliveries()
        isFirstRound = true
    }

    /// Ends a round of events.
    func endRound() {
        forgetDeliveries()
        isFirstRound = false
    }

    /// Takes note of a message that arrives, and of what its variable is before.
    func noteDelivery(of message: EventMessage, to before: Double) {
        let vertex = Int(message.vertex)
        if vertex >= last.count {
            last += repeatElement(-1, count: max(vertex + 1, 2 * last.count) - last.count)
        }
        deliveries.append(Delivery(message: message, before: before, previous: last[vertex]))
        last[vertex] = Int32(deliveries.count - 1)
    }

    /// Calls a closure for the messages that have arrived at a vertex, the last one first, until it returns false.
    func forEachDelivery(to vertex: Int, _ body: (Delivery) -> Bool) {
        var index = vertex < last.count ? last[vertex] : -1
        while index >= 0, body(deliveries[Int(index)]) { index = deliveries[Int(index)].previous }
    }

    private func forgetDeliveries() {
        for delivery in deliveries { last[Int(delivery.message.vertex)] = -1 }
        deliveries.removeAll(keepingCapacity: true)
    }
}

extension VertexEvents {
    /// Tells what has brought about the events that have been found, before they happen.
    ///
    /// - Complexity: O(k) for k events and the messages that have arrived at their vertices; where a condition reads edges, O(n + m) for each
    ///   of these messages in a network of n vertices and m edges.
    func noteCauses(at time: Double) {
        guard let causes else { return }
        for (index, occasion) in found.enumerated() {
            let message = completingMessage(of: occasion, at: time, causes)
            let isIntervention =
                causes.isFirstRound && causes.traces.knowsIntervention(at: time, on: Int(occasion.vertex))
            causes.traces.note(
                TracedJump(
                    time: time, node: occasion.vertex, event: occasion.event, number: eventCount + index,
                    source: message.map { ($0.source, $0.event) }, else: isIntervention ? .intervention : .itself))
        }
        causes.endRound()
    }

    /// The message with which the condition of an event came to hold, of those that have just arrived; `nil` if it holds without them.
    ///
    /// They are taken back one after the other, until it does not hold.
    private func completingMessage(of occasion: Occasion, at time: Double, _ causes: EventCauses) -> EventMessage? {
        let vertex = Int(occasion.vertex)
        var taken: [(variable: Int, value: Double)] = []
        var completing: EventMessage?
        causes.forEachDelivery(to: vertex) { delivery in
            let variable = Int(delivery.message.variable)
            taken.append((variable, system.state[variable, vertex]))
            system.state[variable, vertex] = delivery.before
            guard !holds(occasion, at: time) else { return true }
            completing = delivery.message
            return false
        }
        for (variable, value) in taken.reversed() { system.state[variable, vertex] = value }
        return completing
    }

    private func holds(_ occasion: Occasion, at time: Double) -> Bool {
        let condition = events[Int(occasion.event)].condition
        var holds = false
        withWork(at: time) { work in
            withUnsafePointer(to: occasion.vertex) { vertex in
                condition.run(UnsafeBufferPointer(start: vertex, count: 1), work) { _, _ in
                    holds = condition.vertices.result(0)[0] == 1
                }
            }
        }
        return holds
    }
}

// MARK: - For those who ask

/// ``EquationModel`` tells which messages bring about which events.
extension EquationModel: TracedModel {
    /// Events, by their numbers in the list.
    public var jumps: JumpKind { .events(count: events?.events.count ?? 0) }

    /// There are no states.
    public var passesOn: [Bool] { [] }

    /// Has events taken down from now on.
    public func addTrace(_ trace: JumpTrace) {
        guard let events else { return }
        if events.causes == nil { events.causes = EventCauses() }
        events.causes?.traces.add(trace)
    }
}
