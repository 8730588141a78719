import SimulationEngine

/// Where a run begins that goes on from a checkpoint.
struct RunStart {
    /// The checkpoint, which may be that of another run.
    let archive: StateArchive

    /// Where the earlier checkpoints lie that are taken over from another run.
    var earlier: CheckpointStore?

    /// The other run, if the checkpoint is one of a run that has not all of the interventions.
    var other: RunIdentity?

    /// The interventions that the other run has not, by their places among all, none of which is due by then.
    var laterInterventions: Set<Int> = []
}
