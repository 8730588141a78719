import GSL

extension AdaptiveIntegrator {
    /// Archives the last step of the trajectory, and the size of the next one.
    ///
    /// - Throws: ``CheckpointError/notResumable(what:)`` for multistep methods, whose history GSL keeps to itself.
    public func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError) {
        guard let known = trajectory else { return }
        // Where nodes have come, the trajectory begins anew with the next step in any case.
        let trajectory: AdaptiveTrajectory
        do throws(ODEError) {
            trajectory = try self.trajectory(for: model, after: known)
        } catch {
            throw .doesNotMatch(what: "the state", found: error.description, expected: "one of the model")
        }
        if archive.isReading { equations.model = model }
        try archive.count(&stepsBefore.accepted)
        try archive.count(&stepsBefore.rejected)
        try archive.time(&reachedTime)
        try trajectory.archiveState(in: archive)
    }
}

extension AdaptiveTrajectory {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        let stepper = driver.stepper
        guard var memory = driver.memory else {
            throw .notResumable(
                what: "the multistep method '\(stepper.rawValue)' (use '\(stepper.branching.rawValue)' instead)")
        }
        try archive.expect(stepper.rawValue, "the method")
        try archive.expect(dimension, "the number of numbers of the state")
        try archive.value(&memory.nextStep)
        try archive.count(&memory.acceptedSteps)
        try archive.count(&memory.rejectedSteps)
        try archive.time(&timeEarlier)
        try archive.time(&timeBefore)
        try archive.time(&timeAfter)
        for states in [earlier, before, after] { try archive.memory(UnsafeMutableRawBufferPointer(states)) }
        var (innerTime, innerState) = (innerEnd?.time, innerEnd?.state ?? [])
        try archive.time(&innerTime)
        try archive.values(&innerState)
        guard archive.isReading else { return }
        guard timeEarlier <= timeBefore, timeBefore <= timeAfter, timeAfter.isFinite, memory.nextStep > 0,
            memory.nextStep.isFinite
        else {
            throw .damaged(
                reason:
                    "a step from time \(timeBefore) to \(timeAfter) is known, and one of \(memory.nextStep) is to follow"
            )
        }
        guard [earlier, before, after].allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
            throw .damaged(reason: "a number of the state is not finite")
        }
        noteNewStates()
        if let innerTime {
            guard innerTime > timeBefore, innerTime < timeAfter, innerState.count == dimension,
                innerState.allSatisfy(\.isFinite)
            else { throw .damaged(reason: "a piece of a step that ends at \(innerTime) is none") }
            innerEnd = (innerTime, innerState)
        }
        do throws(ODEError) {
            try driver.resume(from: memory)
        } catch {
            throw .damaged(reason: error.description)
        }
    }
}
