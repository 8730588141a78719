import Descriptions
import ObserverCore
import Recording
import SimulationEngine

enum FirstPassagesKeys {
    static let of = ParameterDescription("of", "a field", .field)
    static let nodes = ParameterDescription.fixedNodes("of which nodes")
    static let levels = [LevelKeys.above, LevelKeys.below]
    static let all = [of, nodes] + levels
    static let description = ComponentDescription(
        key: "first-passages", "when nodes reach a level for the first time", .record(all),
        beside: [CrossingKeys.then] + TableKeys.all)
}

/// Reads which first passages are observed.
struct FirstPassagesReader<Model: SimulationModel> {
    private typealias Keys = FirstPassagesKeys

    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let watch = watch(value)
        let then = section.readIfGiven(CrossingKeys.then) { $0.choice(of: ["stop"]) }
        let table = context.tables.read(section, defaultName: "first-passages")
        if then == "stop" { context.earliestStop = 0 }
        guard let watch, let then, let table else { return nil }
        return { run in
            let passages = try watch(run)
            run.keep(try CrossingRecorder(run.simulation, of: passages, to: table.destination(in: run.directory)))
            guard then == "stop" else { return }
            let stopIfAllHavePassed = { [unowned run, unowned passages] in
                let model = run.simulation.model
                let isWaiting = zip(passages.nodes, passages.times).contains { model.isPresent($0) && $1.isNaN }
                if !isWaiting { run.stop(because: "all nodes have passed their level") }
            }
            run.observe(passages) { [unowned passages, unowned run] (_: Crossing) in
                let mayBeAll =
                    passages.count == passages.nodes.count || !(run.simulation.model.population?.isComplete ?? true)
                if mayBeAll { stopIfAllHavePassed() }
            }
            run.observe(run.simulation.deaths) { (_: Int) in stopIfAllHavePassed() }
            run.at(try run.simulation.trigger(.start)) { _ in stopIfAllHavePassed() }
        }
    }

    private func watch(_ value: Value) -> ((ObservedRun<Model>) throws -> FirstPassages)? {
        value.section(of: Keys.all) { section in
            let field = section.read(Keys.of) { $0.choice(of: context.system.names.fields) }
            let nodes = section.read(Keys.nodes, else: []) { context.nodes.fixed($0) }
            let level = LevelReader(keys: Keys.levels).read(section)
            guard let field, let nodes, let level else { return nil }
            let warn: (ObservedRun<Model>) -> Void = context.system.rareLooksWarning(at: value, ofField: field)
            return { run in
                warn(run)
                return try run.simulation.firstPassages(
                    of: field, ofNodes: nodes.isEmpty ? nil : nodes, level: level.value,
                    level.directions == .downwards ? .downwards : .upwards)
            }
        }
    }
}
