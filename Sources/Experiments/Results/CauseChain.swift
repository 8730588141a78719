import SimulationEngine

/// Why a node is in the state that it is in, or why an event has happened to it: the changes or events that led there, the last one
/// first, read from a table of causes.
package struct CauseChain: Equatable {
    /// A change of a node, or an event that has happened to it.
    package struct Event: Equatable {
        package let time: Double
        package let node: String

        /// The state that was left; `nil` for an event.
        package let old: String?

        /// The state that was entered, or which event of the model it is.
        package let new: String

        /// The words about what brought it about.
        package let cause: String

        /// The neighbour that brought it about; `nil` if no single one did.
        package let neighbour: String?

        /// The words about the author if it was an intervention.
        package let intervention: String?

        /// How manieth event of the run it is, and that of the neighbour that brought it about; `nil` for a change of state.
        fileprivate let number: Int?
        fileprivate let parent: Int?
    }

    /// The node whose state or event is explained, and until when.
    package let node: String
    package let time: Double

    /// The events that have led there, the last first.
    package let events: [Event]

    /// True if nodes have events, not states.
    package let isOfEvents: Bool

    /// Follows the causes of the last change of a node, or of its last event, up to a time.
    ///
    /// A change that a neighbour brought about is followed to the one that brought the neighbour into its state; one that a node
    /// did by itself, to the one that brought it into the state from which it did it. An event that a neighbour brought about is followed
    /// to the one that sent the message; one by itself is the first of its avalanche.
    ///
    /// - Parameters:
    ///   - node: The node's name in the table; that of the last event unless given.
    ///   - time: Until when. Times of events that are located are as exact as ``exactness(at:)`` says.
    ///   - path: A table that `causes` has recorded.
    /// - Throws: `InputFile.Failure`.
    /// - Complexity: O(n) for n bytes.
    package init(of node: String?, at time: Double, in path: String) throws {
        let records = CSVRecords.records(of: try InputFile(path).bytes()[...])
        isOfEvents = records.first?.contains("event") == true
        let end = isOfEvents ? time + Self.exactness(at: time) : time
        let all = records.dropFirst().compactMap(Event.init).filter { $0.time <= end }
        let node = node ?? all.last?.node ?? ""
        (self.node, self.time) = (node, time)
        var byNode: [String: [Int]] = [:]
        for (index, event) in all.enumerated() { byNode[event.node, default: []].append(index) }
        let first = all.first?.number ?? 0
        var events: [Event] = []
        var next = byNode[node]?.last
        while let index = next {
            let event = all[index]
            events.append(event)
            guard event.intervention == nil else { break }
            if isOfEvents {
                next = event.parent.map { $0 - first }.flatMap { all.indices.contains($0) ? $0 : nil }
            } else {
                next = byNode[event.neighbour ?? event.node]?.last { $0 < index }
            }
        }
        self.events = events
    }

    /// By how much the time of an event may differ that is the same.
    package static func exactness(at time: Double) -> Double { 1e-9 * max(1, abs(time)) }

    /// Tests if another chain explains the same: the same state, or the same event at the same time.
    package func hasSameEnd(as other: CauseChain) -> Bool {
        guard isOfEvents, let event = events.first, let otherEvent = other.events.first else {
            return events.first?.new == other.events.first?.new
        }
        return event.new == otherEvent.new && abs(event.time - otherEvent.time) <= Self.exactness(at: event.time)
    }
}

extension CauseChain.Event {
    /// The event of a row `time,node,old,new,cause,source` or `time,node,event,number,cause,source,parent`.
    fileprivate init?(_ fields: [String]) {
        guard (6...7).contains(fields.count), let time = Double(fields[0]) else { return nil }
        (self.time, node, cause) = (time, fields[1], fields[4])
        let isEvent = fields.count == 7
        (old, new) = isEvent ? (nil, fields[2]) : (fields[2], fields[3])
        (number, parent) = isEvent ? (Int(fields[3]), Int(fields[6])) : (nil, nil)
        neighbour = cause == JumpCause.neighbour.rawValue ? fields[5] : nil
        intervention = cause == JumpCause.intervention.rawValue ? fields[5] : nil
    }

    /// The event in a line.
    fileprivate var line: String {
        let what = old.map { "\(node) from \($0) to \(new)" } ?? "event \(new) of \(node)"
        return "  \(time.plain): \(what), \(reason)"
    }

    private var reason: String {
        if let neighbour { return "by its neighbour \(neighbour)" }
        if let intervention { return "by an intervention" + (intervention.isEmpty ? "" : " of \(intervention)") }
        return cause == JumpCause.neighbours.rawValue ? "by its neighbours together" : "by itself"
    }
}

extension CauseChain: CustomStringConvertible {
    /// The chain in lines, from the node that was asked about back to the beginning.
    package var description: String {
        guard let first = events.first, let last = events.last else {
            return isOfEvents
                ? "no event has happened to node \(node) until \(time.plain)"
                : "nothing has changed node \(node) until \(time.plain)"
        }
        let subject =
            isOfEvents
            ? "the last event of node \(node) until \(time.plain) is event \(first.new):"
            : "node \(node) is \(first.new) at time \(time.plain):"
        var lines = [subject] + events.map(\.line)
        if !isOfEvents, last.intervention == nil {
            lines.append("  \(last.neighbour ?? last.node) was as it then was from the beginning")
        }
        return lines.joined(separator: "\n")
    }
}
