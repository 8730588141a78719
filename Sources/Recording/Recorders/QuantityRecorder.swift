import ObserverCore
import SimulationEngine

/// Records quantities as a table `time,<name>,…`: one row at each moment, with a column for each number and three for
/// each vector.
public final class QuantityRecorder: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let quantities: [any AnyQuantity]
    private var row: [Double] = []

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - quantities: Its quantities, in the order of the columns.
    ///   - trigger: When.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init<Model>(
        _ simulation: Simulation<Model>, quantities: [any AnyQuantity], at trigger: Trigger,
        to destination: TableDestination
    ) throws(RecordingError) {
        self.quantities = quantities
        table = try destination.table(columns: ["time"] + quantities.flatMap(\.columns))
        record(simulation, at: trigger) { [unowned self] moment throws(RecordingError) in try write(moment) }
    }

    /// Begins to record in a CSV file.
    ///
    /// - Throws: ``RecordingError``.
    public convenience init<Model>(
        _ simulation: Simulation<Model>, quantities: [any AnyQuantity], at trigger: Trigger, to path: String
    ) throws(RecordingError) {
        try self.init(simulation, quantities: quantities, at: trigger, to: .csv(path))
    }

    private func write(_ moment: Moment) throws(RecordingError) {
        row.removeAll(keepingCapacity: true)
        for quantity in quantities { quantity.appendColumns(to: &row) }
        table.append(moment.time)
        for number in row { table.append(number) }
        try table.endRow()
        try table.endMoment()
    }
}
