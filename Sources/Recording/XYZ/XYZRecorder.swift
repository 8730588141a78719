import ObserverCore
import SimulationEngine

/// Records a trajectory in extended XYZ: a frame for each moment, with the number of nodes, a line about the frame, and
/// a line for each node.
///
///     3
///     Lattice="10.0 0.0 0.0 0.0 10.0 0.0 0.0 0.0 10.0" Properties=species:S:1:id:I:1:pos:R:3 Time=0.5 Step=1 pbc="T T T"
///     X 0 1.0 2.0 3.0
///
/// OVITO and ASE read it. `pos` are the fields of the group `position` and `velo` those of `velocity`, with zeros for the
/// dimensions that a model does not have; other fields go by their own names. `id` is the number of a node and `name` its
/// name, where it has one, with underscores for white space. What else is known of nodes, such as their masses, stands in
/// ``XYZProperties``. Species are `X` unless they are given, which readers take for an unknown one.
/// Where there is a cell, it is told as `Lattice`, and as `Origin` where it does not begin at 0; otherwise there is only
/// `pbc="F F F"`.
///
/// G. Csányi et al., *Extended XYZ specification*, <https://github.com/libAtoms/extxyz>.
public final class XYZRecorder<Model: SimulationModel>: Recorder, RecordWriter {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// Where the file lies.
    public var path: String { file.path }

    let file: RecordFile
    private let nodes: SelectedNodes
    private let layout: XYZLayout
    private let reader: FieldReader<Model>
    private let names: [[UInt8]]?
    private let properties: XYZProperties
    private let cell: () -> XYZCell?
    private let model: Model

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - nodes: Which nodes.
    ///   - fields: The names of the fields or groups of fields, all fields if there are none. Positions must be among
    ///     them.
    ///   - trigger: When.
    ///   - path: The file to create.
    ///   - opening: How it is opened, if it is not a new one.
    ///   - properties: The columns besides the fields; nothing unless given.
    ///   - cell: The periodic cell at the moment; none unless given.
    /// - Throws: ``RecordingError``.
    public init(
        _ simulation: Simulation<Model>, nodes: NodeSelection, fields: [String] = [], at trigger: Trigger,
        to path: String, opening: FileOpening = .new, properties: XYZProperties = XYZProperties(),
        cell: @escaping () -> XYZCell? = { nil }
    ) throws(RecordingError) {
        let model = simulation.model
        self.nodes = try selecting(try SelectedNodes(nodes, of: model))
        let fields = try RecordedFields(fields, of: model)
        layout = try XYZLayout(fields, hasNames: model.nodeNames != nil, properties: properties.columns)
        reader = FieldReader(fields, of: model)
        self.model = model
        names = model.nodeNames.map { $0.map(\.asXYZWord) }
        self.properties = properties
        self.cell = cell
        file = try RecordFile(path, opening: opening)
        record(simulation, at: trigger) { [unowned self] moment throws(RecordingError) in try write(moment) }
    }

    /// Writes what is still in memory.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        try file.flush()
    }

    private func write(_ moment: Moment) throws(RecordingError) {
        let nodes = nodes.nodes(at: moment.time)
        file.text.append(nodes.count)
        file.text.append(contentsOf: Array("\n\(layout.comment(at: moment, cell: cell()))\n".utf8))
        try nodes.read { nodes throws(RecordingError) in
            try reader.forEach(of: nodes) { node, values in writeLine(of: node, values) }
        }
        try file.endRecord()
    }

    /// The name of a node, also of one that has come since the names were looked up.
    private func name(of node: Int) -> [UInt8] {
        if let names, node < names.count { return names[node] }
        return (model.name(of: node) ?? String(node)).asXYZWord
    }

    private func writeLine(of node: Int, _ values: UnsafeBufferPointer<Double>) {
        let text = file.text
        text.append(contentsOf: properties.species(node).asXYZWord)
        text.append(UInt8(ascii: " "))
        text.append(node)
        if names != nil {
            text.append(UInt8(ascii: " "))
            text.append(contentsOf: name(of: node))
        }
        for column in properties.columns {
            text.append(UInt8(ascii: " "))
            switch column.value {
            case .integer(let value): text.append(value(node))
            case .real(let value): text.append(value(node))
            }
        }
        for column in layout.columns {
            text.append(UInt8(ascii: " "))
            text.append(column.map { values[$0] } ?? 0)
        }
        text.append(UInt8(ascii: "\n"))
    }
}

extension String {
    /// The text without blanks, which would end it.
    fileprivate var asXYZWord: [UInt8] { Array(String(map { $0.isWhitespace ? "_" : $0 }).utf8) }
}

/// Which numbers stand on the line of a node.
struct XYZLayout {
    /// The place of each number among the fields that are recorded; `nil` for a dimension that the model does not have.
    let columns: [Int?]

    /// The names, types and widths of the columns.
    private let properties: String

    /// - Throws: ``RecordingError/noPositions(known:)``, ``RecordingError/duplicateColumn(_:)``.
    init(
        _ fields: RecordedFields, hasNames: Bool, properties given: [XYZProperties.Column]
    ) throws(RecordingError) {
        var rest = fields.names
        var columns: [Int?] = []
        var properties = (["species:S:1:id:I:1"] + (hasNames ? ["name:S:1"] : []) + given.map(\.text))
            .joined(separator: ":")
        var known: Set = ["species", "id", "pos"]
        if hasNames { known.insert("name") }
        func add(_ name: String) throws(RecordingError) {
            guard known.insert(name).inserted else { throw .duplicateColumn(name) }
        }
        for column in given { try add(column.name) }
        for (group, property) in [("position", "pos"), ("velocity", "velo")] {
            let members = fields.groups.first { $0.name == group }?.fields ?? []
            guard (1...3).contains(members.count), members.allSatisfy(fields.names.contains) else {
                if group == "position" { throw .noPositions(known: fields.names) }
                continue
            }
            columns += members.map { fields.names.firstIndex(of: $0) }
            columns += [Int?](repeating: nil, count: 3 - members.count)
            rest.removeAll(where: members.contains)
            if group == "velocity" { try add(property) }
            properties += ":\(property):R:3"
        }
        for name in rest {
            try add(name)
            columns.append(fields.names.firstIndex(of: name))
            properties += ":\(name):R:1"
        }
        self.columns = columns
        self.properties = properties
    }

    /// The second line of a frame.
    func comment(at moment: Moment, cell: XYZCell?) -> String {
        var parts: [String] = []
        if let cell {
            let numbers = [cell.vectors.a, cell.vectors.b, cell.vectors.c].flatMap(\.numbers)
            parts.append("Lattice=\"\(numbers.joined(separator: " "))\"")
            if cell.origin != .zero { parts.append("Origin=\"\(cell.origin.numbers.joined(separator: " "))\"") }
        }
        parts.append("Properties=\(properties)")
        parts.append("Time=\(moment.time)")
        parts.append("Step=\(moment.step)")
        let periods = (0..<3).map { cell?.isPeriodic[$0] == true ? "T" : "F" }
        parts.append("pbc=\"\(periods.joined(separator: " "))\"")
        return parts.joined(separator: " ")
    }
}

extension SIMD3<Double> {
    /// The components as texts.
    fileprivate var numbers: [String] { [x, y, z].map(\.description) }
}
