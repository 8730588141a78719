import SimulationEngine

extension ParticleSystem {
    /// Computes the accelerations that all forces cause together.
    ///
    /// They do not follow from positions if there is a ``VelocityDependentForce``: they are not numbers then, and the error of the
    /// step says why. Integrators that know of such forces ask for ``positionAccelerations(at:into:)``.
    public func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        guard velocityForces.isEmpty else {
            unknownToMethod = .velocities
            return accelerations.update(repeating: .nan)
        }
        withPointers(positions, &accelerations) { self.accelerations(at: $0, movingWith: nil, into: $1) }
    }

    /// True if there are forces that depend on velocities, and it is known of all of these how they move them: see
    /// ``ExactVelocityForce``.
    public var movesVelocities: Bool { !exactForces.isEmpty }

    /// Computes the accelerations that forces cause which follow from positions.
    public func positionAccelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        withPointers(positions, &accelerations) { self.accelerations(at: $0, movingWith: nil, into: $1) }
    }

    /// Moves velocities as each ``ExactVelocityForce`` does, one after the other.
    public func moveVelocities(
        _ velocities: inout MutableSpan<Double>, at positions: Span<Double>, by time: Double, isReversed: Bool
    ) {
        withPointers(positions, &velocities) { move($1, at: $0, by: time, isReversed: isReversed) }
    }

    private func move(
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
    public func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        guard !hasWalls else {
            unknownToMethod = .walls
            return derivative.update(repeating: .nan)
        }
        withPointers(state, &derivative) { state, derivative in
            let velocities = state + 3 * nodeCount
            derivative.update(from: velocities, count: 3 * nodeCount)
            accelerations(at: state, movingWith: velocities, at: time, into: derivative + 3 * nodeCount)
        }
    }

    /// Tells on which branches the rates are, by those forces that know theirs.
    public func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64? {
        followRemovals()
        return state.withUnsafeBufferPointer { state in
            guard let positions = state.baseAddress else { return nil }
            let all = positions + 3 * nodeCount
            return withColumns(at: positions) { columns in
                let velocities =
                    remaining?.velocities(in: all, count: nodeCount) ?? VelocityColumns(all, count: nodeCount)
                var sum = BranchSum()
                var isKnown = false
                for (part, force) in forces.enumerated() {
                    let branches = force.branches(
                        of: columns, movingWith: velocities, at: time, withKinks: withKinks)
                    sum.add(branches, ofPart: part)
                    if branches != nil { isKnown = true }
                }
                return isKnown ? sum.value : nil
            }
        }
    }

    /// Tells how far no formula of a field jumps or has a kink by the time alone.
    public func smoothStretch(from time: Double, to end: Double) -> SmoothStretch? {
        times.isEmpty ? nil : times.stretch(from: time, to: end)
    }

    /// True if the box has walls.
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

    enum UnknownToMethod: String {
        case walls = "the method does not know of the walls of the box: leapfrog and the thermostats do"
        case velocities =
            "the method kicks by accelerations at positions, but there is a force that depends on velocities: runge-kutta-4 and adaptive methods know of these"
    }

    /// 2 or 3.
    public var dimensions: Int { box.dimensions }

    /// Tests if all forces conserve the total momentum and there are no walls in a direction.
    public func conservesMomentum(along axis: Int) -> Bool {
        !box.axes[axis].isReflecting && forces.allSatisfy(\.conservesMomentum)
    }

    /// Lets particles bounce from the walls of the box.
    public func applyBoundaries(positions: inout MutableSpan<Double>, velocities: inout MutableSpan<Double>) {
        guard hasWalls else { return }
        positions.withUnsafeMutableBufferPointer { positions in
            velocities.withUnsafeMutableBufferPointer { velocities in
                guard let positions = positions.baseAddress, let velocities = velocities.baseAddress else { return }
                reflect(positions, velocities)
            }
        }
    }

    private func reflect(_ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>) {
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
