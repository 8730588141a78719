import ObserverCore
import Recording
import SimulationEngine

/// Reads
///
///     first-passages:
///       of: x                 a field
///       nodes: all            optional: given nodes, all unless given
///       above: 1              the level; or 'below', reached from above
struct FirstPassagesReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let watch = watch(value)
        let then = section.optional("then").map { $0.choice(of: ["stop"]) } ?? "go-on"
        let table = TableReader(context: context).read(section, defaultName: "first-passages")
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
        value.section { section in
            let field = section.required("of", for: "a field").flatMap { $0.choice(of: Model.fields) }
            let nodes = section.optional("nodes").map { NodeReader(context: context).fixed($0) } ?? []
            let level = LevelReader(keys: [LevelKeys.above, LevelKeys.below]).read(section)
            section.noteDefault("nodes", "all")
            guard let field, let nodes, let level else { return nil }
            let warn = context.rareLooksWarning(at: value, ofField: field)
            return { run in
                warn(run)
                return try run.simulation.firstPassages(
                    of: field, ofNodes: nodes.isEmpty ? nil : nodes, level: level.value,
                    level.directions == .downwards ? .downwards : .upwards)
            }
        }
    }
}
