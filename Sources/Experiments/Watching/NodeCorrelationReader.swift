import Descriptions
import Recording
import SimulationEngine

/// The keys of the correlation of a vector of nodes.
enum NodeCorrelationKeys {
    static let of = ParameterDescription("of", "the fields of the vector", .fields)
    static let nodes = ParameterDescription.fixedNodes("of which nodes")
    static let all = [of, nodes] + SampleKeys.all
    static let displacement = description(
        "displacement", "the mean squared displacement of nodes over lags", synonyms: ["MSD"])
    static let correlation = description(
        "correlation", "the autocorrelation of a vector of nodes over lags", synonyms: ["ACF", "VACF"])

    private static func description(
        _ name: String, _ summary: String, synonyms: [String]
    ) -> ComponentDescription {
        ComponentDescription(
            key: name, summary, synonyms: synonyms, .record(all), beside: ScheduleKeys.ofSamples + TableKeys.all)
    }
}

/// Reads which vector of which nodes is correlated.
struct NodeCorrelationReader<Model: SimulationModel> {
    private typealias Keys = NodeCorrelationKeys

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
        let table = context.tables.read(section, defaultName: value.path.last)
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
        value.section(of: Keys.all) { section in
            let reader = context.nodes
            let fields = section.read(Keys.of) { reader.fields($0) }
            let nodes = section.readIfGiven(Keys.nodes) { reader.fixed($0) }
            let lags = SampleReader.lags(section)
            guard let fields, let lags, let nodes else { return nil }
            let dimension = fields.reduce(0) { count, name in
                count + context.system.names.fields(of: name).count
            }
            let count = nodes?.count ?? context.system.nodeCount
            guard SampleReader.haveMemory(lags, value, nodeCount: count, dimension: dimension) else { return nil }
            return Correlation(fields: fields, nodes: nodes, lags: lags)
        }
    }
}
