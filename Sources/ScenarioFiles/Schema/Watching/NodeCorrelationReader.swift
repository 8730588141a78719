import Recording
import SimulationEngine

/// Reads
///
///     displacement:
///       of: position          fields, or groups of fields, that are a vector
///       nodes: all            optional: given nodes, all unless given
///       points: 16            optional: the number of lags on a level, 16 unless given
///       ratio: 2              optional: by how much lags are longer on the next level, 2 unless given
struct NodeCorrelationReader<Model: SimulationModel> {
    let context: WatchContext<Model>
    let function: NodeCorrelationRecorder<Model>.Function

    private struct Correlation {
        let fields: [String]
        let nodes: [Int]?
        let lags: SeriesStatistics.Options.Autocorrelation
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let isEven = SampleReader.areEven(value, schedule)
        let correlation = correlation(value)
        let table = TableReader(context: context).read(section, defaultName: value.path.last)
        guard let correlation, let schedule, isEven, let table else { return nil }
        return { [function] run in
            run.keep(
                try NodeCorrelationRecorder(
                    function, of: correlation.fields, in: run.simulation, nodes: correlation.nodes,
                    lags: correlation.lags, at: schedule.trigger(in: run.simulation),
                    interval: schedule.interval(on: run.simulation.grid),
                    to: table.destination(in: run.directory)))
        }
    }

    private func correlation(_ value: Value) -> Correlation? {
        value.section { section in
            let reader = NodeReader(context: context)
            let fields = section.required("of", for: "the fields of the vector").flatMap { reader.fields($0) }
            let nodes = section.optional("nodes").map { reader.fixed($0) }
            section.noteDefault("nodes", "all")
            let lags = SampleReader.lags(section)
            guard let fields, let lags else { return nil }
            if case .some(.none) = nodes { return nil }
            let dimension = fields.reduce(0) { count, name in
                count + (Model.fieldGroups.first { $0.name == name }?.fields.count ?? 1)
            }
            let count = (nodes ?? nil)?.count ?? context.nodeCount
            guard SampleReader.haveMemory(lags, value, nodeCount: count, dimension: dimension) else { return nil }
            return Correlation(fields: fields, nodes: nodes ?? nil, lags: lags)
        }
    }
}
