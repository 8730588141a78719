// Methods whose steps begin anew with the state, or with the accelerations of the last one.

extension RungeKutta4: Stateless {}
extension EulerMaruyama: Stateless {}
extension Milstein: Stateless {}
extension StochasticHeun: Stateless {}

extension Leapfrog: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try steps.archiveState(in: archive) }
}

extension Yoshida4: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try steps.archiveState(in: archive) }
}

extension KickDriftSteps {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isCurrent)
        guard isCurrent else { return }
        try archive.values(&accelerations)
        if archive.isReading { next = [Double](repeating: 0, count: 2 * accelerations.count) }
    }
}
