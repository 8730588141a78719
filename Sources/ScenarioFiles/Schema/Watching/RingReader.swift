import Recording
import SimulationEngine

/// Whether only the last moments are kept, and when they are written.
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

/// Reads
///
///     ring: {last: 100}           optional: only the last moments are kept, and written if the run fails
///     ring: {last: 100, when: …}  also when something is due; see ScheduleReader
///     ring: {last: 100, crossing: …}
struct RingReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ section: Section) -> RingPlan<Model>? {
        guard let value = section.optional("ring") else {
            return RingPlan(moments: nil, schedule: nil, crossing: nil)
        }
        return value.section { section in
            let moments = section.required("last", for: "how many moments are kept").flatMap { $0.integer(.atLeast(1)) }
            let when = section.optional("when").map { ScheduleReader(context: context).when($0) }
            let crossing = section.optional("crossing").map { CrossingReader(context: context).read($0) }
            guard let moments else { return nil }
            if case .some(.none) = when { return nil }
            if case .some(.none) = crossing { return nil }
            return RingPlan(moments: moments, schedule: when ?? nil, crossing: crossing ?? nil)
        }
    }
}
