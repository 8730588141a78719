import ObserverCore
import SimulationEngine

/// Records quantities as a table `time,<name>,…`: one row at each moment, with a column for each number and three for
/// each vector.
public final class QuantityRecorder: Recorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let file: CSVFile

    private let quantities: [any AnyQuantity]
    private var row: [Double] = []

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - quantities: Its quantities, in the order of the columns.
    ///   - trigger: When.
    ///   - path: The file to create.
    /// - Throws: ``RecordingError``.
    public init<Model>(
        _ simulation: Simulation<Model>, quantities: [any AnyQuantity], at trigger: Trigger, to path: String
    ) throws(RecordingError) {
        self.quantities = quantities
        file = try CSVFile(creating: path, columns: ["time"] + quantities.flatMap(\.columns))
        record(simulation, at: trigger) { [unowned self] moment throws(RecordingError) in try write(moment) }
    }

    private func write(_ moment: Moment) throws(RecordingError) {
        row.removeAll(keepingCapacity: true)
        for quantity in quantities { quantity.appendColumns(to: &row) }
        file.append(moment.time)
        for number in row { file.append(number) }
        try file.endRow()
    }
}
