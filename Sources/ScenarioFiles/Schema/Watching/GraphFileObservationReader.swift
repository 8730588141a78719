import Descriptions
import Networks
import SimulationEngine

/// The keys of the observation of a graph as a file.
enum GraphFileObservation {
    enum Format: String, CaseIterable {
        case graphML = "graphml"
        case edgeList = "edge-list"
    }

    static let fields = ParameterDescription(
        "fields", "which fields of nodes GraphML has as attributes of vertices", .word(["none"], or: .fields),
        .derived("all"))
    static let isPacked = Parameter("gzip", "whether files are packed by gzip", default: false)
    static let description = ComponentDescription(
        key: "graph-file", "the graph itself, in a file for each moment",
        .choice(Format.allCases.map(\.rawValue)),
        beside: [fields, isPacked.description] + ScheduleKeys.ofLooks + [TableKeys.name])
}

/// Reads which files are written of the graph: at the beginning unless `every` or `when` says otherwise. Where that can be several
/// moments, the time of each is part of the name of its file: `network@0.5.graphml`.
struct GraphFileObservationReader<Model: SimulationModel> {
    private typealias Keys = GraphFileObservation

    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let format: Keys.Format? = value.choice()
        let fields = fields(section, format)
        let isPacked = section.value(of: Keys.isPacked)
        let schedule: SchedulePlan<Model>? =
            ScheduleKeys.ofLooks.contains { section.given($0) != nil }
            ? ScheduleReader(context: context).read(section) : .start
        let name = context.tables.name(section, default: "network")
        guard let format, let fields, let isPacked, let schedule, let name else { return nil }
        let isSeries = section.given(ScheduleKeys.every) != nil || section.given(ScheduleKeys.when)?.form == .mapping
        let plan = WrittenGraph(
            name: name, ending: (format == .graphML ? "graphml" : "csv") + (isPacked ? ".gz" : ""), isSeries: isSeries,
            format: format == .graphML ? .graphML : .edgeList, fields: fields, stateNames: context.system.stateNames)
        return { run in
            guard let recorder = GraphFileRecorder(run.simulation.model, plan, in: run.directory) else { return }
            run.at(try schedule.trigger(in: run.simulation)) { try recorder.write($0) }
            run.keep(recorder)
        }
    }

    /// The indices of fields.
    private func fields(_ section: Section, _ format: Keys.Format?) -> [Int]? {
        let value = section.given(Keys.fields)
        guard format == .graphML, (Model.self as? any GraphModel.Type)?.isOnVertices == true else {
            value?.report(
                format == .edgeList
                    ? "'fields' has no meaning for an edge list, which knows of edges only"
                    : "'fields' has no meaning here, where nodes are not the vertices of the graph")
            return value == nil ? [] : nil
        }
        if value?.word == "none" { return [] }
        return context.nodes.fields(section, Keys.fields).flatMap { try? context.system.names.fieldIndices($0) }
    }
}
