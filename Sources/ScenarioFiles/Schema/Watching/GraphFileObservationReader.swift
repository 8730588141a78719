import Networks
import SimulationEngine

/// Reads
///
///     graph-file: graphml     or edge-list, which is a CSV file
///     fields: [phase]         optional: which fields of nodes GraphML has as attributes of vertices, or none; all unless given
///     gzip: true              optional: whether files are packed by gzip; not unless given
///     name: …                 optional: the name of the file without its ending, network unless given
///
/// The graph is written at the beginning unless `every` or `when` says otherwise. Where that can be several moments, the time
/// of each is part of the name of its file: `network@0.5.graphml`.
struct GraphFileObservationReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    private enum Format: String, CaseIterable {
        case graphML = "graphml"
        case edgeList = "edge-list"
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let format: Format? = value.choice()
        let fields = fields(section, format)
        let isPacked = section.optional("gzip").map { $0.boolean() } ?? false
        section.noteDefault("gzip", "false")
        let schedule: SchedulePlan<Model>? =
            ["every", "when"].contains { section.optional($0) != nil }
            ? ScheduleReader(context: context).read(section) : .start
        let name = TableReader(context: context).name(section, default: "network")
        guard let format, let fields, let isPacked, let schedule, let name else { return nil }
        let isSeries = section.optional("every") != nil || section.optional("when")?.form == .mapping
        let plan = WrittenGraph(
            name: name, ending: (format == .graphML ? "graphml" : "csv") + (isPacked ? ".gz" : ""), isSeries: isSeries,
            format: format == .graphML ? .graphML : .edgeList, fields: fields, stateNames: context.stateNames)
        return { run in
            guard let recorder = GraphFileRecorder(run.simulation.model, plan, in: run.directory) else { return }
            run.at(try schedule.trigger(in: run.simulation)) { try recorder.write($0) }
            run.keep(recorder)
        }
    }

    /// The names of fields.
    private func fields(_ section: Section, _ format: Format?) -> [String]? {
        let value = section.optional("fields")
        guard format == .graphML, (Model.self as? any GraphModel.Type)?.isOnVertices == true else {
            value?.report(
                format == .edgeList
                    ? "'fields' has no meaning for an edge list, which knows of edges only"
                    : "'fields' has no meaning here, where nodes are not the vertices of the graph")
            return value == nil ? [] : nil
        }
        if value?.word == "none" { return [] }
        section.noteDefault("fields", NodeReader<Model>.allFields)
        return NodeReader(context: context).fields(value).map { $0.isEmpty ? Model.fields : $0 }
    }
}
