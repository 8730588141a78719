import ObserverCore
import SimulationEngine

/// Records who brought about whose jump in a whole run, as a table `number,node,time,parent,generation,interval,children`.
///
/// There is a row for each time that a node came into a state in which it passes something on: at the beginning, by a neighbour,
/// by itself, or by an intervention. The parent is the number of the row of the neighbour, the interval the time since that one had come
/// into such a state, and children are those that the node has brought about up to the end of the run. What children have to do with time
/// is the number of secondary cases, by when their parent came into the state. Where jumps are events there is a row for each.
public final class CauseTreeRecorder<Model: TracedModel>: TableRecorder {
    /// There is nothing to observe: the tree is followed apart.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let watch: CauseTreeWatch<Model>
    private let labels: NodeLabels

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(_ simulation: Simulation<Model>, to destination: TableDestination) throws(RecordingError) {
        table = try destination.table(
            columns: ["number", "node", "time", "parent", "generation", "interval", "children"])
        labels = NodeLabels(simulation.model, in: table)
        watch = CauseTreeWatch(simulation)
    }

    /// Writes the table, which is known only now.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func finish() throws(RecordingError) {
        let tree = watch.tree
        for (number, vertex) in tree.vertices.enumerated() {
            table.append(integer: number)
            labels.append(Int(vertex.node))
            table.append(vertex.time)
            if vertex.parent >= 0 { table.append(integer: Int(vertex.parent)) } else { table.appendNothing() }
            table.append(integer: Int(vertex.generation))
            if let interval = tree.interval(of: vertex) { table.append(interval) } else { table.appendNothing() }
            table.append(integer: Int(vertex.childCount))
            try table.endRow()
        }
        try table.endMoment()
        try table.flush()
    }
}

extension CauseTreeRecorder: Resumable {
    /// Archives the table and the tree.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: table, "a table of the type \(type(of: table))")
        try watch.archiveState(in: archive)
    }
}
