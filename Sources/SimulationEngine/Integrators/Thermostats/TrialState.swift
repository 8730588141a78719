import GSL

/// The state that a step of a kicking and drifting method forms beside the old one, so that a step that fails leaves that.
final class TrialState<Model: SecondOrderEquations> {
    let team: ThreadTeam

    /// The number of coordinates.
    private(set) var count = 0

    /// The new positions.
    private(set) var positions: UnsafeMutablePointer<Double>

    /// The new velocities, behind the positions.
    private(set) var velocities: UnsafeMutablePointer<Double>

    /// The accelerations at the old positions, and after ``finish(_:by:from:to:)`` those at the new ones.
    private(set) var accelerations: UnsafeMutablePointer<Double>

    private var memory: UnsafeMutablePointer<Double>
    var areAccelerationsCurrent = false

    /// True if the method moves velocities by what depends on them; see ``SecondOrderEquations/movesVelocities``.
    private let movesVelocities: Bool

    /// The state at the beginning of a step after the first half of that motion.
    private var moved: UnsafeMutableBufferPointer<Double>

    init(threads: Int, movesVelocities: Bool = true) {
        team = ThreadTeam(threadCount: max(1, threads))
        self.movesVelocities = movesVelocities
        memory = .allocate(capacity: 0)
        moved = .allocate(capacity: 0)
        (positions, velocities, accelerations) = (memory, memory, memory)
    }

    deinit {
        memory.deallocate()
        moved.deallocate()
    }

    func forgetAccelerations() {
        areAccelerationsCurrent = false
    }

    /// Begins a step: sees to the accelerations at the state of the model, and to the first half of the motion of velocities by
    /// what depends on them.
    ///
    /// - Returns: The state from which the step goes on, or `nil` if there is nothing to move.
    func begin(_ model: Model, from start: Double, to end: Double) -> UnsafePointer<Double>? {
        guard let state = model.state.elements.baseAddress, model.state.count > 1 else { return nil }
        makeRoom(for: model.state.count / 2)
        if !areAccelerationsCurrent { computeAccelerations(of: model, at: start, of: state) }
        // Should the new state be refused, the accelerations are not those of the state.
        areAccelerationsCurrent = false
        return UnsafePointer(
            movesVelocities && model.movesVelocities ? move(state, of: model, from: start, to: end) : state)
    }

    private func computeAccelerations(of model: Model, at time: Double, of positions: UnsafePointer<Double>) {
        if movesVelocities {
            model.kickRates(at: time, of: positions, into: accelerations)
        } else {
            model.velocityRates(at: time, of: positions, into: accelerations)
        }
    }

    /// Makes the first half of the motion of velocities in a copy of the state.
    private func move(
        _ state: UnsafePointer<Double>, of model: Model, from start: Double, to end: Double
    ) -> UnsafeMutablePointer<Double>? {
        if moved.count != 2 * count {
            moved.deallocate()
            moved = .allocate(capacity: 2 * count)
        }
        guard let copy = moved.baseAddress else { return nil }
        copy.initialize(from: state, count: 2 * count)
        model.moveVelocities(of: copy, at: start, by: (end - start) / 2, isReversed: false)
        return copy
    }

    /// Makes the second half of the motion of velocities by what depends on them, the last part of a step.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``.
    func endMotion(of model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard movesVelocities, model.movesVelocities else { return }
        model.moveVelocities(of: positions, at: end, by: (end - start) / 2, isReversed: true)
        try check(model, from: start, to: end)
    }

    func makeRoom(for coordinates: Int) {
        guard coordinates != count else { return }
        memory.deallocate()
        memory = .allocate(capacity: 3 * coordinates)
        memory.initialize(repeating: 0, count: 3 * coordinates)
        count = coordinates
        (positions, velocities, accelerations) = (memory, memory + count, memory + 2 * count)
        areAccelerationsCurrent = false
    }

    /// Ends a step after its drift: boundaries, accelerations at the new positions, and a kick by them.
    ///
    /// - Throws: ``IntegrationError/stateNotFinite(_:)``.
    func finish(
        _ model: Model, kick: Double, from start: Double, to end: Double
    ) throws(IntegrationError) {
        applyBoundaries(of: model, at: end)
        computeAccelerations(of: model, at: end, of: positions)
        let (v, a) = (velocities, accelerations)
        team.forEachRun(of: count) { run in
            for i in run { v[i] += kick * a[i] }
        }
        try check(model, from: start, to: end)
    }

    /// Applies boundaries to the new state, and puts what is held to where it is at a time.
    func applyBoundaries(of model: Model, at time: Double) {
        model.applyBoundaries(positions: positions, velocities: velocities)
        model.state.placeHeld(at: time, in: positions)
    }

    /// Throws the error for the first number of the new state that is not finite, unless all are.
    func check(_ model: Model, from start: Double, to end: Double) throws(IntegrationError) {
        guard !isFinite else { return }
        try IntegrationError.check(positions, of: model, from: start, to: end)
    }

    private var isFinite: Bool {
        let (numbers, length) = (UnsafePointer(positions), 2 * count)
        return withUnsafeTemporaryAllocation(of: Bool.self, capacity: ThreadTeam.runCount(of: length)) { areFinite in
            team.forEachRun(of: length) { run in
                areFinite[run.lowerBound / ThreadTeam.runLength] =
                    areAllFinite(numbers + run.lowerBound, count: run.count)
            }
            return areFinite.allSatisfy { $0 }
        }
    }

    /// Puts the new state in the place of the old one, with the accelerations of ``finish(_:kick:from:to:)``.
    func accept(in model: Model, areAccelerationsCurrent: Bool = true) {
        guard let state = model.state.elements.baseAddress else { return }
        let new = UnsafePointer(positions)
        team.forEachRun(of: 2 * count) { run in
            (state + run.lowerBound).update(from: new + run.lowerBound, count: run.count)
        }
        self.areAccelerationsCurrent = areAccelerationsCurrent
    }
}

extension TrialState {
    /// The numbers of the coordinates whose velocities are pinned or driven.
    func heldCoordinates(of model: Model) -> [Int] {
        guard !model.state.held.isEmpty else { return [] }
        return model.state.held.components.filter { $0 >= count }.map { $0 - count }
    }

    /// Moves coordinates whose velocities are pinned or driven by these alone.
    func moveHeld(of model: Model, from state: UnsafePointer<Double>, start: Double, end: Double) {
        guard !model.state.holdsNothing else { return }
        model.state.held.drift(positions, from: state, count: count, start: start, end: end)
    }
}
