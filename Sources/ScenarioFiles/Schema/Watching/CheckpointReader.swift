import SimulationEngine

/// Reads the block
///
///     checkpoints:
///       every: {steps: 1000}      a time, or steps
///       when: {…}                 or when something is due; see ScheduleReader
///       crossing: {…}             or when a level is crossed; see CrossingReader
///       keep: last                optional: last, or all, each under the name checkpoint-STEP; last unless given
struct CheckpointReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    private enum Kept: String, CaseIterable {
        case last
        case all
    }

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.section { section in
            let occasion = section.exactlyOne(
                of: ["every", "when", "crossing"], in: "'checkpoints'", to: "when they are written")
            let kept: Kept? = section.optional("keep").map { $0.choice() } ?? .last
            section.noteDefault("keep", Kept.last.rawValue)
            guard let occasion, let kept else { return nil }
            return value.placing(part(occasion.key, occasion.value, isKept: kept == .all)).map { [$0] }
        }
    }

    private func part(_ key: String, _ value: Value, isKept: Bool) -> Watching<Model>.Part? {
        if key == "crossing" {
            return CrossingReader(context: context).read(value).map { crossing in
                { run in
                    try crossing.attach(to: run) { [unowned run] _ in run.checkpoints?.request(keeping: isKept) }
                }
            }
        }
        let schedule =
            key == "when"
            ? ScheduleReader(context: context).when(value)
            : ScheduleReader(context: context).interval(value).map { SchedulePlan.every(steps: $0) }
        return schedule.map { schedule in
            { run in
                try schedule.watch(run) { [unowned run] _ in run.checkpoints?.request(keeping: isKept) }
            }
        }
    }
}
