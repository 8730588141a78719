import ObserverCore
import SimulationEngine

/// Records what brought about each jump of a node from one state to another, as a table `time,node,old,new,cause,source`.
///
/// The cause is `neighbour`, with the node that it was as the source, or `itself`, or `intervention`, with its author.
public final class CauseRecorder<Model: TracedModel>: TableRecorder {
    /// Keeps the observation of the interventions alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels
    private let states: [TableText]
    private let causes: (neighbour: TableText, itself: TableText, intervention: TableText)
    private var trace: JumpTrace?

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(_ simulation: Simulation<Model>, to destination: TableDestination) throws(RecordingError) {
        let table = try destination.table(columns: ["time", "node", "old", "new", "cause", "source"])
        self.table = table
        labels = NodeLabels(simulation.model, in: table)
        states = simulation.model.stateNames.map(table.text)
        causes = (table.text("neighbour"), table.text("itself"), table.text("intervention"))
        let trace = JumpTrace { [weak self, weak simulation] jumps in
            do throws(RecordingError) {
                try self?.write(jumps)
            } catch {
                simulation?.fail(with: error)
            }
        }
        self.trace = trace
        simulation.model.addTrace(trace)
        observe(simulation.interventions) {
            [unowned self, weak simulation] (intervention: Intervention, author: AnyAuthor) in
            do throws(RecordingError) {
                try write(intervention, by: author)
            } catch {
                simulation?.fail(with: error)
            }
        }
    }

    private func write(_ jumps: [TracedJump]) throws(RecordingError) {
        for jump in jumps {
            begin(Int(jump.node), from: Int(jump.old), to: Int(jump.new), at: jump.time)
            table.append(jump.source >= 0 ? causes.neighbour : causes.itself)
            if jump.source >= 0 { labels.append(Int(jump.source)) } else { table.appendNothing() }
            try table.endRow()
            try table.endMoment()
        }
    }

    private func write(_ intervention: Intervention, by author: AnyAuthor) throws(RecordingError) {
        guard case .node(let node) = intervention.subject, let change = intervention.changes.first,
            let old = change.old, let new = change.new
        else { return }
        trace?.handOver()
        begin(node, from: Int(old), to: Int(new), at: intervention.moment.time)
        table.append(causes.intervention)
        if let author = author as? any NamedAuthor {
            table.append(table.text(author.authorName))
        } else {
            table.appendNothing()
        }
        try table.endRow()
        try table.endMoment()
    }

    private func begin(_ node: Int, from old: Int, to new: Int, at time: Double) {
        table.append(time)
        labels.append(node)
        table.append(states[old])
        table.append(states[new])
    }

    /// Writes what is still in memory.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        trace?.handOver()
        try table.flush()
    }
}

extension CauseRecorder: Resumable {
    /// Archives the table, with all jumps up to now.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        trace?.handOver()
        try archive.state(of: table, "a table of the type \(type(of: table))")
    }
}
