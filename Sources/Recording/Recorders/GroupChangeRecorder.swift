import ObserverCore
import SimulationEngine

/// Records what happens to the nodes of a group as a table `time,node,change,<field>,…`: one row for each node that has
/// `joined` or `left` the group or has `changed` as a member of it, after the step in which it did, with its fields.
public final class GroupChangeRecorder<Model: SimulationModel>: TableRecorder {
    /// Keeps the observation of the group alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels
    private let reader: FieldReader<Model>

    /// Reads the fields before the changes, if they are told.
    private let oldReader: FieldReader<Model>?

    /// The words for memberships, as the table writes them.
    private let words: [NodeChange<Model.NodeState>.Membership: TableText]

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - group: A group of its nodes.
    ///   - fields: The names of the fields or groups of fields, all fields if there are none.
    ///   - old: True if the fields as they were before are told, too, in columns `old-<field>` after the others.
    ///   - membershipsOnly: True if changes of members that remain in the group are left out.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(
        _ simulation: Simulation<Model>, changesOf group: NodeGroup<Model>, fields: [String] = [], old: Bool = false,
        membershipsOnly: Bool = false, to destination: TableDestination
    ) throws(RecordingError) {
        let fields = try RecordedFields(fields, of: simulation.model)
        let oldNames = old ? fields.names.map { "old-\($0)" } : []
        let table = try destination.table(columns: ["time", "node", "change"] + fields.names + oldNames)
        self.table = table
        reader = FieldReader(fields, of: simulation.model)
        oldReader = old ? FieldReader(fields, of: simulation.model) : nil
        labels = NodeLabels(simulation.model, in: table)
        words = [.joined: table.text("joined"), .left: table.text("left"), .lasting: table.text("changed")]
        if membershipsOnly {
            // The changes of members, of which there may be many, are not collected.
            record(simulation, at: group) { [unowned self, weak simulation] change throws(RecordingError) in
                guard let simulation, change.membership != .lasting else { return }
                try write(NodeChanges(change), at: simulation.moment.time)
            }
        } else {
            record(simulation, at: group.batches) { [unowned self, weak simulation] changes throws(RecordingError) in
                guard let simulation else { return }
                try write(changes, at: simulation.moment.time)
            }
        }
    }

    private func write(_ changes: NodeChanges<Model.NodeState>, at time: Double) throws(RecordingError) {
        for start in stride(from: 0, to: changes.count, by: FieldReader<Model>.blockSize) {
            let block = start..<min(start + FieldReader<Model>.blockSize, changes.count)
            reader.read(changes.new.span.extracting(block))
            oldReader?.read(changes.old.span.extracting(block))
            for place in block {
                table.append(time)
                labels.append(changes.nodes[place])
                if let word = words[changes.memberships[place]] { table.append(word) } else { table.appendNothing() }
                table.append(contentsOf: reader.row(place - start).span)
                if let oldReader { table.append(contentsOf: oldReader.row(place - start).span) }
                try table.endRow()
            }
        }
        try table.endMoment()
    }
}
