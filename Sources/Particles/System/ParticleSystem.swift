import SimulationEngine

/// Particles in three dimensions, and the forces between them.
///
///     let system = try ParticleSystem(bodies, forces: [NewtonianGravity(constant: 1)])
///
/// The state consists of six columns: *x*, *y*, *z*, and the velocities *vx*, *vy*, *vz*.
public final class ParticleSystem: SecondOrderEquations {
    /// The positions and velocities.
    public let state: StateVector

    /// The masses.
    public let masses: [Double]

    /// The names, where the particles have names.
    public let nodeNames: [String]?

    /// The forces, which add up.
    public let forces: [any ParticleForce]

    /// Creates a system.
    ///
    /// - Throws: ``ParticleError`` if there are no particles, or if masses, states or names are invalid.
    public init(_ particles: [Particle], forces: [any ParticleForce]) throws(ParticleError) {
        guard !particles.isEmpty else { throw .noParticles }
        for (index, particle) in particles.enumerated() {
            guard particle.mass.isFinite, particle.mass >= 0 else {
                throw .invalidMass(particle.mass, particle: index)
            }
            guard particle.state.isFinite else { throw .invalidState(particle: index) }
        }
        nodeNames = try Self.names(of: particles)
        masses = particles.map(\.mass)
        self.forces = forces
        state = StateVector(columnCount: 6, rowCount: particles.count)
        for (index, particle) in particles.enumerated() { setNodeState(particle.state, at: index) }
    }

    private static func names(of particles: [Particle]) throws(ParticleError) -> [String]? {
        guard particles.contains(where: { $0.name != nil }) else { return nil }
        var names: [String] = []
        var known: Set<String> = []
        for (index, particle) in particles.enumerated() {
            guard let name = particle.name else { throw .missingName(particle: index) }
            guard known.insert(name).inserted else { throw .duplicateName(name) }
            names.append(name)
        }
        return names
    }
}

// MARK: - Equations of motion

extension ParticleSystem {
    /// Computes the accelerations that all forces cause together.
    public func accelerations(
        at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>
    ) {
        accelerations.update(repeating: 0, count: 3 * nodeCount)
        let result = CoordinateColumns(accelerations, count: nodeCount)
        withColumns(at: positions) { columns in
            for force in forces { force.addAccelerations(of: columns, into: result) }
        }
    }

    func withColumns<Result>(
        at positions: UnsafePointer<Double>, _ body: (ParticleColumns) -> Result
    ) -> Result {
        masses.withUnsafeBufferPointer { masses in
            // There is at least one particle, so that there is memory.
            body(ParticleColumns(count: nodeCount, mass: masses.baseAddress.unsafelyUnwrapped, positions: positions))
        }
    }
}

// MARK: - Nodes

extension ParticleSystem {
    /// The number of particles.
    public var nodeCount: Int { state.rowCount }

    /// The state of a particle.
    public func nodeState(at node: Int) -> ParticleState {
        ParticleState(
            position: SIMD3(state[0, node], state[1, node], state[2, node]),
            velocity: SIMD3(state[3, node], state[4, node], state[5, node]))
    }

    /// Copies the states of particles.
    public func copyNodeStates(
        of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<ParticleState>
    ) {
        for (position, node) in nodes.enumerated() { states[position] = nodeState(at: node) }
    }

    /// Sets the state of a particle.
    public func setNodeState(_ newState: ParticleState, at node: Int) {
        for axis in 0..<3 {
            state[axis, node] = newState.position[axis]
            state[3 + axis, node] = newState.velocity[axis]
        }
    }

    /// The names of the numbers of a particle's state.
    public static var fields: [String] { ["x", "y", "z", "vx", "vy", "vz"] }

    /// `position` and `velocity`.
    public static var fieldGroups: [FieldGroup] {
        [FieldGroup("position", ["x", "y", "z"]), FieldGroup("velocity", ["vx", "vy", "vz"])]
    }
}

extension ParticleState {
    var isFinite: Bool {
        (0..<3).allSatisfy { position[$0].isFinite && velocity[$0].isFinite }
    }
}
