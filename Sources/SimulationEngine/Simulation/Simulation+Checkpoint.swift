extension Simulation {
    /// The bytes of a checkpoint, from which a simulation that is made anew from the same input goes on to the last bit.
    ///
    /// To be asked for between runs, or in a run while it is at rest:
    ///
    ///     simulation.onceAtRest { try CheckpointFile(path: path).write(simulation.checkpoint()) }
    ///
    /// - Throws: ``CheckpointError/notResumable(what:)`` if the model, the integrator or something else that takes part
    ///   cannot be stored; ``CheckpointError/notAtRest`` in the middle of a run.
    /// - Complexity: O(n) for n numbers of the state.
    public func checkpoint() throws(CheckpointError) -> [UInt8] {
        let archive = StateArchive()
        try archiveState(in: archive)
        return Checkpoint.bytes(of: archive)
    }

    /// Takes everything from a checkpoint, after which ``run(until:)`` goes on as the run that stored it did.
    ///
    /// The simulation must have been made anew from the same input: the same model in its initial state, the same
    /// integrator, the same step, and the same observers, groups, triggers, crossings, passages and bounds in the same
    /// order. What began to be held during the run is announced before; see ``resumePin()`` and
    /// ``resumeDrive(_:ofNode:as:derivative:branches:smoothStretch:_:)``.
    ///
    /// - Throws: ``CheckpointError``. The simulation is of no use then.
    /// - Complexity: O(n) for n bytes.
    public func resume(from bytes: [UInt8]) throws(CheckpointError) {
        let archive = try Checkpoint.verifiedArchive(in: bytes)
        try archiveState(in: archive)
        guard archive.remainingCount == 0 else {
            throw .damaged(reason: "\(archive.remainingCount) bytes are left over")
        }
    }
}

extension Simulation {
    /// Has triggers added that the run did not have that stored the checkpoint to go on from, and that are not due by then. They must
    /// be asked at moments.
    package func addingTriggersLater(_ add: () throws -> Void) rethrows {
        triggers.isAddingLater = true
        defer { triggers.isAddingLater = false }
        try add()
    }
}

extension Simulation: Resumable {
    /// Writes all that the simulation, its model and its integrator keep to an archive, or takes it from there. See
    /// ``checkpoint()`` and ``resume(from:)``.
    ///
    /// The state that observers and closures of the caller keep is theirs to store.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archiveTrajectory(in: archive)
        try archive.section("watching") { () throws(CheckpointError) in try watch.archiveState(in: archive) }
    }

    /// Writes what decides how the state goes on, or takes it from there.
    func archiveTrajectory(in archive: StateArchive) throws(CheckpointError) {
        try checkRest(isReading: archive.isReading)
        try archive.section("simulation") { () throws(CheckpointError) in try archiveIdentity(in: archive) }
        try archive.section("model") { () throws(CheckpointError) in try archiveModel(in: archive) }
        try archive.section("integrator") { () throws(CheckpointError) in
            try integrator.archiveState(of: model, in: archive)
        }
        try archive.section("drives") { () throws(CheckpointError) in try drives.archiveState(of: model, in: archive) }
        guard archive.isReading else { return }
        variables.noteNodeCount()
        if model.nodeCount > 0 { states.fill(with: model.nodeState(at: 0)) }
    }

    private func checkRest(isReading: Bool) throws(CheckpointError) {
        guard !status.isBusy || status.isAtRest, queue.isEmpty, !structure.areNodesWaiting else { throw .notAtRest }
        guard !isReading || !status.hasBegun else { throw .alreadyBegun }
    }

    private func archiveIdentity(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(String(describing: Model.self), "the model")
        try archive.expect(String(describing: type(of: integrator)), "the integrator")
        try archive.expect(initialNodeCount, "the number of nodes at the beginning")
        try archive.expect(model.fields.joined(separator: ", "), "the fields")
        try archive.expect(model.parameters.joined(separator: ", "), "the parameters")
        try archive.expect(grid.step, "the step")
        var (step, time) = (moment.step, moment.time)
        try archive.count(&step)
        try archive.value(&time)
        try archive.flag(&status.hasBegun)
        guard archive.isReading else { return }
        // A run may have been interrupted within a step.
        guard time >= grid.time(ofStep: step), time < grid.time(ofStep: step &+ 1) else {
            throw .damaged(reason: "step \(step) cannot be at time \(time), with steps of \(grid.step)")
        }
        moment = Moment(step: step, time: time)
        revision.advance(to: time)
    }

    private func archiveModel(in archive: StateArchive) throws(CheckpointError) {
        for index in model.parameters.indices {
            let known = model.parameter(at: index)
            var value = known
            try archive.value(&value)
            guard value.bitPattern != known.bitPattern else { continue }
            let name = model.parameters[index]
            guard value.isFinite else { throw .damaged(reason: "the parameter '\(name)' is \(value)") }
            if let refusal = model.refusal(ofParameter: index, value: value) {
                throw .damaged(reason: "the parameter '\(name)' is \(value): \(refusal)")
            }
            model.setParameter(value, at: index)
        }
        if let population = model.population { try population.archiveState(in: archive) }
        try archive.state(of: model, "the model \(Model.self)")
        try structure.archiveEdges(in: archive)
        let nodeCount = model.population?.nodeCount ?? initialNodeCount
        guard model.nodeCount == nodeCount else {
            throw .damaged(reason: "\(nodeCount) nodes have been there, but there are \(model.nodeCount) states")
        }
        guard archive.isReading else { return }
        do throws(SimulationError) {
            try model.checkSizes()
        } catch {
            throw .damaged(reason: error.description)
        }
    }
}

extension Integrator {
    /// Archives what the integrator keeps, which must be ``Resumable``.
    public func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: self, "the integrator \(Self.self)")
    }
}
