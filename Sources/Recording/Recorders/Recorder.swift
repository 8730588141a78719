import ObserverCore
import SimulationEngine

/// An observer that writes down what it sees.
public protocol Recorder: Observer {
    /// Writes what is still in memory.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    func flush() throws(RecordingError)

    /// Writes what is known only at the end of all runs, and what is still in memory. To be called once.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    func finish() throws(RecordingError)
}

/// A recorder that writes the rows of one table.
public protocol TableRecorder: Recorder {
    /// The table.
    var table: any TableWriter { get }
}

extension Recorder {
    /// There is nothing that only the end tells.
    public func finish() throws(RecordingError) {
        try flush()
    }

    /// Observes an object, and ends the run of the simulation with an error if that cannot be written.
    func record<Model, Observed: ObservableObject>(
        _ simulation: Simulation<Model>, at observed: Observed,
        _ write: @escaping (Observed.Message) throws(RecordingError) -> Void
    ) {
        observe(observed) { [weak simulation] (message: Observed.Message) in
            do throws(RecordingError) {
                try write(message)
            } catch {
                simulation?.fail(with: error)
            }
        }
    }
}

extension TableRecorder {
    /// Writes what is still in memory.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        try table.flush()
    }
}
