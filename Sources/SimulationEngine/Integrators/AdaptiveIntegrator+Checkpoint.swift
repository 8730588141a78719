import GSL

extension AdaptiveIntegrator {
    /// Archives the last step of the course, and the size of the next one.
    ///
    /// - Throws: ``CheckpointError/notResumable(what:)`` for multistep methods, whose history GSL keeps to itself.
    public func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError) {
        guard let known = course else { return }
        // Where nodes have come, the course begins anew with the next step in any case.
        let course: Course
        do throws(ODEError) {
            course = try self.course(for: model, after: known)
        } catch {
            throw .doesNotMatch(what: "the state", found: error.description, expected: "one of the model")
        }
        if archive.isReading { equations.model = model }
        try archive.count(&stepsBefore.accepted)
        try archive.count(&stepsBefore.rejected)
        try archive.value(&reachedTime, orNew: 0)
        try course.archiveState(in: archive)
    }
}

extension Course {
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
        try archive.value(&timeBefore)
        try archive.value(&timeAfter)
        for states in [before, after] { try archive.memory(UnsafeMutableRawBufferPointer(states)) }
        guard archive.isReading else { return }
        do throws(ODEError) {
            try driver.resume(from: memory)
        } catch {
            throw .damaged(reason: error.description)
        }
    }
}
