import Recording
import SimulationEngine

/// Reads
///
///     crossing:
///       of: order-parameter               a number; see NumberReader
///       of: {field: x, nodes: [0, 1]}     or a field of given nodes, all unless given
///       above: 0.9                        upwards; or 'below', downwards; or 'level', either way
///       hysteresis: 0.1                   optional: how far it must go back to cross again, 0 unless given
///       tolerance: 1e-9                   optional: how exactly times are located, 1e-12 unless given
struct CrossingReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> CrossingPlan<Model>? {
        value.section { section in
            let subject = section.required("of", for: "what crosses a level").flatMap { self.subject($0) }
            let level = LevelReader(keys: ["above", "below", "level"]).read(section)
            let hysteresisValue = section.optional("hysteresis")
            let hysteresis = hysteresisValue.map { $0.number(.nonNegative) } ?? 0
            let tolerance = section.optional("tolerance").map { $0.number(.positive) } ?? 1e-12
            section.noteDefault("hysteresis", "0")
            section.noteDefault("tolerance", "1e-12")
            guard let subject, let level, let hysteresis, let tolerance else { return nil }
            if case .field(_, let nodes) = subject, nodes.count > 1, hysteresis > 0 {
                hysteresisValue?.report("'hysteresis' has no meaning for several nodes, only for one or for a quantity")
                return nil
            }
            var warning: (ObservedRun<Model>) -> Void = { _ in }
            switch subject {
            case .field(let field, _): warning = context.rareLooksWarning(at: value, ofField: field)
            case .number: context.warnOfRareLooks(at: value)
            }
            return CrossingPlan(
                subject: subject, level: level.value, directions: level.directions, hysteresis: hysteresis,
                tolerance: tolerance, warn: warning)
        }
    }

    /// The observation that records crossings.
    func observation(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let crossing = read(value)
        let then = section.optional("then").map { $0.choice(of: ["stop"]) } ?? "go-on"
        let table = TableReader(context: context).read(section, defaultName: "crossings")
        guard let crossing, let then, let table else { return nil }
        return { run in
            try crossing.record(
                in: run, to: table.destination(in: run.directory), thenStop: then == "stop")
        }
    }

    private func subject(_ value: Value) -> CrossingPlan<Model>.Subject? {
        guard value.form == .mapping, value.hasKey("field") else {
            return NumberReader(context: context).number(value).map(CrossingPlan.Subject.number)
        }
        return value.section { section in
            let field = section.required("field", for: "the field").flatMap { $0.choice(of: Model.fields) }
            let nodes =
                section.optional("nodes").map { NodeReader(context: context).fixed($0) }
                ?? context.nodeCount.map { Array(0..<$0) }
            section.noteDefault("nodes", "all")
            guard let field, let nodes else { return nil }
            return .field(field, nodes: nodes)
        }
    }
}
