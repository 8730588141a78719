import Descriptions
import Recording
import SimulationEngine

/// The keys of a level that is watched.
package enum CrossingKeys {
    static let of = ParameterDescription(
        "of", "what crosses a level", .either(.quantity, or: .record(FieldKeys.all)))
    static let hysteresis = Parameter(
        "hysteresis", "how far it must go back to cross again, where it is not a field of several nodes", .nonNegative,
        default: 0)
    static let tolerance = Parameter("tolerance", "how exactly times are located", .positive, default: 1e-12)
    static let all = [ParameterDescription](
        of, LevelKeys.above, LevelKeys.below, LevelKeys.either, hysteresis, tolerance)
    package static let description = ComponentDescription(
        name: "crossing", summary: "the crossing of a level by a field or a number, located inside of steps",
        parameters: all)

    static let observation = ComponentDescription(
        key: "crossing", "the times at which a level is crossed, inside of steps", .crossing,
        beside: [then] + TableKeys.all)

    /// The consequence of a crossing that is observed.
    static let then = ParameterDescription(
        "then", "that the run ends at the first crossing, or at the last first passage", .choice(["stop"]), .optional)

    /// The keys of a field that crosses a level.
    enum FieldKeys {
        static let field = ParameterDescription("field", "the field", .field)
        static let nodes = ParameterDescription.fixedNodes("of which nodes")
        static let all = [field, nodes]
    }
}

/// Reads which level is watched, and what crosses it.
struct CrossingReader<Model: SimulationModel> {
    private typealias Keys = CrossingKeys

    let context: WatchContext<Model>

    func read(_ value: Value) -> CrossingPlan<Model>? {
        value.section(of: Keys.all) { section in
            let subject = section.read(Keys.of) { self.subject($0) }
            let level = LevelReader(keys: [LevelKeys.above, LevelKeys.below, LevelKeys.either]).read(section)
            let hysteresis = section.value(of: Keys.hysteresis)
            let tolerance = section.value(of: Keys.tolerance)
            guard let subject, let level, let hysteresis, let tolerance else { return nil }
            if case .field(_, let nodes) = subject, nodes.count > 1, hysteresis > 0 {
                section.given(Keys.hysteresis)?.report(
                    "'hysteresis' has no meaning for several nodes, only for one or for a quantity")
                return nil
            }
            var warning: (ObservedRun<Model>) -> Void = { _ in }
            switch subject {
            case .field(let field, _): warning = context.system.rareLooksWarning(at: value, ofField: field)
            case .number: context.system.warnOfRareLooks(at: value)
            }
            return CrossingPlan(
                subject: subject, level: level.value, directions: level.directions, hysteresis: hysteresis,
                tolerance: tolerance, warn: warning)
        }
    }

    /// The observation that records crossings.
    func observation(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let crossing = read(value)
        let then = section.readIfGiven(Keys.then) { $0.choice(of: ["stop"]) }
        let table = context.tables.read(section, defaultName: "crossings")
        if then == "stop" { context.earliestStop = 0 }
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
        return value.section(of: Keys.FieldKeys.all) { section in
            let field = section.read(Keys.FieldKeys.field) { $0.choice(of: context.system.names.fields) }
            let nodes = context.nodes.fixed(section, Keys.FieldKeys.nodes)
            guard let field, let nodes else { return nil }
            return .field(field, nodes: nodes)
        }
    }
}
