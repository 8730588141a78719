import Descriptions
import Recording
import SimulationEngine

/// The number of the last moments that are kept, if not all are, and when they are written.
struct RingPlan<Model: SimulationModel> {
    let moments: Int?
    let schedule: SchedulePlan<Model>?
    let crossing: CrossingPlan<Model>?

    var isRing: Bool { moments != nil }

    /// Where the rows of a table go: into the table, or into a ring before it.
    func destination(_ table: TablePlan, in run: ObservedRun<Model>) throws -> TableDestination {
        let destination = table.destination(in: run.directory)
        guard let moments else { return destination }
        let (schedule, crossing) = (schedule, crossing)
        return .ring(last: moments, of: destination) { [unowned run] ring in
            run.keep(ring)
            do {
                try schedule?.watch(run) { _ in try ring.writeOut() }
                try crossing?.attach(to: run) { _ in try ring.writeOut() }
            } catch {
                run.refuse(because: error)
            }
        }
    }
}

/// The keys that say which moments are kept.
enum RingKeys {
    static let ring = ParameterDescription(
        "ring", "that only the last moments are kept, and when they are written besides if the run fails", .record(all),
        .optional)
    static let last = Parameter("last", "how many moments are kept", in: 1...Int.max)
    static let when = ParameterDescription("when", "when they are written, too", .schedule, .optional)
    static let crossing = ParameterDescription(
        "crossing", "at which crossings they are written, too", .crossing, .optional)
    static let all = [ParameterDescription](last, when, crossing)
}

/// Reads whether only the last moments are kept, and when they are written.
struct RingReader<Model: SimulationModel> {
    private typealias Keys = RingKeys

    let context: WatchContext<Model>

    func read(_ section: Section) -> RingPlan<Model>? {
        section.read(Keys.ring, else: RingPlan(moments: nil, schedule: nil, crossing: nil)) { ring($0) }
    }

    private func ring(_ value: Value) -> RingPlan<Model>? {
        value.section(of: Keys.all) { section in
            let moments = section.value(of: Keys.last)
            let schedule = section.readIfGiven(Keys.when) { ScheduleReader(context: context).when($0) }
            let crossing = section.readIfGiven(Keys.crossing) { CrossingReader(context: context).read($0) }
            guard let moments, let schedule, let crossing else { return nil }
            return RingPlan(moments: moments, schedule: schedule, crossing: crossing)
        }
    }
}
