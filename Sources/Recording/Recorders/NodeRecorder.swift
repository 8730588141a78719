import ObserverCore
import SimulationEngine

/// Records fields of nodes as a long table `time,node,<field>,…`: at each moment one row for each node.
///
/// A node stands there by its name if it has one, otherwise by its number.
public final class NodeRecorder<Model: SimulationModel>: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let nodes: SelectedNodes
    private let labels: NodeLabels
    private let reader: FieldReader<Model>

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - nodes: Which nodes.
    ///   - fields: The names of the fields or groups of fields, all fields if there are none.
    ///   - trigger: When.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(
        _ simulation: Simulation<Model>, nodes: NodeSelection, fields: [String] = [], at trigger: Trigger,
        to destination: TableDestination
    ) throws(RecordingError) {
        let model = simulation.model
        self.nodes = try selecting(try SelectedNodes(nodes, of: model))
        let fields = try RecordedFields(fields, of: model)
        reader = FieldReader(fields, of: model)
        table = try destination.table(columns: ["time", "node"] + fields.names)
        labels = NodeLabels(model, in: table)
        record(simulation, at: trigger) { [unowned self] moment throws(RecordingError) in try write(moment) }
    }

    /// Begins to record given nodes in a CSV file.
    ///
    /// - Throws: ``RecordingError``.
    public convenience init(
        _ simulation: Simulation<Model>, nodes: [Int], fields: [String] = [], at trigger: Trigger, to path: String
    ) throws(RecordingError) {
        try self.init(simulation, nodes: .nodes(nodes), fields: fields, at: trigger, to: .csv(path))
    }

    private func write(_ moment: Moment) throws(RecordingError) {
        let (table, labels, time) = (table, labels, moment.time)
        let nodes = nodes.nodes(at: time)
        try nodes.read { nodes throws(RecordingError) in
            try reader.forEach(of: nodes) { node, values throws(RecordingError) in
                table.append(time)
                labels.append(node)
                table.append(contentsOf: values)
                try table.endRow()
            }
        }
        try table.endMoment()
    }
}

extension [Int] {
    /// Calls a closure with the elements in memory.
    func read(_ body: (UnsafeBufferPointer<Int>) throws(RecordingError) -> Void) throws(RecordingError) {
        // The standard library's own function passes on any error, but not of which type it is.
        let result: Result<Void, RecordingError> = withUnsafeBufferPointer { elements in
            do throws(RecordingError) {
                return .success(try body(elements))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
