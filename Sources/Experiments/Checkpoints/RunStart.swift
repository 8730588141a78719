import SimulationEngine

/// Where a run begins that goes on from a checkpoint.
package struct RunStart {
    /// The checkpoint, which may be that of another run.
    let archive: StateArchive

    /// Where the earlier checkpoints lie that are taken over from another run.
    let earlier: CheckpointStore?

    /// The other run, if the checkpoint is one of a run that has not all of the interventions.
    let other: RunIdentity?

    /// The interventions that the other run has not, by their places among all, none of which is due by then.
    let laterInterventions: Set<Int>

    package init(
        archive: StateArchive, earlier: CheckpointStore? = nil, other: RunIdentity? = nil,
        laterInterventions: Set<Int> = []
    ) {
        (self.archive, self.earlier) = (archive, earlier)
        (self.other, self.laterInterventions) = (other, laterInterventions)
    }
}
