import ObserverCore
import SimulationEngine

/// Records who changed what from outside, and when, as a table `time,step,author,subject,number,old,new`.
///
/// There is a row for each number that has another value. The subject is the name or number of a node, `parameter`, or
/// what the author calls the change where it is one of the whole model; of those it is not told which numbers are others.
public final class InterventionRecorder: TableRecorder {
    /// Keeps the observation of the interventions alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let model: any SimulationModel

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``.
    public init<Model>(_ simulation: Simulation<Model>, to destination: TableDestination) throws(RecordingError) {
        table = try destination.table(columns: ["time", "step", "author", "subject", "number", "old", "new"])
        model = simulation.model
        let log = ObjectIdentifier(simulation.interventions)
        observe(simulation.interventions) {
            [unowned self, weak simulation] (intervention: Intervention, author: AnyAuthor) in
            do throws(RecordingError) {
                try write(intervention, by: ObjectIdentifier(author) == log ? nil : author)
            } catch {
                simulation?.fail(with: error)
            }
        }
    }

    private func write(_ intervention: Intervention, by author: AnyAuthor?) throws(RecordingError) {
        for change in intervention.changes {
            begin(intervention, by: author)
            table.append(table.text(change.name))
            append(change.old)
            append(change.new)
            try table.endRow()
        }
        if intervention.changes.isEmpty {
            begin(intervention, by: author)
            for _ in 0..<3 { table.appendNothing() }
            try table.endRow()
        }
        try table.endMoment()
    }

    /// Leaves the field empty for what is not there.
    private func append(_ number: Double?) {
        if let number { table.append(number) } else { table.appendNothing() }
    }

    private func begin(_ intervention: Intervention, by author: AnyAuthor?) {
        table.append(intervention.moment.time)
        table.append(integer: intervention.moment.step)
        if let author { table.append(table.text(name(of: author))) } else { table.appendNothing() }
        table.append(table.text(subject(of: intervention)))
    }

    private func subject(of intervention: Intervention) -> String {
        switch intervention.subject {
        case .node(let node): name(of: node)
        case .parameter: "parameter"
        case .presence(let node): name(of: node)
        case .edge(let source, let target): "\(name(of: source))–\(name(of: target))"
        case .model(let name): name
        }
    }

    /// The name of a node if it has one, otherwise its number.
    private func name(of node: Int) -> String { model.name(of: node) ?? String(node) }

    private func name(of author: AnyAuthor) -> String {
        (author as? any NamedAuthor)?.authorName ?? String(describing: type(of: author))
    }
}
