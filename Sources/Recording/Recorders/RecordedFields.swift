import SimulationEngine

/// Fields of a model that are recorded.
struct RecordedFields {
    /// As indices into the fields of the model.
    let indices: [Int]

    /// Their names.
    let names: [String]

    /// The groups of the fields of the model.
    let groups: [FieldGroup]

    /// Looks up fields.
    ///
    /// - Parameters:
    ///   - names: The names of fields or groups of fields, all fields if there are none.
    ///   - model: The model that has them.
    /// - Throws: ``RecordingError/selection(_:)``.
    init(_ names: [String], of model: some SimulationModel) throws(RecordingError) {
        let known = model.names
        indices = try selecting(try known.fieldIndices(names))
        self.names = indices.map { known.fields[$0] }
        groups = known.fieldGroups
    }

    /// The number of fields.
    var count: Int { indices.count }
}

/// Reads fields of many nodes, a block of them at a time, in memory that it keeps.
final class FieldReader<Model: SimulationModel> {
    /// The number of nodes in a full block.
    static var blockSize: Int { 256 }

    private let model: Model

    /// The model, if fields are to be followed beyond their periods and it knows some that have one.
    private let periodic: (any PeriodicFields)?
    private let fields: [Int]
    private let column = UnsafeMutableBufferPointer<Double>.allocate(capacity: blockSize)
    private let rows: UnsafeMutableBufferPointer<Double>

    /// `isContinuous` is true if fields are to be followed beyond their periods.
    init(_ fields: RecordedFields, of model: Model, isContinuous: Bool = false) {
        self.model = model
        periodic = isContinuous ? model as? any PeriodicFields : nil
        self.fields = fields.indices
        rows = .allocate(capacity: Self.blockSize * fields.count)
        column.initialize(repeating: 0)
        rows.initialize(repeating: 0)
    }

    deinit {
        column.deallocate()
        rows.deallocate()
    }

    /// Calls a closure for each node with the values of its fields.
    ///
    /// - Complexity: O(*n*) for *n* nodes, without allocation.
    func forEach(
        of nodes: UnsafeBufferPointer<Int>,
        _ body: (_ node: Int, UnsafeBufferPointer<Double>) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        for start in stride(from: 0, to: nodes.count, by: Self.blockSize) {
            let block = UnsafeBufferPointer(rebasing: nodes[start..<min(start + Self.blockSize, nodes.count)])
            read(count: block.count) {
                if let periodic {
                    periodic.copyContinuousField($0, of: block, into: $1)
                } else {
                    model.copyField($0, of: block, into: $1)
                }
            }
            for position in block.indices { try body(block[position], row(position)) }
        }
    }

    /// Reads the fields of the states of up to a block of nodes into rows.
    func read(_ states: Span<Model.NodeState>) {
        read(count: states.count) { field, target in
            var values = target.mutableSpan
            model.copyField(field, in: states, into: &values)
        }
    }

    /// The fields of one of those that have been read last.
    func row(_ position: Int) -> UnsafeBufferPointer<Double> {
        UnsafeBufferPointer(rebasing: rows[position * fields.count..<(position + 1) * fields.count])
    }

    private func read(count: Int, _ copyField: (_ field: Int, UnsafeMutableBufferPointer<Double>) -> Void) {
        let target = UnsafeMutableBufferPointer(rebasing: column[..<count])
        for (index, field) in fields.enumerated() {
            copyField(field, target)
            for position in 0..<count { rows[position * fields.count + index] = target[position] }
        }
    }
}
