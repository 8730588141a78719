import ObserverCore
import SimulationEngine

/// Records crossings of a level: a table `time,direction`, or `time,node,direction` where the crossings are those of
/// nodes. The direction is `upwards` or `downwards`.
public final class CrossingRecorder: TableRecorder {
    /// Keeps the observation of the crossings alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels?
    private let upwards: TableText
    private let downwards: TableText

    /// Begins to record the crossings of a number.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - crossing: The crossings.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public convenience init<Model>(
        _ simulation: Simulation<Model>, of crossing: LevelCrossing, to destination: TableDestination
    ) throws(RecordingError) {
        try self.init(simulation, of: crossing, withNodes: false, to: destination)
    }

    /// Begins to record the crossings of a field of any of some nodes.
    ///
    /// - Throws: ``RecordingError``.
    public convenience init<Model>(
        _ simulation: Simulation<Model>, of crossings: GroupCrossing, to destination: TableDestination
    ) throws(RecordingError) {
        try self.init(simulation, of: crossings, withNodes: true, to: destination)
    }

    /// Begins to record first passages, beginning with the nodes that have passed already.
    ///
    /// - Throws: ``RecordingError``.
    public convenience init<Model>(
        _ simulation: Simulation<Model>, of passages: FirstPassages, to destination: TableDestination
    ) throws(RecordingError) {
        try self.init(simulation, of: passages, withNodes: true, to: destination)
        for (node, time) in zip(passages.nodes, passages.times) where !time.isNaN {
            try write(Crossing(time: time, node: node, direction: passages.direction))
        }
    }

    private init<Model, Crossings: ObservableObject>(
        _ simulation: Simulation<Model>, of crossings: Crossings, withNodes: Bool, to destination: TableDestination
    ) throws(RecordingError) where Crossings.Message == Crossing {
        table = try destination.table(columns: withNodes ? ["time", "node", "direction"] : ["time", "direction"])
        labels = withNodes ? NodeLabels(simulation.model, in: table) : nil
        upwards = table.text("upwards")
        downwards = table.text("downwards")
        record(simulation, at: crossings) { [unowned self] crossing throws(RecordingError) in try write(crossing) }
    }

    private func write(_ crossing: Crossing) throws(RecordingError) {
        table.append(crossing.time)
        if let labels, let node = crossing.node { labels.append(node) }
        table.append(crossing.direction == .upwards ? upwards : downwards)
        try table.endRow()
        try table.endMoment()
    }
}
