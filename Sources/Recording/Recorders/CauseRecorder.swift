import ObserverCore
import SimulationEngine

/// Records what brought about each jump of a node: from one state to another, as a table `time,node,old,new,cause,source`, or by an
/// event, as a table `time,node,event,number,cause,source,parent`.
///
/// The cause is `neighbour`, with the node that it was as the source, and the number of its event as the parent; `neighbours`, where
/// several did it together; `itself`; or `intervention`, with its author.
public final class CauseRecorder<Model: TracedModel>: TableRecorder {
    /// Keeps the observation of the interventions alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let labels: NodeLabels

    /// The names of the states; `nil` where jumps are events.
    private let states: [TableText]?
    private let causes: (itself: TableText, neighbour: TableText, neighbours: TableText, intervention: TableText)
    private var trace: JumpTrace?

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init(_ simulation: Simulation<Model>, to destination: TableDestination) throws(RecordingError) {
        let names: [String]? = if case .states(let names) = simulation.model.jumps { names } else { nil }
        let table = try destination.table(
            columns: ["time", "node"]
                + (names == nil
                    ? ["event", "number", "cause", "source", "parent"] : ["old", "new", "cause", "source"]))
        self.table = table
        labels = NodeLabels(simulation.model, in: table)
        states = names?.map(table.text)
        func text(_ cause: JumpCause) -> TableText { table.text(cause.rawValue) }
        causes = (text(.itself), text(.neighbour), text(.neighbours), text(.intervention))
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
                try write(intervention, by: (author as? any NamedAuthor)?.authorName)
            } catch {
                simulation?.fail(with: error)
            }
        }
    }

    private func write(_ jumps: [TracedJump]) throws(RecordingError) {
        for jump in jumps {
            table.append(jump.time)
            labels.append(Int(jump.node))
            append(jump.old, jump.new, number: jump.number)
            append(jump.cause)
            if jump.source >= 0 {
                labels.append(Int(jump.source))
            } else {
                append(author: trace?.interventions.author(at: jump.time, on: Int(jump.node)), of: jump.cause)
            }
            if states == nil { appendParent(jump.parent) }
            try table.endRow()
            try table.endMoment()
        }
    }

    /// An intervention that changes a state is a jump itself; one that changes anything else may have events follow.
    private func write(_ intervention: Intervention, by author: String?) throws(RecordingError) {
        trace?.note(intervention, by: author)
        guard states != nil, case .node(let node) = intervention.subject, let change = intervention.changes.first,
            let old = change.old, let new = change.new
        else { return }
        table.append(intervention.moment.time)
        labels.append(node)
        append(Int32(old), Int32(new), number: -1)
        append(.intervention)
        append(author: author, of: .intervention)
        try table.endRow()
        try table.endMoment()
    }

    private func append(_ old: Int32, _ new: Int32, number: Int) {
        if let states {
            table.append(states[Int(old)])
            table.append(states[Int(new)])
        } else {
            table.append(integer: Int(new))
            table.append(integer: number)
        }
    }

    private func append(_ cause: JumpCause) {
        switch cause {
        case .itself: table.append(causes.itself)
        case .neighbour: table.append(causes.neighbour)
        case .neighbours: table.append(causes.neighbours)
        case .intervention: table.append(causes.intervention)
        }
    }

    private func append(author: String?, of cause: JumpCause) {
        if cause == .intervention, let author, !author.isEmpty {
            table.append(table.text(author))
        } else {
            table.appendNothing()
        }
    }

    private func appendParent(_ parent: Int) {
        if parent >= 0 { table.append(integer: parent) } else { table.appendNothing() }
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
    /// Archives who has intervened last, and the table, with all jumps up to now.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try trace?.archive(in: archive)
        try archive.state(of: table, "a table of the type \(type(of: table))")
    }
}
