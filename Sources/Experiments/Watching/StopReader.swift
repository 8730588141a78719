import Descriptions
import Recording
import SimulationEngine

/// When a run ends before its time: a mapping with the key of one of these.
package enum StopConditions<Model: SimulationModel> {
    package typealias Reader = (StopReader<Model>, Value) -> Watching<Model>.Part?
    package typealias Kind = KeyedComponent<Reader>

    static var possible: KeyedComponents<Reader> { KeyedComponents(of: Self.self) { all } }

    package static var all: [Kind] {
        [
            Kind(StopKeys.when) { reader, value in
                ScheduleReader(context: reader.context).when(value).map { reader.stop(at: $0) }
            },
            Kind(StopKeys.crossing) { reader, value in
                CrossingReader(context: reader.context).read(value).map { crossing in { try crossing.stop($0) } }
            },
            Kind(StopKeys.converged) { $0.converged($1) },
        ]
    }
}

/// The keys of conditions under which a run ends.
enum StopKeys {
    static let when = ComponentDescription(key: "when", "when something is due", .schedule)
    static let crossing = ComponentDescription(key: "crossing", "when a level is crossed", .crossing)
    static let converged = ComponentDescription(
        key: "converged", "when the mean of a number is known well enough", .record(convergence))

    static let mean = ParameterDescription("mean-of", "a number", .quantity)
    static let error = Parameter("relative-error", "the error of the mean as a part of it", .positive)
        .example(0.01)
    static let convergence = [ParameterDescription](mean, error) + ScheduleKeys.ofSamples
}

/// Reads the block `stop`.
package struct StopReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> [Watching<Model>.PlacedPart]? {
        value.list(of: "conditions") { item in
            item.placing(item.section(of: []) { stop($0) })
        }
    }

    private func stop(_ section: Section) -> Watching<Model>.Part? {
        guard
            let given = section.component(
                of: StopConditions<Model>.possible, in: "an item of 'stop'", to: "when to stop")
        else { return nil }
        if given.component.description != StopKeys.when { context.earliestStop = 0 }
        return given.component.read(self, given.value)
    }

    fileprivate func stop(at schedule: SchedulePlan<Model>) -> Watching<Model>.Part {
        context.earliestStop = min(context.earliestStop, schedule.first.possible)
        return { run in
            try schedule.watch(run) { [unowned run] moment in
                run.stop(because: "a condition was met at time \(moment.time)")
            }
        }
    }

    fileprivate func converged(_ value: Value) -> Watching<Model>.Part? {
        value.section(of: StopKeys.convergence) { section in
            let number = section.read(StopKeys.mean) { NumberReader(context: context).number($0) }
            let error = section.value(of: StopKeys.error)
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
