import Descriptions
import SimulationEngine

/// The keys that say when checkpoints are written.
enum CheckpointKeys {
    enum Kept: String, CaseIterable, ParameterValue {
        case last
        case all
    }

    static let every = key("every", "the time or the number of steps between two", ScheduleKeys.interval)
    static let when = key("when", "when something is due", .schedule)
    static let crossing = key("crossing", "when a level is crossed", .crossing)
    static let keep = Parameter<Kept>(
        "keep", "the last, or all, each under the name checkpoint-STEP", default: .last)
    static let occasions = [every, when, crossing]
    static let all = occasions + [keep.description]

    private static func key(_ name: String, _ summary: String, _ kind: ParameterKind) -> ParameterDescription {
        ParameterDescription(name, summary, kind, .oneOf(["every", "when", "crossing"]))
    }
}

/// Reads the block `checkpoints`.
struct CheckpointReader<Model: SimulationModel> {
    private typealias Keys = CheckpointKeys

    let context: WatchContext<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.section(of: Keys.all) { section in
            let occasion = section.exactlyOne(
                of: Keys.occasions, in: "'checkpoints'", to: "when they are written")
            let kept = section.value(of: Keys.keep)
            guard let occasion, let kept else { return nil }
            return value.placing(part(occasion.key, occasion.value, isKept: kept == .all)).map { [$0] }
        }
    }

    private func part(_ key: ParameterDescription, _ value: Value, isKept: Bool) -> Watching<Model>.Part? {
        if key == Keys.crossing {
            return CrossingReader(context: context).read(value).map { crossing in
                { run in
                    try crossing.attach(to: run) { [unowned run] _ in run.checkpoints?.request(keeping: isKept) }
                }
            }
        }
        let schedule =
            key == Keys.when
            ? ScheduleReader(context: context).when(value)
            : ScheduleReader(context: context).interval(value).map { SchedulePlan.every(steps: $0) }
        return schedule.map { schedule in
            { run in
                try schedule.watch(run) { [unowned run] _ in run.checkpoints?.request(keeping: isKept) }
            }
        }
    }
}
