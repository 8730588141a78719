import ObserverCore
import SimulationEngine

/// Records quantities as a table `time,<name>,…`: one row at each moment, with a column for each number and three for
/// each vector. What a quantity counts is written as a whole number.
public final class QuantityRecorder: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let quantities: [any AnyQuantity]
    private var numbers: [Double] = []

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
        table.append(moment.time)
        for quantity in quantities {
            numbers.removeAll(keepingCapacity: true)
            quantity.appendColumns(to: &numbers)
            for number in numbers { append(number, isCount: quantity.isCount) }
        }
        try table.endRow()
        try table.endMoment()
    }

    /// A count that is none, such as one that is not known, is written as the number that it is.
    private func append(_ number: Double, isCount: Bool) {
        if isCount, let count = Int(exactly: number) { table.append(integer: count) } else { table.append(number) }
    }
}
