extension Simulation {
    /// A simulation of its own that goes on from the present state with the same luck ahead, while this one goes on as if nothing
    /// had happened.
    ///
    ///     let other = try simulation.branched(into: makeSimulation())
    ///     other.nodes[7].state.value = .recovered
    ///     try simulation.run(until: 100)
    ///     try other.run(until: 100)
    ///
    /// Left alone it comes to the same states, to the last bit; what is changed in one of the two leaves the other as it is. What is
    /// pinned or driven is so in both. Nobody observes the branch but who does so afterwards.
    ///
    /// - Parameter branch: A simulation that was made anew from the same input, has not been run and is not observed. Its own random
    ///   numbers take the place of those of this one from now on if they are others: those of another seed or replicate make a
    ///   branch with luck of its own, but for what has been drawn already of the future.
    /// - Returns: The branch.
    /// - Throws: ``CheckpointError`` if something keeps a state that cannot be stored, if the branch is not one of the same input, or
    ///   in the middle of a run, unless this simulation is at rest (``onceAtRest(_:)``). The branch is of no use then.
    /// - Complexity: O(n) for n numbers of the state.
    @discardableResult
    public func branched(into branch: Simulation<Model>) throws(CheckpointError) -> Simulation<Model> {
        try branch.take(try trajectory())
        return branch
    }

    /// The state, how the model and the integrator go on from it, and what is driven.
    package func trajectory() throws(CheckpointError) -> Trajectory {
        let archive = StateArchive()
        try archiveTrajectory(in: archive)
        return Trajectory(contents: archive.contents, drives: drives.drives)
    }

    /// Goes on from a state of another simulation that was made from the same input.
    package func take(_ trajectory: Trajectory) throws(CheckpointError) {
        for drive in drives.drives { drive.end(model) }
        drives.drives = trajectory.drives
        let archive = StateArchive(reading: trajectory.contents)
        archive.keepsLuck = true
        try archiveTrajectory(in: archive)
        structure.archiveState(in: archive)
    }

    /// A state of a simulation without those who watch it.
    package struct Trajectory {
        fileprivate let contents: [UInt8]
        fileprivate let drives: [Drives<Model>.Drive]
    }
}
