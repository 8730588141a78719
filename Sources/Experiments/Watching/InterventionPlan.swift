import ObserverCore
import SimulationEngine

/// The author of the interventions of an item of `intervene:`.
final class ScenarioAuthor: NamedAuthor {
    let authorName: String

    init(_ name: String) {
        authorName = name
    }
}

/// An intervention, as far as it is known before there is a simulation.
struct InterventionPlan<Model: SimulationModel> {
    /// When it takes place.
    enum Occasion {
        case schedule(SchedulePlan<Model>)
        case crossing(CrossingPlan<Model>)

        /// When it is for the first time.
        var first: FirstDue {
            switch self {
            case .schedule(let schedule): schedule.first
            case .crossing: .unknown
            }
        }
    }

    let name: String
    let occasion: Occasion
    let isOnce: Bool
    let release: SchedulePlan<Model>?
    let action: PlannedAction<Model>

    /// Tells which nodes may be there when it is first done.
    let additions: NodeChanges.Earlier

    /// Where the scenario says it.
    let place: Value

    /// Knows what else the scenario says.
    let context: WatchContext<Model>

    /// When it is done for certain, if that is known before the run: for the first time, unless it may have been done before.
    private var firstTime: Double? {
        let first = occasion.first
        return isOnce && first.possible != first.certain ? nil : first.certain
    }

    /// When it is for the first time, if it only waits for moments, and so does its end.
    var firstMoment: Double? {
        guard case .schedule(let schedule) = occasion, schedule.namesMoments, release?.namesMoments ?? true else {
            return nil
        }
        return schedule.first.possible
    }

    func attach(to run: ObservedRun<Model>) throws {
        let intervention = PlannedIntervention(self, in: run)
        run.keep(intervention: intervention)
        if run.isRehearsal { try rehearse(run) }
        switch occasion {
        case .schedule(let schedule):
            try schedule.watch(run) { _ in try intervention.act() }
        case .crossing(let crossing): try crossing.attach(to: run) { _ in try intervention.act() }
        }
        try release?.watch(run) { _ in intervention.release() }
    }

    /// Finds out whether it is possible, as far as that is known before the run. What may never be done is only warned of.
    private func rehearse(_ run: ObservedRun<Model>) throws {
        do { try tryOut(in: run) } catch {
            if let firstTime, firstTime <= context.earliestStop, action.isSureToChange(context.nodeChanges) {
                throw error
            }
            place.warn("this is impossible, should it come to it: \(error)")
        }
    }

    private func tryOut(in run: ObservedRun<Model>) throws {
        try action.rehearse(run, firstTime)
        guard let needed = action.needed, let firstTime else { return }
        for node in needed.nodes where !additions.mayInclude(node, at: firstTime, inTurn: needed.areAwaited) {
            throw MissingNode(reference: node, purpose: needed.purpose)
        }
    }
}

/// The action of an intervention.
package struct PlannedAction<Model: SimulationModel> {
    /// Does it, and says how to undo it if that is possible.
    let act: (ObservedRun<Model>, ScenarioAuthor) throws -> Constraint?

    /// Makes what undoes it anew, in a run that goes on from a checkpoint.
    let resume: (ObservedRun<Model>, ScenarioAuthor) throws -> Constraint?

    /// The node that it holds, if there is one.
    var held: HeldNode?

    /// The nodes without which it cannot be done.
    var needed: NeededNodes?

    /// Finds out whether it is possible, as far as that is known before the run, as is the time at which it is first done where
    /// that is given.
    var rehearse: (ObservedRun<Model>, _ firstTime: Double?) throws -> Void = { _, _ in }

    /// Tests if it changes anything for certain when it is done, and not only nodes that may be gone or pinned, or none.
    var isSureToChange: (NodeChanges) -> Bool = { _ in true }

    /// An action that is done once and for all.
    static func once(
        needing needed: NeededNodes? = nil,
        rehearsing rehearse: @escaping (ObservedRun<Model>, _ firstTime: Double?) throws -> Void = { _, _ in },
        _ act: @escaping (ObservedRun<Model>, ScenarioAuthor) throws -> Void
    ) -> PlannedAction {
        PlannedAction(
            act: { run, author in
                try act(run, author)
                return nil
            },
            resume: { _, _ in nil }, needed: needed, rehearse: rehearse)
    }
}

/// A number that a field or a parameter is to become is not finite.
struct NotFinite: Error, CustomStringConvertible {
    /// The change, such as "'x' is to be driven to".
    let change: String
    let value: Double

    var description: String { "\(change) \(value), but must be a finite number" }
}

/// A node that an intervention holds. It may have come during the run, so that it must be known before the nodes are that a
/// run goes on with.
final class HeldNode: Resumable {
    var number = 0

    func archiveState(in archive: StateArchive) throws(CheckpointError) { try archive.count(&number) }
}

/// An intervention in a run, which knows what it has done.
private final class PlannedIntervention<Model: SimulationModel> {
    private let plan: InterventionPlan<Model>
    private unowned let run: ObservedRun<Model>
    private let author: ScenarioAuthor
    private var hold: Constraint?
    private var isDone = false

    init(_ plan: InterventionPlan<Model>, in run: ObservedRun<Model>) {
        self.plan = plan
        self.run = run
        author = ScenarioAuthor(plan.name)
    }

    func act() throws {
        guard !isDone else { return }
        isDone = plan.isOnce
        hold?.release()
        hold = try plan.action.act(run, author)
    }

    func release() {
        hold?.release()
        hold = nil
    }
}

extension PlannedIntervention: Resumable {
    /// Archives whether it is done, and what it holds.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isDone)
        var isHolding = hold != nil
        try archive.flag(&isHolding)
        if isHolding { try plan.action.held?.archiveState(in: archive) }
        if archive.isReading { hold = isHolding ? try resumedHold() : nil }
        try hold?.archiveState(in: archive)
    }

    private func resumedHold() throws(CheckpointError) -> Constraint {
        do {
            if let hold = try plan.action.resume(run, author) { return hold }
        } catch {
            throw .damaged(reason: "the intervention '\(plan.name)' cannot go on: \(error)")
        }
        throw .damaged(reason: "the intervention '\(plan.name)' holds nothing")
    }
}
