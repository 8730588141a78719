import ObserverCore
import SimulationEngine

/// An observer that writes down what it sees.
public protocol Recorder: Observer {
    /// The file in which it writes.
    var file: CSVFile { get }
}

extension Recorder {
    /// Writes what is still in memory.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        try file.flush()
    }

    /// Observes a trigger, and ends the run of the simulation with an error if that cannot be written.
    func record<Model>(
        _ simulation: Simulation<Model>, at trigger: Trigger,
        _ write: @escaping (Moment) throws(RecordingError) -> Void
    ) {
        observe(trigger) { [weak simulation] (moment: Moment) in
            do throws(RecordingError) {
                try write(moment)
            } catch {
                simulation?.fail(with: error)
            }
        }
    }
}
