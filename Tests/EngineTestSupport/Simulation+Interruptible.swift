import SimulationEngine

extension Simulation: Branchable {
    /// Another simulation of the same model.
    public func branch(into other: any Interruptible) throws {
        guard let other = other as? Simulation<Model> else {
            throw CheckpointError.doesNotMatch(what: "the run", found: "another model", expected: "\(Model.self)")
        }
        try branched(into: other)
    }

    /// All fields of all nodes.
    public var bits: [UInt64] {
        model.fields.indices.flatMap { field in
            var values = [Double](repeating: 0, count: model.nodeCount)
            values.withUnsafeMutableBufferPointer { values in
                Array(0..<model.nodeCount).withUnsafeBufferPointer { model.copyField(field, of: $0, into: values) }
            }
            return values.map(\.bitPattern)
        }
    }
}
