import ObserverCore

/// A range that a field of some nodes must not leave; see ``Simulation/require(_:within:ofNodes:)``.
package final class Bounds {
    /// The field.
    package let field: String

    /// The range.
    package let range: ClosedRange<Double>

    private let fieldIndex: Int
    private let model: any SimulationModel

    /// True if the nodes are all that are there, also those that come later.
    let concernsAll: Bool

    private let selection: SelectedNodes
    private var nodes: [Int] { selection.come }

    /// The number of nodes that are looked at.
    var nodeCount: Int { nodes.count }

    /// Where given nodes stand in their list; made when it is needed first.
    private lazy var positions = NodePositions(of: nodes)

    /// The values that were found inside last, in the order of the nodes.
    var values: [Double]

    /// Those that are being looked at. The memory is used again each time.
    private var found: [Double] = []

    /// True if values have been read beside those that were looked at last.
    private var hasLooked = false

    init(
        of field: String, within range: ClosedRange<Double>, nodes: NodeSelection, model: some SimulationModel
    ) throws(SimulationError) {
        self.field = field
        self.range = range
        self.model = model
        fieldIndex = try model.names.fieldIndex(field)
        concernsAll = nodes == .all
        selection = try SelectedNodes(nodes, of: model)
        values = []
    }

    /// Looks at the state of a moment, and fails for the first node outside of the range.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - author: Who has changed the state from outside; `nil` after a step.
    /// - Throws: ``SimulationError/outOfBounds(_:)``.
    func check(at moment: Moment, after author: String? = nil) throws(SimulationError) {
        guard let outside = look() else { return accept() }
        hasLooked = false
        let lastValue = outside < values.count ? values[outside] : nil
        throw failure(ofNode: nodes[outside], found[outside], lastValue, at: moment, after: author)
    }

    /// Reads the present values beside those that were looked at last.
    ///
    /// - Returns: The position of the first node that is outside of the range.
    private func look() -> Int? {
        hasLooked = true
        let nodes = nodes
        found.resize(to: nodes.count)
        found.withUnsafeMutableBufferPointer { found in
            nodes.withUnsafeBufferPointer { model.copyField(fieldIndex, of: $0, into: found) }
        }
        return nodes.indices.first { isOutside(found[$0]) && model.isPresent(nodes[$0]) }
    }

    /// True if a node is outside of the range in the present state.
    var isLeft: Bool { look() != nil }

    /// Takes the values of the present state as good, which have been looked at unless the run has just gone on.
    func accept() {
        if !hasLooked { _ = look() }
        swap(&values, &found)
        hasLooked = false
    }

    /// Takes the values of nodes in the present state as good.
    func accept(_ nodes: [Int]) {
        for node in nodes {
            guard let position = position(of: node), values.indices.contains(position) else { continue }
            values[position] = model.value(ofField: fieldIndex, at: node)
        }
    }

    private func position(of node: Int) -> Int? {
        guard !concernsAll else { return node }
        var position: Int?
        positions.forEach(of: node) { position = $0 }
        return position
    }

    /// Tests if a node that is looked at is outside of the range.
    func isLeft(by node: Int) -> Bool {
        position(of: node) != nil && model.isPresent(node) && isOutside(model.value(ofField: fieldIndex, at: node))
    }

    /// Adds the nodes whose jumps are of interest.
    func addNodes(to watch: JumpWatch) {
        if concernsAll { watch.watchAll() } else { for node in nodes { watch.watch(node) } }
    }

    /// Looks at a node that was changed from outside, and fails if it is outside of the range.
    ///
    /// - Complexity: O(1).
    func check(changed node: Int, at moment: Moment, after author: String?) throws(SimulationError) {
        guard let position = position(of: node) else { return }
        let value = model.value(ofField: fieldIndex, at: node)
        let lastValue = values.indices.contains(position) ? values[position] : nil
        guard !isOutside(value) else { throw failure(ofNode: node, value, lastValue, at: moment, after: author) }
        if lastValue != nil { values[position] = value }
    }

    /// Tests if a value is outside of the range, as one that is not a number is.
    private func isOutside(_ value: Double) -> Bool {
        !(value >= range.lowerBound && value <= range.upperBound)
    }

    private func failure(
        ofNode node: Int, _ value: Double, _ lastValue: Double?, at moment: Moment, after author: String?
    ) -> SimulationError {
        .outOfBounds(
            BoundsFailure(
                node: node, nodeName: model.name(of: node), field: field, value: value, range: range, moment: moment,
                lastValue: lastValue, author: author))
    }
}

extension [Double] {
    fileprivate mutating func resize(to count: Int) {
        if self.count < count { append(contentsOf: repeatElement(0, count: count - self.count)) }
    }
}

extension Bounds {
    /// Archives the last good values.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(field, "the field with bounds")
        // Nodes that have come since values were looked at have none.
        guard concernsAll else { return try archive.values(&values, asMany: "the number of nodes with bounds") }
        try archive.values(&values)
        guard !archive.isReading || values.count <= nodeCount else {
            throw .doesNotMatch(
                what: "the number of nodes with bounds", found: String(values.count), expected: String(nodeCount))
        }
    }
}

extension Simulation {
    /// Ends a run with an error as soon as a field of a node is outside of a range after a step, or is changed from
    /// outside to a value that is.
    ///
    /// A method with steps of its own is looked at over these, and where one has led out of the range the time is located by
    /// bisection at which that happened; jumps are looked at when they happen.
    ///
    /// The error names the node, the field, the step, the value before, and the author of the change if it was one, which
    /// is not made; what was observed and recorded until then remains.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - range: The range, which includes its ends.
    ///   - nodes: The numbers of the nodes; all nodes unless given, also those that come later.
    /// - Throws: ``SimulationError/unknownField(_:known:)``, ``SimulationError/nodeOutOfRange(_:nodeCount:)``, and
    ///   ``SimulationError/outOfBounds(_:)`` if a value is outside already.
    /// - Complexity: O(*n*) a step for *n* nodes.
    public func require(
        _ field: String, within range: ClosedRange<Double>, ofNodes nodes: [Int]? = nil
    ) throws(SimulationError) {
        let bound = try Bounds(of: field, within: range, nodes: nodes.map { .nodes($0) } ?? .all, model: model)
        try bound.check(at: moment)
        let steps = BoundsSteps(of: bound, in: watch.isOnGrid ? .ends : .inside) { [unowned self] in moment }
        watch.add(steps, hasBegun: watch.isOnGrid)
    }
}
