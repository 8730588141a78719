import SimulationEngine

/// Why a node is in the state that it is in: the events that led there, the last one first, read from a table of causes.
package struct CauseChain: Equatable {
    /// A change of a node.
    package struct Event: Equatable {
        package let time: Double
        package let node: String
        package let old: String
        package let new: String

        /// The neighbour that brought it about; `nil` if there is none.
        package let neighbour: String?

        /// The words about the author if it was an intervention.
        package let intervention: String?
    }

    /// The node whose state is explained, and until when.
    package let node: String
    package let time: Double

    /// The events, the last one first.
    package let events: [Event]

    /// Follows the causes of the last change of a node up to a time.
    ///
    /// An event that a neighbour brought about is followed to the one that brought the neighbour into its state; one that a node
    /// did by itself, to the one that brought it into the state from which it did it.
    ///
    /// - Parameters:
    ///   - node: The node's name in the table; that of the last event unless given.
    ///   - time: Until when.
    ///   - path: A table that `causes` has recorded.
    /// - Throws: `InputFile.Failure`.
    /// - Complexity: O(n) for n bytes.
    package init(of node: String?, at time: Double, in path: String) throws {
        let records = CSVRecords.records(of: try InputFile(path).bytes()[...]).dropFirst()
        let all = records.compactMap(Event.init)
        let node = node ?? all.last { $0.time <= time }?.node ?? ""
        (self.node, self.time) = (node, time)
        var byNode: [String: [Int]] = [:]
        for (index, event) in all.enumerated() where event.time <= time {
            byNode[event.node, default: []].append(index)
        }
        var events: [Event] = []
        var next = byNode[node]?.last
        while let index = next {
            let event = all[index]
            events.append(event)
            guard event.intervention == nil else { break }
            next = byNode[event.neighbour ?? event.node]?.last { $0 < index }
        }
        self.events = events
    }
}

extension CauseChain.Event {
    /// The event of a row `time,node,old,new,cause,source`.
    fileprivate init?(_ fields: [String]) {
        guard fields.count == 6, let time = Double(fields[0]) else { return nil }
        (self.time, node, old, new) = (time, fields[1], fields[2], fields[3])
        neighbour = fields[4] == "neighbour" ? fields[5] : nil
        intervention = fields[4] == "intervention" ? fields[5] : nil
    }
}

extension CauseChain: CustomStringConvertible {
    /// The chain in lines, from the node that was asked about back to the beginning.
    package var description: String {
        guard let first = events.first, let last = events.last else {
            return "nothing has changed node \(node) until \(time.plain)"
        }
        var lines = ["node \(node) is \(first.new) at time \(time.plain):"]
        for event in events {
            let cause =
                if let neighbour = event.neighbour {
                    "by its neighbour \(neighbour)"
                } else if let author = event.intervention {
                    "by an intervention" + (author.isEmpty ? "" : " of \(author)")
                } else { "by itself" }
            lines.append("  \(event.time.plain): \(event.node) from \(event.old) to \(event.new), \(cause)")
        }
        if last.intervention == nil {
            let source = last.neighbour ?? last.node
            lines.append("  \(source) was as it then was from the beginning")
        }
        return lines.joined(separator: "\n")
    }
}
