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

    /// What a thermostat has added to the state.
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

    /// What the types are called, from type 0 on, such as chemical symbols, for files that tell it. None unless set; it means
    /// nothing to forces.
    public var speciesOfTypes: [String] = []

    /// The names, where the particles have names.
    public internal(set) var nodeNames: [String]?

    /// Which particles are there.
    public var population: Population? { members }

    let members: Population

    /// Those that are there, for forces, once some have gone.
    @exclusivity(unchecked)
    private var remaining: PresentParticles?

    /// Whether particles have gone of which forces do not know yet.
    @exclusivity(unchecked)
    var isBehind = false

    /// What the method that asked for the last rates does not know of, although it is there.
    @exclusivity(unchecked)
    private var unknownToMethod: UnknownToMethod?

    /// Why a force could not follow those that have gone.
    @exclusivity(unchecked)
    private var refusal: ParticleError?

    /// The forces, which add up.
    public let forces: [any ParticleForce]

    /// The forces that follow from positions, and those that depend on velocities.
    private let positionForces: [any ParticleForce]
    private let velocityForces: [any VelocityDependentForce]

    /// Those that depend on velocities if it is known of all how they move them.
    private let exactForces: [any ExactVelocityForce]

    /// Whether the quantities that are energies are those of all particles or per particle.
    public let energyScale: EnergyScale

    /// Whether the fields `x`, `y` and `z` are recorded as they are or wrapped into the box.
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

    /// Whether quantities that are energies are those of all particles together or per particle.
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
    ///   - forces: What acts on them.
    ///   - energyScale: What the quantities `kinetic-energy`, `potential-energy` and `total-energy` are.
    ///   - recordedPositions: What the fields `x`, `y` and `z` are.
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

// MARK: - Equations of motion

extension ParticleSystem {
    /// Computes the accelerations that all forces cause together.
    ///
    /// They do not follow from positions if there is a ``VelocityDependentForce``: they are not numbers then, and the error of the
    /// step says why. Integrators that know of such forces ask for ``positionAccelerations(at:into:)``.
    public func accelerations(
        at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>
    ) {
        guard velocityForces.isEmpty else {
            unknownToMethod = .velocities
            return accelerations.update(repeating: .nan, count: 3 * nodeCount)
        }
        self.accelerations(at: positions, movingWith: nil, into: accelerations)
    }

    /// Whether there are forces that depend on velocities, and it is known of all of these how they move them: see
    /// ``ExactVelocityForce``.
    public var movesVelocities: Bool { !exactForces.isEmpty }

    /// Computes the accelerations that forces cause which follow from positions.
    public func positionAccelerations(
        at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>
    ) {
        self.accelerations(at: positions, movingWith: nil, into: accelerations)
    }

    /// Moves velocities as each ``ExactVelocityForce`` does, one after the other.
    public func moveVelocities(
        _ velocities: UnsafeMutablePointer<Double>, at positions: UnsafePointer<Double>, by time: Double,
        isReversed: Bool
    ) {
        followRemovals()
        withColumns(at: positions) { columns in
            guard let remaining else { return move(velocities, of: columns, by: time, isReversed: isReversed) }
            remaining.withVelocities(of: velocities, count: nodeCount) {
                move($0, of: columns, by: time, isReversed: isReversed)
            }
        }
    }

    private func move(
        _ velocities: UnsafeMutablePointer<Double>, of particles: ParticleColumns, by time: Double, isReversed: Bool
    ) {
        let velocities = CoordinateColumns(velocities, count: particles.count)
        for index in exactForces.indices {
            let force = exactForces[isReversed ? exactForces.count - 1 - index : index]
            force.moveVelocities(velocities, of: particles, by: time)
        }
    }

    /// The velocities, followed by the accelerations.
    ///
    /// Methods for equations of the first order, which ask for these, do not know of walls. Where there are some the numbers are
    /// not numbers, and the error of the step says why.
    public func derivative(
        at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
    ) {
        guard !hasWalls else {
            unknownToMethod = .walls
            return derivative.update(repeating: .nan, count: 6 * nodeCount)
        }
        let velocities = state + 3 * nodeCount
        derivative.update(from: velocities, count: 3 * nodeCount)
        accelerations(at: state, movingWith: velocities, at: time, into: derivative + 3 * nodeCount)
    }

    /// Whether the box has walls.
    var hasWalls: Bool { box.axes.contains(where: \.isReflecting) }

    /// Computes the accelerations that forces cause, without velocities those of forces that follow from positions.
    func accelerations(
        at positions: UnsafePointer<Double>, movingWith velocities: UnsafePointer<Double>?, at time: Double = 0,
        into accelerations: UnsafeMutablePointer<Double>
    ) {
        accelerations.update(repeating: 0, count: 3 * nodeCount)
        unknownToMethod = nil
        followRemovals()
        guard refusal == nil else { return accelerations.update(repeating: .nan, count: 3 * nodeCount) }
        guard let remaining else {
            return addForces(at: positions, movingWith: velocities, at: time, into: accelerations)
        }
        remaining.withAccelerations(scatteredTo: accelerations, count: nodeCount) {
            addForces(at: positions, movingWith: velocities, at: time, into: $0)
        }
    }

    private func addForces(
        at positions: UnsafePointer<Double>, movingWith velocities: UnsafePointer<Double>?, at time: Double,
        into accelerations: UnsafeMutablePointer<Double>
    ) {
        withColumns(at: positions) { columns in
            let result = CoordinateColumns(accelerations, count: columns.count)
            for force in positionForces { force.addAccelerations(of: columns, into: result) }
            guard let velocities, !velocityForces.isEmpty else { return }
            let present =
                remaining?.velocities(in: velocities, count: nodeCount)
                ?? VelocityColumns(velocities, count: nodeCount)
            for force in velocityForces {
                force.addAccelerations(of: columns, movingWith: present, at: time, into: result)
            }
        }
    }

    /// Has forces leave what they keep as it is.
    public func beginLook() {
        for force in forces { force.beginLook() }
    }

    /// Has forces follow the particles again.
    public func endLook() {
        for force in forces { force.endLook() }
    }

    /// Why the last accelerations were not numbers, if a force knows.
    public var failureCause: String? {
        if let unknownToMethod { return unknownToMethod.rawValue }
        if let refusal { return refusal.description }
        for force in forces {
            if let cause = force.failureCause { return cause }
        }
        return nil
    }

    private enum UnknownToMethod: String {
        case walls = "the method does not know of the walls of the box: leapfrog and the thermostats do"
        case velocities =
            "the method kicks by accelerations at positions, but there is a force that depends on velocities: runge-kutta-4 and adaptive methods know of these"
    }

    /// 2 or 3.
    public var dimensions: Int { box.dimensions }

    /// Whether all forces conserve the total momentum and there are no walls in a direction.
    public func conservesMomentum(along axis: Int) -> Bool {
        !box.axes[axis].isReflecting && forces.allSatisfy(\.conservesMomentum)
    }

    /// Lets particles bounce from the walls of the box.
    public func applyBoundaries(positions: UnsafeMutablePointer<Double>, velocities: UnsafeMutablePointer<Double>) {
        for axis in 0..<box.dimensions {
            guard case .reflecting(let lower, let upper) = box.axes[axis] else { continue }
            Box.reflect(
                positions + axis * nodeCount, velocities + axis * nodeCount, count: nodeCount, lower: lower,
                upper: upper)
        }
    }

    /// Calls a closure with the columns of the particles that are there.
    func withColumns<Result>(
        at positions: UnsafePointer<Double>, _ body: (ParticleColumns) -> Result
    ) -> Result {
        if let remaining { return remaining.withColumns(at: positions, count: nodeCount, box: box, body) }
        return masses.withUnsafeBufferPointer { masses in
            charges.withUnsafeBufferPointer { charges in
                typeColumn.withUnsafeBufferPointer { types in
                    // There is at least one particle, so that there is memory.
                    body(
                        ParticleColumns(
                            count: nodeCount, box: box, mass: masses.baseAddress.unsafelyUnwrapped,
                            charge: charges.baseAddress.unsafelyUnwrapped,
                            type: types.baseAddress.unsafelyUnwrapped, positions: positions))
                }
            }
        }
    }

    /// The columns of the present state.
    func withColumns<Result>(_ body: (ParticleColumns) -> Result) -> Result {
        followRemovals()
        return withColumns(at: UnsafePointer(state.elements.baseAddress.unsafelyUnwrapped), body)
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
        guard let numbers = state.elements.baseAddress else { return }
        let count = nodeCount
        for position in 0..<min(nodes.count, states.count) {
            let node = nodes[position]
            precondition(node >= 0 && node < count, "node out of range")
            let of = numbers + node
            states[position] = ParticleState(
                position: SIMD3(of[0], of[count], of[2 * count]),
                velocity: SIMD3(of[3 * count], of[4 * count], of[5 * count]))
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
    public func copyField(
        _ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>
    ) {
        let column = state.column(field)
        for (position, node) in nodes.enumerated() { values[position] = column[node] }
        guard recordedPositions == .wrapped, field < 3, box.periods[field] > 0 else { return }
        let (lower, period) = (box.lowerBounds[field], box.periods[field])
        for position in 0..<nodes.count {
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
