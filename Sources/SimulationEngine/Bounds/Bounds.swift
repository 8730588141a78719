/// A range that a field of some nodes must not leave; see ``Simulation/require(_:within:ofNodes:)``.
public final class Bounds {
    /// The field.
    public let field: String

    /// The range.
    public let range: ClosedRange<Double>

    private var nodes: [Int]
    private let model: any SimulationModel
    private let copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    var values: [Double]
    private var lastValues: [Double]
    private var hasLooked = false

    init(
        of field: String, within range: ClosedRange<Double>, nodes: [Int], model: any SimulationModel,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.field = field
        self.range = range
        self.nodes = nodes
        self.model = model
        self.copyField = copyField
        values = [Double](repeating: 0, count: nodes.count)
        lastValues = values
    }

    /// Looks at the state of a moment, and fails for the first node outside of the range.
    func check(at moment: Moment) throws(SimulationError) {
        swap(&values, &lastValues)
        values.withUnsafeMutableBufferPointer { values in nodes.withUnsafeBufferPointer { copyField($0, values) } }
        // What is not a number is not inside, either.
        guard let position = values.firstIndex(where: { !($0 >= range.lowerBound && $0 <= range.upperBound) }) else {
            hasLooked = true
            return
        }
        let node = nodes[position]
        throw .outOfBounds(
            BoundsFailure(
                node: node, nodeName: model.name(of: node), field: field, value: values[position], range: range,
                moment: moment, lastValue: hasLooked ? lastValues[position] : nil))
    }
}

extension Simulation {
    /// Ends a run with an error as soon as a field of a node is outside of a range after a step.
    ///
    /// The error names the node, the field, the step, and the value before; what was observed and recorded until then
    /// remains.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - range: The range, which includes its ends.
    ///   - nodes: The numbers of the nodes; all nodes unless given.
    /// - Throws: ``SimulationError/unknownField(_:known:)``, ``SimulationError/nodeOutOfRange(_:nodeCount:)``, and
    ///   ``SimulationError/outOfBounds(_:)`` if a value is outside already.
    /// - Complexity: O(*n*) a step for *n* nodes.
    public func require(
        _ field: String, within range: ClosedRange<Double>, ofNodes nodes: [Int]? = nil
    ) throws(SimulationError) {
        let index = try fieldIndex(field)
        let nodes = nodes ?? model.presentNodes
        try checkNodes(nodes)
        let bound = Bounds(of: field, within: range, nodes: nodes, model: model) { [model] in
            model.copyField(index, of: $0, into: $1)
        }
        try bound.check(at: moment)
        bounds.append(bound)
    }
}
