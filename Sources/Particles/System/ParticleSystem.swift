import SimulationEngine

/// Particles in a box of two or three dimensions, and the forces between them.
///
///     let system = try ParticleSystem(bodies, forces: [NewtonianGravity(constant: 1)])
///
/// The state consists of six columns: *x*, *y*, *z*, and the velocities *vx*, *vy*, *vz*. In a periodic box positions are
/// not wrapped: see ``Box``.
public final class ParticleSystem: ThermalEquations, FixedNames {
    /// The positions and velocities.
    public let state: StateVector

    /// The state that a thermostat has added.
    public var bath = HeatBath()

    /// The room in which the particles move.
    public let box: Box

    // Where particles are few, looking after accesses to what each evaluation of forces reads would take longer than the forces.

    /// The masses.
    @exclusivity(unchecked)
    public internal(set) var masses: [Double]

    /// The charges.
    @exclusivity(unchecked)
    public internal(set) var charges: [Double]

    /// The types, numbers from 0, of those that are there.
    public var types: [Int] { presentNodes.map { Int(typeColumn[$0]) } }

    /// The type of a particle, also of one that has gone.
    package func type(of particle: Int) -> Int { Int(typeColumn[particle]) }

    /// The names of the types, from type 0 on, such as chemical symbols, for files that tell it. None unless set; it means
    /// nothing to forces.
    public var speciesOfTypes: [String] = []

    /// The names, where the particles have names.
    public internal(set) var nodeNames: [String]?

    /// Which particles are there.
    public var population: Population? { members }

    let members: Population

    /// Those that are there, for forces, once some have gone.
    @exclusivity(unchecked)
    var remaining: PresentParticles?

    /// True if particles have gone of which forces do not know yet.
    @exclusivity(unchecked)
    var isBehind = false

    /// The walls or velocities, if any, of which the method that asked for the last rates does not know.
    @exclusivity(unchecked)
    var unknownToMethod: UnknownToMethod?

    /// Why a force could not follow those that have gone.
    @exclusivity(unchecked)
    var refusal: ParticleError?

    /// The forces, which add up.
    public let forces: [any ParticleForce]

    /// What of them changes by the time alone.
    let times: [SwitchingTimes]

    /// The forces that follow from positions, and those that depend on velocities.
    let positionForces: [any ParticleForce]
    let velocityForces: [any VelocityDependentForce]

    /// Those that depend on velocities if it is known of all how they move them.
    let exactForces: [any ExactVelocityForce]

    /// The scale of the quantities that are energies: all particles together, or per particle.
    public let energyScale: EnergyScale

    /// The form in which the fields `x`, `y` and `z` are recorded: as they are, or wrapped into the box.
    public let recordedPositions: RecordedPositions

    /// How positions are recorded as fields. The states of nodes have them as they are.
    public enum RecordedPositions: String, CaseIterable, Sendable {
        /// As they are: a particle that leaves a periodic box goes on outside.
        case unwrapped

        /// The images in the box.
        case wrapped
    }

    @exclusivity(unchecked)
    var typeColumn: [Int32]

    /// The scale of the quantities that are energies: all particles together, or per particle.
    public enum EnergyScale: String, CaseIterable, Sendable {
        /// All particles together.
        case total

        /// Divided by the number of particles.
        case perParticle = "per-particle"
    }

    /// Creates a system.
    ///
    /// - Parameters:
    ///   - particles: The particles; their order is that of the nodes.
    ///   - box: The room in which they move.
    ///   - forces: The forces on them.
    ///   - energyScale: The scale of `kinetic-energy`, `potential-energy` and `total-energy`.
    ///   - recordedPositions: The form of the fields `x`, `y` and `z`.
    /// - Throws: ``ParticleError`` if there are no particles, if masses, states or names are invalid, if a particle is on
    ///   the other side of a wall or outside of the plane, or if a force cannot act on the particles.
    public init(
        _ particles: [Particle], in box: Box = .open, forces: [any ParticleForce], energyScale: EnergyScale = .total,
        recordedPositions: RecordedPositions = .unwrapped
    ) throws(ParticleError) {
        guard !particles.isEmpty else { throw .noParticles }
        for (index, particle) in particles.enumerated() { try particle.check(in: box, number: index) }
        nodeNames = try Self.names(of: particles)
        masses = particles.map(\.mass)
        charges = particles.map(\.charge)
        typeColumn = particles.map { Int32($0.type) }
        self.box = box
        self.forces = forces
        times = forces.flatMap { ($0 as? any TimedForce)?.makeSwitchingTimes() ?? [] }
        positionForces = forces.filter { !($0 is any VelocityDependentForce) }
        velocityForces = forces.compactMap { $0 as? any VelocityDependentForce }
        let exactForces = forces.compactMap { $0 as? any ExactVelocityForce }
        self.exactForces = exactForces.count == velocityForces.count ? exactForces : []
        self.energyScale = energyScale
        self.recordedPositions = recordedPositions
        members = Population(nodeCount: particles.count)
        state = StateVector(columnCount: 6, rowCount: particles.count)
        for (index, particle) in particles.enumerated() { setNodeState(particle.state, at: index) }
        for force in forces { try prepare(force) }
    }

    func prepare(_ force: any ParticleForce) throws(ParticleError) {
        var refusal: ParticleError?
        withColumns(at: UnsafePointer(state.elements.baseAddress.unsafelyUnwrapped)) { columns in
            do throws(ParticleError) { try force.prepare(for: columns) } catch { refusal = error }
        }
        guard let refusal else { return }
        guard let remaining else { throw refusal }
        throw refusal.renumbered { remaining.nodes[$0] }
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

// MARK: - Particles that come and go

extension ParticleSystem: ChangingNodes {
    /// Adds a particle, with the mass, charge and type of its parent, or of mass 1, charge 0 and type 0 if it has none.
    ///
    /// - Throws: ``ParticleError``, as for the particles of the beginning, and where there are bonds.
    /// - Complexity: O(n), and what forces need to prepare.
    public func addNode(_ nodeState: ParticleState, like parent: Int?, name: String?) throws -> Int {
        try addParticle(
            Particle(
                name: name, mass: parent.map { masses[$0] } ?? 1, charge: parent.map { charges[$0] } ?? 0,
                type: parent.map { Int(typeColumn[$0]) } ?? 0, position: nodeState.position,
                velocity: nodeState.velocity))
    }

    /// Adds a particle.
    ///
    /// - Returns: Its number.
    /// - Throws: ``ParticleError``, as for the particles of the beginning, and where there are bonds.
    /// - Complexity: O(n), and what forces need to prepare.
    public func addParticle(_ particle: Particle) throws(ParticleError) -> Int {
        guard !forces.contains(where: \.concernsCertainParticles) else { throw .bondedParticles }
        try particle.check(in: box, number: nodeCount)
        guard (particle.name == nil) == (nodeNames == nil) else { throw .missingName(particle: nodeCount) }
        if let name = particle.name, nodeNames?.contains(name) ?? false { throw .duplicateName(name) }
        isBehind = false
        append(particle)
        let number = members.add()
        do throws(ParticleError) {
            try prepareForces()
            refusal = nil
        } catch {
            members.takeBack()
            removeLast()
            try? prepareForces()
            throw error
        }
        return number
    }

    /// Removes a particle, which rests from then on.
    ///
    /// - Throws: ``ParticleError/bondedParticles``, ``ParticleError/lastParticle``.
    /// - Complexity: O(n), and what forces need to prepare.
    public func removeNode(_ node: Int) throws {
        guard !forces.contains(where: \.concernsCertainParticles) else { throw ParticleError.bondedParticles }
        guard members.presentCount > 1 else { throw ParticleError.lastParticle }
        members.remove(node)
        for axis in 3..<6 { state[axis, node] = 0 }
        state.rest(node)
        isBehind = true
    }

    /// Has forces follow particles that have gone. None of those of this module refuses that; if another one does, the next
    /// accelerations are not numbers, and the error of the step says why.
    func followRemovals() {
        guard isBehind else { return }
        isBehind = false
        do {
            try prepareForces()
            refusal = nil
        } catch {
            refusal = error
        }
    }

    private func append(_ particle: Particle) {
        let (position, velocity) = (particle.state.position, particle.state.velocity)
        state.appendRow([position.x, position.y, position.z, velocity.x, velocity.y, velocity.z])
        masses.append(particle.mass)
        charges.append(particle.charge)
        typeColumn.append(Int32(particle.type))
        if let name = particle.name { nodeNames?.append(name) }
    }

    private func removeLast() {
        state.removeLastRow()
        masses.removeLast()
        charges.removeLast()
        typeColumn.removeLast()
        nodeNames?.removeLast()
    }

    func prepareForces() throws(ParticleError) {
        noteRemaining()
        for force in forces { try prepare(force) }
    }

    func noteRemaining() {
        remaining =
            members.isComplete
            ? nil : PresentParticles(members.members, masses: masses, charges: charges, types: typeColumn)
    }
}

// MARK: - Nodes

extension ParticleSystem: PeriodicFields {
    /// The number of particles.
    public var nodeCount: Int { state.rowCount }

    /// The state of a particle.
    public func nodeState(at node: Int) -> ParticleState {
        ParticleState(
            position: SIMD3(state[0, node], state[1, node], state[2, node]),
            velocity: SIMD3(state[3, node], state[4, node], state[5, node]))
    }

    /// Copies the states of particles.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<ParticleState>) {
        guard let numbers = state.elements.baseAddress else { return }
        let count = nodeCount
        for position in 0..<min(nodes.count, states.count) {
            let node = nodes[unchecked: position]
            precondition(node >= 0 && node < count, "node out of range")
            states[unchecked: position] = ParticleState(from: numbers + node, stride: count)
        }
    }

    /// Copies the states of particles that follow each other.
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<ParticleState>) {
        guard let numbers = state.elements.baseAddress else { return }
        let count = nodeCount
        precondition(first >= 0 && first <= count - states.count, "node out of range")
        for position in states.indices {
            states[unchecked: position] = ParticleState(from: numbers + first + position, stride: count)
        }
    }

    /// Sets the state of a particle.
    public func setNodeState(_ newState: ParticleState, at node: Int) {
        for axis in 0..<3 {
            state[axis, node] = newState.position[axis]
            state[3 + axis, node] = newState.velocity[axis]
        }
    }

    /// Copies numbers of a field, positions as ``recordedPositions`` says.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        let column = state.column(field)
        for position in nodes.indices { values[position] = column[nodes[position]] }
        wrap(&values, ofField: field)
    }

    package func copyContinuousField(
        _ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>
    ) {
        let column = state.column(field)
        for (position, node) in nodes.enumerated() { values[position] = column[node] }
    }

    /// Copies numbers of states, positions as ``recordedPositions`` says.
    public func copyField(_ field: Int, in states: Span<ParticleState>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position][field] }
        wrap(&values, ofField: field)
    }

    private func wrap(_ values: inout MutableSpan<Double>, ofField field: Int) {
        guard recordedPositions == .wrapped, field < 3, box.periods[field] > 0 else { return }
        let (lower, period) = (box.lowerBounds[field], box.periods[field])
        for position in values.indices {
            values[position] -= ((values[position] - lower) / period).rounded(.down) * period
        }
    }

    package static let names = ModelNames(
        fields: ["x", "y", "z", "vx", "vy", "vz"],
        fieldGroups: [FieldGroup("position", ["x", "y", "z"]), FieldGroup("velocity", ["vx", "vy", "vz"])])
}

extension Particle {
    fileprivate func check(in box: Box, number: Int) throws(ParticleError) {
        guard mass.isFinite, mass >= 0 else { throw .invalidMass(mass, particle: number) }
        guard charge.isFinite else { throw .invalidCharge(charge, particle: number) }
        guard (0...Int(Int32.max)).contains(type) else { throw .invalidType(type, particle: number) }
        guard state.isFinite else { throw .invalidState(particle: number) }
        if let axis = box.wallsAround(state.position) { throw .behindWall(particle: number, axis: axis) }
        guard box.dimensions == 3 || state.position.z == 0 && state.velocity.z == 0 else {
            throw .outsideOfPlane(particle: number)
        }
    }
}

extension ParticleState {
    var isFinite: Bool {
        (0..<3).allSatisfy { position[$0].isFinite && velocity[$0].isFinite }
    }
}

extension ParticleState {
    /// The state whose numbers lie at a distance from each other.
    @inline(__always)
    fileprivate init(from numbers: UnsafePointer<Double>, stride: Int) {
        self.init(
            position: SIMD3(numbers[0], numbers[stride], numbers[2 * stride]),
            velocity: SIMD3(numbers[3 * stride], numbers[4 * stride], numbers[5 * stride]))
    }
}
