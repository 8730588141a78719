import ObserverCore

/// What is pinned or driven in a simulation, until it is released.
public final class Hold {
    private let onRelease: () -> Void
    private var isReleased = false

    init(onRelease: @escaping () -> Void) {
        self.onRelease = onRelease
    }

    /// Leaves what was held to the equations again. It goes on from the state in which it is.
    public func release() {
        guard !isReleased else { return }
        isReleased = true
        onRelease()
    }
}

extension Simulation where Model: DifferentialEquations {
    /// Keeps fields of nodes as they are, whatever the equations say, until the hold is released.
    ///
    /// The rates of change of pinned numbers are zero in each evaluation of the equations, so that methods keep their
    /// order. A particle whose position is pinned rests: its velocity is set to zero and pinned, too.
    ///
    /// - Parameters:
    ///   - nodes: The numbers of the nodes.
    ///   - fields: The names of fields; all fields unless given.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func pin(nodes: [Int], fields: [String]? = nil) throws(SimulationError) -> Hold {
        var components: [Int] = []
        for field in fields ?? Model.fields {
            for node in nodes { components.append(try component(field, of: node)) }
        }
        let held = model.withVelocities(components)
        for component in held {
            if !components.contains(component) { model.state.elements[component] = 0 }
            model.state.held.hold(component, rate: 0)
        }
        noteChange()
        return Hold { [weak self] in self?.release(held) }
    }

    /// Drives a field of a node: it is a given function of time, whatever the equations say, until the hold is released.
    ///
    /// Within a step the number moves linearly between its values at the beginning and the end, so that what is coupled
    /// to it is exact to second order in the step. The velocity of a particle whose position is driven is that of the
    /// motion.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - node: The number of the node.
    ///   - author: Who drives it, for the record of the first value; the node's variable unless somebody is named.
    ///   - value: The value at a time. It is asked for at the beginning and then once a step.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func drive(
        _ field: String, ofNode node: Int, as author: AnyAuthor? = nil, _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Hold {
        let component = try component(field, of: node)
        let start = value(moment.time)
        intervene("drive \(field) of node \(node)", as: author) { $0.state.elements[component] = start }
        let velocity = model.withVelocities([component]).first { $0 != component }
        let drive = Drives<Model>.Drive { model, time, next in
            let rate = (value(next) - model.state.elements[component]) / (next - time)
            model.state.held.hold(component, rate: rate)
            guard let velocity else { return }
            model.state.elements[velocity] = rate
            model.state.held.hold(velocity, rate: 0)
        }
        drives.add(drive)
        return Hold { [weak self] in
            self?.drives.remove(drive)
            self?.release([component, velocity].compactMap { $0 })
        }
    }

    private func release(_ components: [Int]) {
        for component in components { model.state.held.release(component) }
        noteChange()
    }

    private func component(_ field: String, of node: Int) throws(SimulationError) -> Int {
        guard (0..<model.nodeCount).contains(node) else {
            throw .nodeOutOfRange(node, nodeCount: model.nodeCount)
        }
        guard let column = Model.fields.firstIndex(of: field), column < model.state.columnCount else {
            throw .unknownField(field, known: Model.fields)
        }
        return column * model.state.rowCount + node
    }
}

extension DifferentialEquations {
    /// Components with the velocities of those that are positions, where the equations are of the second order.
    fileprivate func withVelocities(_ components: [Int]) -> [Int] {
        guard self is any SecondOrderEquations else { return components }
        let coordinates = state.count / 2
        let velocities = components.filter { $0 < coordinates }.map { $0 + coordinates }
        return components + velocities.filter { !components.contains($0) }
    }
}

/// The drives of a simulation, in the order in which they began.
final class Drives<Model: SimulationModel> {
    final class Drive {
        /// Prepares the step from a time to another.
        let prepare: (Model, _ time: Double, _ next: Double) -> Void

        init(prepare: @escaping (Model, _ time: Double, _ next: Double) -> Void) {
            self.prepare = prepare
        }
    }

    private var drives: [Drive] = []

    func add(_ drive: Drive) { drives.append(drive) }
    func remove(_ drive: Drive) { drives.removeAll { $0 === drive } }

    /// Sets what is driven for a step.
    ///
    /// - Returns: Whether anything is.
    func prepare(_ model: Model, from time: Double, to next: Double) -> Bool {
        for drive in drives { drive.prepare(model, time, next) }
        return !drives.isEmpty
    }
}
