import SimulationEngine

/// Particles that move by rules of what they see around them, all at the same time: a model of collective motion.
///
/// To make one of your own, implement ``advance(step:)``; ``SwarmRule`` is the integrator that calls it.
public protocol Swarm: ParticleModel, SettableFields where NodeState == ParticleState {
    /// The columns *x*, *y*, *z*, *vx*, *vy* and *vz*.
    var state: StateVector { get }

    /// How long a step is.
    var timeStep: Double { get }

    /// Moves all particles on by one step.
    ///
    /// - Parameter step: The number of the step, which random numbers are drawn for.
    /// - Returns: True if that was possible: positions must be finite. If not, the state is as it was.
    func advance(step: Int) -> Bool
}

extension Swarm {
    /// The number of particles.
    public var nodeCount: Int { state.rowCount }

    /// All of one type.
    public var types: [Int] { [Int](repeating: 0, count: nodeCount) }

    /// The positions, which are not wrapped.
    public var positions: [SIMD3<Double>] { (0..<nodeCount).map { nodeState(at: $0).position } }

    /// The velocities.
    public var velocities: [SIMD3<Double>] { (0..<nodeCount).map { nodeState(at: $0).velocity } }

    /// The state of a particle.
    public func nodeState(at node: Int) -> ParticleState {
        ParticleState(
            position: SIMD3(state[0, node], state[1, node], state[2, node]),
            velocity: SIMD3(state[3, node], state[4, node], state[5, node]))
    }

    /// Copies the states of particles.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<ParticleState>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    /// Sets the state of a particle.
    public func setNodeState(_ newState: ParticleState, at node: Int) {
        for axis in 0..<3 {
            state[axis, node] = newState.position[axis]
            state[3 + axis, node] = newState.velocity[axis]
        }
    }

    /// Sets a number of a particle's state.
    public func setField(_ field: Int, at node: Int, to value: Double) {
        state[field, node] = value
    }

    /// Copies numbers of a field.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        let column = state.column(field)
        for position in nodes.indices { values[position] = column[nodes[position]] }
    }

    /// Copies numbers of states.
    public func copyField(_ field: Int, in states: Span<ParticleState>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position][field] }
    }

    /// The names of the numbers of a particle's state.
    public var fields: [String] { ParticleSystem.names.fields }

    /// `position` and `velocity`.
    public var fieldGroups: [FieldGroup] { ParticleSystem.names.fieldGroups }

    /// The length of the sum of the directions of all velocities, divided by the number of particles.
    var polarisation: Double {
        var sum = SIMD3<Double>.zero
        for node in 0..<nodeCount {
            let velocity = SIMD3(state[3, node], state[4, node], state[5, node])
            let speed = (velocity * velocity).sum().squareRoot()
            if speed > 0 { sum += velocity / speed }
        }
        return (sum * sum).sum().squareRoot() / Double(nodeCount)
    }
}

extension Swarm {
    /// Names the first number of the state that is not finite.
    fileprivate func failure(from start: Double) -> StateFailure {
        let component = state.elements.firstIndex { !($0.magnitude < NeighbourList.greatestCoordinate) } ?? 0
        let node = component % nodeCount
        return StateFailure(
            node: node, nodeName: nodeNames?[node], field: fields[component / nodeCount],
            value: state.elements[component], time: start + timeStep, lastTime: start,
            lastValues: fields.indices.map { .init(fields[$0], state[$0, node]) })
    }
}

/// The quantities of a swarm.
public struct SwarmQuantities<Model: Swarm & SendableMetatype>: QuantitySet {
    /// How much the particles move in one direction, |Σ v/|v|| / n: 1 if all do, about n^(−½) if their directions are random.
    public let polarisation = QuantityDefinition<Model, Double>("polarisation") { $0.polarisation }

    /// The polarisation.
    public var all: [any AnyQuantityDefinition<Model>] { [polarisation] }
}

/// Moves a ``Swarm`` on.
public final class SwarmRule<Model: Swarm>: InterruptibleIntegrator, Stateless {
    /// Is asked between steps of the swarm, some times in a millisecond.
    public var shouldInterrupt: (() -> Bool)?

    /// Creates the integrator.
    public init() {}

    /// Moves all particles on by the steps of the swarm between two times.
    ///
    /// - Throws: `IntegrationError.stateNotFinite`, `IntegrationError.interrupted(time:)`; the state is then that after the last
    ///   step.
    public func advance(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        let steps = try steps(of: model, from: start, to: end)
        for step in steps {
            if JumpPace.isPause(beforeSweep: Double(step), over: model.nodeCount), shouldInterrupt?() == true {
                throw .interrupted(time: step == steps.lowerBound ? start : Double(step) * model.timeStep)
            }
            guard model.advance(step: step) else {
                throw .stateNotFinite(model.failure(from: Double(step) * model.timeStep))
            }
        }
    }

    /// The numbers of the steps between two times. These are whole multiples of steps, so that the quotients are rounded.
    fileprivate func steps(
        of model: Model, from start: Double, to end: Double
    ) throws(IntegrationError) -> Range<Int> {
        let (first, last) = ((start / model.timeStep).rounded(), (end / model.timeStep).rounded())
        guard abs(first) < 0x1p53, abs(last) < 0x1p53, first <= last else {
            throw .tooManySteps(limit: 1 << 53, start: start, time: start, end: end, fastest: nil)
        }
        return Int(first)..<Int(last)
    }
}

extension SwarmRule: JumpIntegrator {
    /// Particles move from one step to the next, so that what is watched is interpolated between them.
    public var interpolates: Bool { true }

    /// Time counts steps of the swarm.
    public var canEndBetweenJumps: Bool { false }

    /// Moves all particles on by one step of the swarm.
    ///
    /// - Returns: The time after it.
    /// - Throws: As ``advance(_:from:to:)``.
    public func advance(
        _ model: Model, from start: Double, to end: Double, until watch: JumpWatch
    ) throws -> Double {
        let steps = try steps(of: model, from: start, to: end)
        let time = steps.count > 1 ? Double(steps.lowerBound + 1) * model.timeStep : end
        try advance(model, from: start, to: time)
        watch.noteAll()
        return time
    }
}
