import ObserverCore
import SimulationEngine

/// A change of a node that somebody watches, or many by the model, one step after the other.
package struct WatchedChange: Sendable {
    /// The number of the node.
    package let node: Int

    /// Who has changed it; `nil` for the model.
    package let author: String?

    /// The times of the first and the last of the changes.
    package fileprivate(set) var times: ClosedRange<Double>

    /// The fields that are others, with their numbers before and afterwards.
    package fileprivate(set) var numbers: [(field: Int, old: Double, new: Double)]

    fileprivate let valuesBefore: [Double]
    fileprivate var lastStep: Int
}

/// The last changes of nodes that somebody watches, and who has made them.
final class WatchedChanges<Model: SimulationModel> {
    private unowned let simulation: Simulation<Model>
    private var watchers: [Int: NodeWatcher] = [:]
    private var changes: [WatchedChange] = []

    private static var greatestCount: Int { 20 }

    /// Observes a node until it is let go.
    private final class NodeWatcher: Observer {
        let receiver = Receiver()
        var values: [Double]

        init(_ values: [Double]) { self.values = values }
    }

    init(of simulation: Simulation<Model>) { self.simulation = simulation }

    /// Watches nodes from now on, and no others.
    ///
    /// - Returns: The last changes of those that are watched, in the order of their times.
    func watch(_ nodes: [Int]) -> [WatchedChange] {
        let present = nodes.filter { $0 < simulation.model.nodeCount }
        if watchers.count != present.count || !present.allSatisfy({ watchers[$0] != nil }) {
            watchers = watchers.filter { present.contains($0.key) }
            changes.removeAll { watchers[$0.node] == nil }
            for node in present where watchers[node] == nil { begin(with: node) }
        }
        return changes
    }

    private func begin(with node: Int) {
        let watcher = NodeWatcher(values(of: node))
        watchers[node] = watcher
        let variable = simulation.nodes[node].state
        let model = ObjectIdentifier(variable)
        watcher.observe(variable) { [unowned self, unowned watcher] (_: Update<Model.NodeState>, author: AnyAuthor) in
            let values = values(of: node)
            defer { watcher.values = values }
            note(node, from: watcher.values, to: values, by: ObjectIdentifier(author) == model ? nil : name(of: author))
        }
    }

    private func note(_ node: Int, from old: [Double], to new: [Double], by author: String?) {
        let moment = simulation.moment
        let last = changes.lastIndex { $0.node == node }
        if let last, author == nil, changes[last].author == nil, changes[last].lastStep + 1 == moment.step {
            changes[last].times = changes[last].times.lowerBound...moment.time
            changes[last].lastStep = moment.step
            changes[last].numbers = Self.differences(from: changes[last].valuesBefore, to: new)
            return
        }
        changes.append(
            WatchedChange(
                node: node, author: author, times: moment.time...moment.time,
                numbers: Self.differences(from: old, to: new),
                valuesBefore: old, lastStep: moment.step))
        if changes.count > Self.greatestCount { changes.removeFirst() }
    }

    private static func differences(from old: [Double], to new: [Double]) -> [(field: Int, old: Double, new: Double)] {
        zip(old, new).enumerated().compactMap { $1.0 == $1.1 ? nil : ($0, $1.0, $1.1) }
    }

    private func values(of node: Int) -> [Double] {
        let model = simulation.model
        return model.fields.indices.map { model.value(ofField: $0, at: node) }
    }

    private func name(of author: AnyAuthor) -> String {
        (author as? any NamedAuthor)?.authorName ?? String(describing: type(of: author))
    }
}
