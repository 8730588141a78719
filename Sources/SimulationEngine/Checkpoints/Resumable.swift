/// Something that goes on where it stopped: what it keeps from one step to the next can be written to a checkpoint and
/// taken from there.
///
/// One method describes both directions, so that what is written and what is read cannot differ:
///
///     func archiveState(in archive: StateArchive) throws(CheckpointError) {
///         try archive.value(&sampleCount)
///         try archive.values(&sums)
///     }
///
/// Values that are read come back into an object that was made anew from the same input. So archive what changes during a run and
/// decides how it goes on, to the last bit; leave out what is part of the input and what is computed from the state.
public protocol Resumable: AnyObject {
    /// Writes the state to an archive, or takes it from there.
    ///
    /// - Throws: ``CheckpointError``. After an error in reading, the state is undefined.
    func archiveState(in archive: StateArchive) throws(CheckpointError)
}

/// Something that keeps nothing from one step to the next that decides how a run goes on: what it computes follows from
/// the state of the model and from the input.
///
///     extension MyForce: Stateless {}
public protocol Stateless: Resumable {}

extension Stateless {
    /// There is nothing to archive.
    public func archiveState(in archive: StateArchive) {}
}
