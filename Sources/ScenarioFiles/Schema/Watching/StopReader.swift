import Recording
import SimulationEngine

/// Reads the block
///
///     stop:
///       - when: {if: temperature > 2}     when something is due; see ScheduleReader
///       - crossing: {of: …, above: …}     when a level is crossed; see CrossingReader
///       - converged:                      when a mean is known well enough
///           mean-of: potential-energy     of a number; see NumberReader
///           relative-error: 0.001
///           every: 0.1                    when it is looked at; see ScheduleReader. Optional where a step does not follow from
///                                         what is recorded
struct StopReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.list(of: "conditions") { item in
            item.placing(item.section { stop($0) })
        }
    }

    private func stop(_ section: Section) -> Watching<Model>.Part? {
        let keys = ["when", "crossing", "converged"]
        guard let (key, value) = section.exactlyOne(of: keys, in: "an item of 'stop'", to: "when to stop") else {
            return nil
        }
        if key != "when" { context.earliestStop = 0 }
        switch key {
        case "when": return ScheduleReader(context: context).when(value).map { stop(at: $0) }
        case "crossing":
            return CrossingReader(context: context).read(value).map { crossing in { try crossing.stop($0) } }
        default: return converged(value)
        }
    }

    private func stop(at schedule: SchedulePlan<Model>) -> Watching<Model>.Part {
        context.earliestStop = min(context.earliestStop, schedule.first.possible)
        return { run in
            try schedule.watch(run) { [unowned run] moment in
                run.stop(because: "a condition was met at time \(moment.time)")
            }
        }
    }

    private func converged(_ value: Value) -> Watching<Model>.Part? {
        value.section { section in
            let number = section.required("mean-of", for: "a number").flatMap {
                NumberReader(context: context).number($0)
            }
            let error = section.required("relative-error", for: "the error of the mean as a part of it").flatMap {
                $0.number(.positive)
            }
            let schedule = ScheduleReader(context: context).read(section)
            guard let number, let error, let schedule else { return nil }
            return { run in
                let value = number.number(in: run.simulation)
                let mean = GrowingAverage()
                run.keep(condition: mean)
                run.at(try schedule.trigger(in: run.simulation)) { [unowned run] moment in
                    mean.average.add(value())
                    guard mean.average.isConverged(relativeError: error) else { return }
                    run.stop(because: "the mean of \(number.name) has converged at time \(moment.time)")
                }
            }
        }
    }
}

/// An average that a condition is about.
private final class GrowingAverage: Resumable {
    var average = BlockAverage()

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try average.archiveState(in: archive)
    }
}
