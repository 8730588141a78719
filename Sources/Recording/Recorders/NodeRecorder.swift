import ObserverCore
import SimulationEngine

/// Records fields of nodes as a long table `time,node,<field>,…`: at each moment one row for each node.
///
/// A node stands there by its name if it has one, otherwise by its number.
public final class NodeRecorder<Model: SimulationModel>: Recorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let file: CSVFile

    private let model: Model
    private let nodes: [Int]
    private let labels: [CSVText]
    private let fields: [Int]
    private var values: [Double]

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - nodes: Which nodes, in the order in which they are to appear.
    ///   - fields: The names of the fields or groups of fields, all fields if there are none.
    ///   - trigger: When.
    ///   - path: The file to create.
    /// - Throws: ``RecordingError``.
    public init(
        _ simulation: Simulation<Model>, nodes: [Int], fields: [String] = [], at trigger: Trigger, to path: String
    ) throws(RecordingError) {
        model = simulation.model
        for node in nodes where !(0..<simulation.model.nodeCount).contains(node) {
            throw .nodeOutOfRange(node, nodeCount: simulation.model.nodeCount)
        }
        self.nodes = nodes
        self.fields = try Self.indices(of: fields)
        let names = model.nodeNames
        labels = nodes.map { CSVText(names?[$0] ?? String($0)) }
        values = [Double](repeating: 0, count: nodes.count * self.fields.count)
        file = try CSVFile(creating: path, columns: ["time", "node"] + self.fields.map { Model.fields[$0] })
        record(simulation, at: trigger) { [unowned self] moment throws(RecordingError) in try write(moment) }
    }

    private func write(_ moment: Moment) throws(RecordingError) {
        readFields()
        for position in nodes.indices {
            file.append(moment.time)
            file.append(labels[position])
            for column in fields.indices { file.append(values[column * nodes.count + position]) }
            try file.endRow()
        }
    }

    private func readFields() {
        let count = nodes.count
        values.withUnsafeMutableBufferPointer { values in
            nodes.withUnsafeBufferPointer { nodes in
                for (column, field) in fields.enumerated() {
                    let target = UnsafeMutableBufferPointer(rebasing: values[column * count..<(column + 1) * count])
                    model.copyField(field, of: nodes, into: target)
                }
            }
        }
    }

    private static func indices(of names: [String]) throws(RecordingError) -> [Int] {
        guard !names.isEmpty else { return Array(Model.fields.indices) }
        var indices: [Int] = []
        for name in names {
            let expanded = Model.fieldGroups.first { $0.name == name }?.fields ?? [name]
            for field in expanded {
                guard let index = Model.fields.firstIndex(of: field) else {
                    throw .unknownField(name, known: Model.fields + Model.fieldGroups.map(\.name))
                }
                guard !indices.contains(index) else { throw .duplicateField(field) }
                indices.append(index)
            }
        }
        return indices
    }
}
