import ObserverCore
import SimulationEngine

/// Records what is measured of the state at each moment, in as many rows as there are results then, such as those of a
/// graph that changes.
public final class MeasureRecorder: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive. A measurement or a row that fails ends its run.
    ///   - trigger: When.
    ///   - columns: The columns of the table.
    ///   - destination: Where to.
    ///   - measure: Measures the present state.
    ///   - append: Appends the row of a result to the table, without ending it.
    /// - Throws: ``RecordingError``.
    public init<Model, Result>(
        _ simulation: Simulation<Model>, at trigger: Trigger, columns: [String], to destination: TableDestination,
        measure: @escaping () throws -> [Result], append: @escaping (Moment, Result, any TableWriter) -> Void
    ) throws(RecordingError) {
        table = try destination.table(columns: columns)
        observe(trigger) { [table, weak simulation] (moment: Moment) in
            do {
                // All at once, so that what fails leaves no part of a moment.
                for result in try measure() {
                    append(moment, result, table)
                    try table.endRow()
                }
                try table.endMoment()
            } catch {
                simulation?.fail(with: error)
            }
        }
    }
}
