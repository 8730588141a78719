/// A model whose state obeys ordinary differential equations of the first order, d*y*/d*t* = *f*(*t*, *y*).
///
/// Implement ``derivative(at:of:into:)``; all integrators for ordinary differential equations come for free.
///
/// The columns of the state are the fields of the model, in their order. A model for which that is not so implements
/// ``SimulationModel/copyField(_:of:into:)``, too.
public protocol DifferentialEquations: SettableFields {
    /// The state *y*, which integrators read and write.
    var state: StateVector { get }

    /// Computes *f*(*t*, *y*).
    ///
    /// - Parameters:
    ///   - time: The time *t*.
    ///   - state: *y*, as many numbers as ``state`` has. Not always the model's own state.
    ///   - derivative: Receives d*y*/d*t*, as many numbers. Not initialised to zero.
    func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>)

    /// Computes *f*(*t*, *y*), and completes numbers run by run while they are in the cache, so that integrators go on with
    /// them there.
    ///
    /// Implement this, too, for a system whose state does not fit into the cache or that several threads share. Unless
    /// implemented, all numbers are computed and then completed at once.
    ///
    /// - Parameter evaluation: The time, *y*, and where d*y*/d*t* is to be.
    func complete(_ evaluation: RateEvaluation)

    /// The column of the state that is a field, whose numbers are those that ``SimulationModel/copyField(_:of:into:)`` copies.
    ///
    /// Who looks at all nodes after each step, such as ``FirstPassages``, reads them there at once instead of having them
    /// copied.
    ///
    /// - Parameter field: An index into ``SimulationModel/fields``.
    /// - Returns: The column; `nil` if there is none, as unless implemented.
    func column(ofField field: Int) -> Int?

    /// Computes the Jacobian of *f*, for implicit methods. Implement this where the system is stiff, and its derivatives are
    /// known and cheaper than as many calls of the derivative as the state has numbers.
    ///
    /// - Parameters:
    ///   - time: The time *t*.
    ///   - state: *y*, *n* numbers. Not always the model's own state.
    ///   - matrix: Receives ∂fᵢ/∂yⱼ at *i* · *n* + *j*. It holds zeros.
    ///   - timeDerivative: Receives ∂fᵢ/∂t. It holds zeros.
    /// - Returns: True if the Jacobian is known. `false` unless implemented: it is formed by finite differences then.
    func jacobian(
        at time: Double, of state: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool

    /// Tells on which branches the rates are, where they jump: a number that is the same for states and times between which *f* is
    /// continuous, and almost surely another one beyond a jump.
    ///
    /// Methods of adaptive steps estimate the error of a step from a few of its points, which may miss a jump, and some also a kink.
    /// With this, those of which that is known find them nevertheless. Implement it where *f* has conditions, or extremes and magnitudes.
    /// It is called once for each evaluation of *f*.
    ///
    /// - Parameters:
    ///   - time: The time *t*.
    ///   - state: *y*, as many numbers as ``state`` has. Not always the model's own state.
    ///   - withKinks: True if the number is to be another one also beyond a kink of *f*, where only its slope jumps.
    /// - Returns: The number; `nil` if there are no jumps, nor kinks if these are asked for, as unless implemented.
    func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64?

    /// Tells how far the rates neither jump nor have a kink by what is a function of the time alone.
    ///
    /// Methods of adaptive steps end a step there, and so do not miss what happens between two of their points, such as a short pulse
    /// in a state of rest, of which no error that they estimate tells. Jumps and kinks that follow from the state belong to
    /// ``branches(at:of:withKinks:)``.
    ///
    /// - Parameters:
    ///   - time: Where the stretch begins. What happens there belongs to what was before.
    ///   - end: Where it ends at the latest.
    /// - Returns: The stretch, which is not empty; `nil` if that is not known, as unless implemented.
    func smoothStretch(from time: Double, to end: Double) -> SmoothStretch?

    /// Why the derivative that was last computed has numbers that are not finite, for errors; such as "the bond between
    /// particles 3 and 4 is too long". `nil` if that is not known, as it is unless implemented.
    var failureCause: String? { get }

    /// Is told that the rates that are asked for until ``endLook()`` are not those of the trajectory but of states beside it that
    /// somebody looks at: states inside of steps, and slopes of what is shown. Does nothing unless implemented.
    ///
    /// Rates must follow from the state and the time, and from what the trajectory has brought about. A model that keeps
    /// something else from one evaluation to the next that shows in the last bits, such as a list of neighbours that says in which
    /// order forces are added up, must leave it as it is during a look: a trajectory must not depend on who looks.
    func beginLook()

    /// Is told that the rates that are asked for next are those of the trajectory again. Does nothing unless implemented.
    func endLook()
}

extension DifferentialEquations {
    /// Leaves all that is held to the equations again, but for nodes that have gone.
    func releaseAll() {
        state.held = HeldComponents()
        guard let population, !population.isComplete else { return }
        for node in 0..<nodeCount where !population.contains(node) { state.rest(node) }
    }

    /// Not known.
    public func jacobian(
        at time: Double, of state: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool { false }

    /// There are none.
    public func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64? { nil }

    /// Not known.
    public func smoothStretch(from time: Double, to end: Double) -> SmoothStretch? { nil }

    /// Not known.
    public func column(ofField field: Int) -> Int? { nil }

    /// Not known.
    public var failureCause: String? { nil }

    /// Keeps nothing that a look could change.
    public func beginLook() {}

    /// Keeps nothing that a look could change.
    public func endLook() {}

    /// Calls a closure that asks for rates beside the trajectory; see ``beginLook()``.
    func look<Result>(_ body: () throws -> Result) rethrows -> Result {
        beginLook()
        defer { endLook() }
        return try body()
    }

    /// Computes all numbers, and completes them at once.
    public func complete(_ evaluation: RateEvaluation) {
        evaluation.complete(0..<state.count) { rates in
            evaluation.withState { derivative(at: evaluation.time, of: $0, into: &rates) }
        }
    }

    /// Computes *f*(*t*, *y*) of as many numbers as there are in memory.
    @inlinable
    package func derivative(
        at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
    ) {
        let count = self.state.count
        var rates = UnsafeMutableBufferPointer(start: derivative, count: count).mutableSpan
        self.derivative(at: time, of: UnsafeBufferPointer(start: state, count: count).span, into: &rates)
    }

    /// The rates of change as ``rates(at:of:into:)`` gives them, told in runs of numbers that are done, as
    /// ``complete(_:)`` completes them, but for those whose numbers the model has moved if that is asked for.
    @inlinable
    package func rates(
        at time: Double, of state: UnsafePointer<Double>, into rates: UnsafeMutablePointer<Double>,
        completing: (Range<Int>) -> Void, movingBy length: Double? = nil,
        doubting: () -> Void = {}
    ) {
        guard self.state.holdsNothing else {
            self.rates(at: time, of: state, into: rates)
            completing(0..<self.state.count)
            return
        }
        withoutActuallyEscaping(completing) { completing in
            withoutActuallyEscaping(doubting) { doubting in
                complete(
                    RateEvaluation(
                        time: time, state: state, rates: rates, count: self.state.count, completing: completing,
                        move: length.map { RateEvaluation.Move(length: $0, doubting: doubting) }))
            }
        }
    }

    /// The rates of change of all numbers of a state: those that the equations give where what is driven is where it is at
    /// the time, and those of what is pinned or driven.
    ///
    /// Integrators ask for rates by this. Whatever they make of those of what is held, the simulation puts it to where it has
    /// to be after each step.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - state: As many numbers as ``state`` has.
    ///   - rates: Receives the rates, as many numbers.
    public func rates(at time: Double, of state: [Double], into rates: inout [Double]) {
        let count = self.state.count
        precondition(state.count == count && rates.count == count, "there must be as many numbers as in the state")
        state.withUnsafeBufferPointer { state in
            rates.withUnsafeMutableBufferPointer { rates in
                guard let state = state.baseAddress, let rates = rates.baseAddress else { return }
                self.rates(at: time, of: state, into: rates)
            }
        }
    }

    /// The rates of change of as many numbers as there are in memory.
    @inlinable
    package func rates(
        at time: Double, of state: UnsafePointer<Double>, into rates: UnsafeMutablePointer<Double>
    ) {
        guard !self.state.holdsNothing else { return derivative(at: time, of: state, into: rates) }
        self.state.withDriven(at: time, in: state, count: self.state.count) {
            derivative(at: time, of: $0, into: rates)
        }
        self.state.applyHeld(to: rates, at: time)
    }

    /// The branches of the rates of as many numbers as there are in memory, where what is driven is where it is at the time, and of what
    /// is driven.
    func branches(at time: Double, of state: UnsafePointer<Double>, withKinks: Bool) -> UInt64? {
        var branches: UInt64?
        let count = self.state.count
        self.state.withDriven(at: time, in: state, count: count) {
            let state = UnsafeBufferPointer(start: $0, count: count).span
            branches = self.branches(at: time, of: state, withKinks: withKinks)
        }
        guard !self.state.holdsNothing, let driven = self.state.held.branches(at: time) else { return branches }
        return driven &+ (branches ?? 0)
    }

    /// How far neither the rates nor what is driven jump or have a kink by the time alone; `nil` if that is not known of either.
    func wholeSmoothStretch(from time: Double, to end: Double) -> SmoothStretch? {
        let ofRates = smoothStretch(from: time, to: end)
        guard !state.holdsNothing, let driven = state.held.smoothStretch(from: time, to: ofRates?.end ?? end) else {
            return ofRates
        }
        return ofRates?.shortened(to: driven) ?? driven
    }

    /// Sets a number of the column that is the field.
    public func setField(_ field: Int, at node: Int, to value: Double) {
        state[field, node] = value
    }

    /// Copies numbers of the column that is the field.
    @inlinable
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        guard nodes.count > 1 else {
            // A node that has just come has a number before the columns are moved for it.
            for position in nodes.indices { values[position] = state[field, nodes[position]] }
            return
        }
        let count = min(nodes.count, values.count)
        guard let column = state.column(field).baseAddress else { return }
        for position in 0..<count { values[unchecked: position] = column[nodes[unchecked: position]] }
    }
}

extension DifferentialEquations where NodeState == Double {
    /// Copies the numbers that the states are.
    public func copyField(_ field: Int, in states: Span<Double>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position] }
    }
}

extension DifferentialEquations where NodeState: SIMD<Double> {
    /// Copies the elements of the states, which have the order of the fields.
    public func copyField(_ field: Int, in states: Span<NodeState>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position][field] }
    }
}

extension SimulationModel {
    /// Where the numbers of a field of all nodes lie, if it is a column of a state.
    func columnNumbers(ofField field: Int) -> UnsafeBufferPointer<Double>? {
        guard let equations = self as? any DifferentialEquations, let column = equations.column(ofField: field) else {
            return nil
        }
        return UnsafeBufferPointer(equations.state.column(column))
    }
}

/// A model of particles or other coordinates with accelerations that depend on the positions, d²*q*/d*t*² = *a*(*q*).
///
/// Its state is the positions followed by the velocities in the same order. Implement ``accelerations(at:into:)``;
/// symplectic integrators, and those for equations of the first order, come for free.
public protocol SecondOrderEquations: DifferentialEquations {
    /// Computes the accelerations.
    ///
    /// - Parameters:
    ///   - positions: *q*, half as many numbers as ``DifferentialEquations/state`` has.
    ///   - accelerations: Receives *a*, as many numbers. Not initialised to zero.
    func accelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>)

    /// Brings nodes that have drifted across a boundary, such as a wall that they bounce from, to where they belong, and
    /// turns their velocities accordingly. Does nothing unless implemented.
    ///
    /// Integrators that drift, such as ``Leapfrog``, call this after each drift. Those for equations of the first order
    /// do not know of boundaries.
    ///
    /// - Parameters:
    ///   - positions: *q*, half as many numbers as ``DifferentialEquations/state`` has.
    ///   - velocities: As many numbers.
    func applyBoundaries(positions: inout MutableSpan<Double>, velocities: inout MutableSpan<Double>)

    /// True if accelerations also depend on velocities, in a way that ``moveVelocities(_:at:by:isReversed:)`` follows. They do
    /// not unless implemented.
    ///
    /// ``accelerations(at:into:)`` must then not be numbers, so that no integrator that does not know of this leaves them out.
    var movesVelocities: Bool { get }

    /// Computes the part of the accelerations that follows from positions alone. All of them unless implemented.
    func positionAccelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>)

    /// Moves velocities as the other part of the accelerations alone would, while nodes stay where they are. Does nothing unless
    /// implemented.
    ///
    /// ``Leapfrog``, ``Yoshida4`` and thermostats that kick and drift put halves of this motion around their steps, which keeps
    /// their order if it is exact.
    ///
    /// - Parameters:
    ///   - velocities: Half as many numbers as ``DifferentialEquations/state`` has.
    ///   - positions: *q*, as many.
    ///   - time: The time that passes, which may be negative.
    ///   - isReversed: True if several motions are made one after the other in the reverse order. A step is symmetric in time as
    ///     its two halves are made in opposite orders.
    func moveVelocities(
        _ velocities: inout MutableSpan<Double>, at positions: Span<Double>, by time: Double, isReversed: Bool)
}

extension SecondOrderEquations {
    /// The rates of change of the velocities: the accelerations that the equations give where what is driven is where it is
    /// at the time, and 0 for what is pinned or driven.
    ///
    /// Integrators ask for accelerations by this, or by ``kickRates(at:of:into:)``. Whatever they make of those of what is
    /// held, the simulation puts it to where it has to be after each step.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - positions: *q*, half as many numbers as ``DifferentialEquations/state`` has.
    ///   - rates: Receives the rates, as many numbers.
    @inlinable
    package func velocityRates(
        at time: Double, of positions: UnsafePointer<Double>, into rates: UnsafeMutablePointer<Double>
    ) {
        guard !state.holdsNothing else { return accelerations(at: positions, into: rates) }
        state.withDriven(at: time, in: positions, count: state.count / 2) { accelerations(at: $0, into: rates) }
        state.clearHeld(rates)
    }

    /// The rates of change of the velocities, as ``velocityRates(at:of:into:)``, for integrators that also move velocities by
    /// ``moveVelocities(of:at:by:isReversed:)``: without those that this stands for.
    @inlinable
    package func kickRates(
        at time: Double, of positions: UnsafePointer<Double>, into rates: UnsafeMutablePointer<Double>
    ) {
        guard movesVelocities else { return velocityRates(at: time, of: positions, into: rates) }
        guard !state.holdsNothing else { return positionAccelerations(at: positions, into: rates) }
        state.withDriven(at: time, in: positions, count: state.count / 2) { positionAccelerations(at: $0, into: rates) }
        state.clearHeld(rates)
    }

    /// Moves velocities as ``moveVelocities(_:at:by:isReversed:)`` does, and puts what is held to where it is at a time.
    ///
    /// A node of whose velocity one component is held and another is not is moved to first order by what turns it.
    ///
    /// - Parameters:
    ///   - positions: The positions, followed by the velocities.
    ///   - time: The time.
    ///   - duration: The time that passes for velocities alone.
    ///   - isReversed: True if several motions are made in the reverse order.
    package func moveVelocities(
        of positions: UnsafeMutablePointer<Double>, at time: Double, by duration: Double, isReversed: Bool
    ) {
        let coordinates = state.count / 2
        var velocities = UnsafeMutableBufferPointer(start: positions + coordinates, count: coordinates).mutableSpan
        moveVelocities(
            &velocities, at: UnsafeBufferPointer(start: positions, count: coordinates).span, by: duration,
            isReversed: isReversed)
        if !state.holdsNothing { state.placeHeld(at: time, in: positions) }
    }

    /// Ends a drift: coordinates whose velocities are driven are moved by these, boundaries are applied, and what is held is
    /// put to where it is at the end.
    ///
    /// - Parameters:
    ///   - positions: The coordinates, followed by the velocities by which they have been moved.
    ///   - start: The time at the beginning of the drift.
    ///   - end: The time at its end.
    func endDrift(_ positions: UnsafeMutablePointer<Double>, from start: Double, to end: Double) {
        let coordinates = state.count / 2
        guard !state.holdsNothing else {
            return applyBoundaries(positions: positions, velocities: positions + coordinates)
        }
        state.held.mendDrift(positions, count: coordinates, start: start, end: end)
        applyBoundaries(positions: positions, velocities: positions + coordinates)
        state.placeHeld(at: end, in: positions)
    }

    /// No accelerations depend on velocities.
    public var movesVelocities: Bool { false }

    /// All accelerations.
    public func positionAccelerations(at positions: Span<Double>, into accelerations: inout MutableSpan<Double>) {
        self.accelerations(at: positions, into: &accelerations)
    }

    /// Velocities do not move by themselves.
    public func moveVelocities(
        _ velocities: inout MutableSpan<Double>, at positions: Span<Double>, by time: Double, isReversed: Bool
    ) {}

    /// No boundaries.
    public func applyBoundaries(positions: inout MutableSpan<Double>, velocities: inout MutableSpan<Double>) {}

    /// The velocities, followed by the accelerations.
    public func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        withPointers(state, &derivative) { state, derivative in
            let coordinates = self.state.count / 2
            derivative.update(from: state + coordinates, count: coordinates)
            accelerations(at: state, into: derivative + coordinates)
        }
    }

    /// Computes the accelerations at coordinates that are in memory.
    @inlinable
    package func accelerations(
        at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>
    ) {
        let count = state.count / 2
        var rates = UnsafeMutableBufferPointer(start: accelerations, count: count).mutableSpan
        self.accelerations(at: UnsafeBufferPointer(start: positions, count: count).span, into: &rates)
    }

    /// Computes the part of the accelerations that follows from coordinates that are in memory.
    @inlinable
    package func positionAccelerations(
        at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>
    ) {
        let count = state.count / 2
        var rates = UnsafeMutableBufferPointer(start: accelerations, count: count).mutableSpan
        positionAccelerations(at: UnsafeBufferPointer(start: positions, count: count).span, into: &rates)
    }

    /// Applies boundaries to coordinates and velocities that are in memory.
    package func applyBoundaries(
        positions: UnsafeMutablePointer<Double>, velocities: UnsafeMutablePointer<Double>
    ) {
        let count = state.count / 2
        var places = UnsafeMutableBufferPointer(start: positions, count: count).mutableSpan
        var speeds = UnsafeMutableBufferPointer(start: velocities, count: count).mutableSpan
        applyBoundaries(positions: &places, velocities: &speeds)
    }
}
