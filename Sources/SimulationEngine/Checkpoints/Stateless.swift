/// Something that keeps nothing from one step to the next that decides how a run goes on: what it computes follows from
/// the state of the model and from the input.
///
///     extension MyForce: Stateless {}
public protocol Stateless: Resumable {}

extension Stateless {
    /// There is nothing to archive.
    public func archiveState(in archive: StateArchive) {}
}
