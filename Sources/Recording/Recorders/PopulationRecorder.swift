import ObserverCore
import SimulationEngine

/// Records which nodes come and go, and when, as a table `time,step,node,event` with the events `birth` and `death`.
public final class PopulationRecorder: TableRecorder {
    /// Keeps the observations alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init<Model>(_ simulation: Simulation<Model>, to destination: TableDestination) throws(RecordingError) {
        table = try destination.table(columns: ["time", "step", "node", "event"])
        labels = NodeLabels(simulation.model, in: table)
        let (birth, death) = (table.text("birth"), table.text("death"))
        record(simulation, at: simulation.births) { [unowned self, unowned simulation] node throws(RecordingError) in
            try write(node, birth, at: simulation.moment)
        }
        record(simulation, at: simulation.deaths) { [unowned self, unowned simulation] node throws(RecordingError) in
            try write(node, death, at: simulation.moment)
        }
    }

    private func write(_ node: Int, _ event: TableText, at moment: Moment) throws(RecordingError) {
        table.append(moment.time)
        table.append(integer: moment.step)
        labels.append(node)
        table.append(event)
        try table.endRow()
        try table.endMoment()
    }
}
