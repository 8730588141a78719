import ObserverCore
import SimulationEngine

/// Records what is summed up over the moments of a run: at the end a table that somebody else fills.
///
/// For averages that need more than a number at each moment, such as a radial distribution function.
public final class SummaryRecorder: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    /// The summary so far.
    let state: (any Resumable)?

    private let fill: (any TableWriter) throws(RecordingError) -> Void
    private var isFinished = false

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - trigger: When samples are taken.
    ///   - columns: The columns of the table.
    ///   - state: The summary so far, if a run with the recorder is to go on from a checkpoint.
    ///   - destination: Where to.
    ///   - sample: Takes a sample of the present state.
    ///   - fill: Appends the rows of the table.
    /// - Throws: ``RecordingError``.
    public init(
        at trigger: Trigger, columns: [String], of state: (any Resumable)? = nil, to destination: TableDestination,
        sample: @escaping () -> Void, fill: @escaping (any TableWriter) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        table = try destination.table(columns: columns)
        self.state = state
        self.fill = fill
        observe(trigger) { (_: Moment) in sample() }
    }

    /// Writes the table.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func finish() throws(RecordingError) {
        guard !isFinished else { return }
        isFinished = true
        try fill(table)
        try table.endMoment()
        try flush()
    }
}
