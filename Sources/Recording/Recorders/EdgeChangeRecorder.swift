import ObserverCore
import SimulationEngine

/// Records which edges come, go or get another weight, and when, as a table `time,step,source,target,old,new`.
///
/// The weights are empty where the edge is not there.
public final class EdgeChangeRecorder: TableRecorder {
    /// Keeps the observation alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - edges: Which edges, by their ends; all unless given.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init<Model: ChangingEdges>(
        _ simulation: Simulation<Model>, edges: [(source: Int, target: Int)]? = nil, to destination: TableDestination
    ) throws(RecordingError) {
        let isDirected = simulation.model.hasDirectedEdges
        let chosen = try edges.map { edges throws(RecordingError) in
            for node in edges.flatMap({ [$0.source, $0.target] }) where !simulation.nodes.indices.contains(node) {
                throw .selection(.nodeOutOfRange(node, nodeCount: simulation.nodes.count))
            }
            return Set(edges.map { Ends($0.source, $0.target, isDirected: isDirected) })
        }
        table = try destination.table(columns: ["time", "step", "source", "target", "old", "new"])
        labels = NodeLabels(simulation.model, in: table)
        record(simulation, at: simulation.edgeChanges) {
            [unowned self, unowned simulation] change throws(RecordingError) in
            let ends = Ends(change.source, change.target, isDirected: isDirected)
            guard chosen?.contains(ends) ?? true else { return }
            try write(change, at: simulation.moment)
        }
    }

    private struct Ends: Hashable {
        let source: Int
        let target: Int

        init(_ source: Int, _ target: Int, isDirected: Bool) {
            self.source = isDirected ? source : min(source, target)
            self.target = isDirected ? target : max(source, target)
        }
    }

    private func write(_ change: EdgeChange, at moment: Moment) throws(RecordingError) {
        table.append(moment.time)
        table.append(integer: moment.step)
        labels.append(change.source)
        labels.append(change.target)
        for weight in [change.old, change.new] {
            if let weight { table.append(weight) } else { table.appendNothing() }
        }
        try table.endRow()
        try table.endMoment()
    }
}
