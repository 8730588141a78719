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
    private let fields: [Int]
    private let column = UnsafeMutableBufferPointer<Double>.allocate(capacity: blockSize)
    private let rows: UnsafeMutableBufferPointer<Double>

    init(_ fields: RecordedFields, of model: Model) {
        self.model = model
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
        let width = fields.count
        for start in stride(from: 0, to: nodes.count, by: Self.blockSize) {
            let block = UnsafeBufferPointer(rebasing: nodes[start..<min(start + Self.blockSize, nodes.count)])
            read(block)
            for position in block.indices {
                try body(
                    block[position],
                    UnsafeBufferPointer(rebasing: rows[position * width..<(position + 1) * width]))
            }
        }
    }

    private func read(_ block: UnsafeBufferPointer<Int>) {
        let width = fields.count
        let target = UnsafeMutableBufferPointer(rebasing: column[..<block.count])
        for (index, field) in fields.enumerated() {
            model.copyField(field, of: block, into: target)
            for position in block.indices { rows[position * width + index] = target[position] }
        }
    }
}
