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

    /// The words for memberships, as the table writes them.
    private let words: [NodeChange<Model.NodeState>.Membership: TableText]

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - group: A group of its nodes.
    ///   - fields: The names of the fields or groups of fields, all fields if there are none.
    ///   - membershipsOnly: True if changes of members that remain in the group are left out.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(
        _ simulation: Simulation<Model>, changesOf group: NodeGroup<Model>, fields: [String] = [],
        membershipsOnly: Bool = false, to destination: TableDestination
    ) throws(RecordingError) {
        let fields = try RecordedFields(fields, of: simulation.model)
        let table = try destination.table(columns: ["time", "node", "change"] + fields.names)
        self.table = table
        reader = FieldReader(fields, of: simulation.model)
        labels = NodeLabels(simulation.model, in: table)
        words = [.joined: table.text("joined"), .left: table.text("left"), .lasting: table.text("changed")]
        record(simulation, at: group) { [unowned self, weak simulation] change throws(RecordingError) in
            guard let simulation, !membershipsOnly || change.membership != .lasting else { return }
            try write(change, at: simulation.moment.time)
        }
    }

    private func write(_ change: NodeChange<Model.NodeState>, at time: Double) throws(RecordingError) {
        try [change.node].read { nodes throws(RecordingError) in
            try reader.forEach(of: nodes) { node, values throws(RecordingError) in
                table.append(time)
                labels.append(node)
                if let word = words[change.membership] { table.append(word) } else { table.appendNothing() }
                table.append(contentsOf: values.span)
                try table.endRow()
            }
        }
        try table.endMoment()
    }
}
