import Recording
import SimulationEngine

extension ObservedRun {
    /// Writes all rows that have been recorded.
    func flush() throws(RecordingError) {
        for recorder in recorders { try recorder.flush() }
    }

    /// Archives what goes on with interventions.
    func archiveInterventions(in archive: StateArchive) throws(CheckpointError) {
        let known = interventions.filter { intervention in
            !archive.isReading || !laterInterventions.contains { $0 === intervention }
        }
        try archive.expect(known.count, "the number of interventions")
        for intervention in known { try intervention.archiveState(in: archive) }
    }

    /// Archives what recorders and conditions know, in the order in which they were attached.
    func archiveObservers(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(recorders.count, "the number of recorders")
        for recorder in recorders {
            try archive.state(of: recorder, "a recorder of the type \(type(of: recorder))")
        }
        try archive.expect(conditions.count, "the number of conditions")
        for condition in conditions { try condition.archiveState(in: archive) }
        try warnings.archiveState(in: archive)
    }
}
