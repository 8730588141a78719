import SimulationEngine

extension Simulation: Interruptible {
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
