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
    }

    let name: String
    let occasion: Occasion
    let isOnce: Bool
    let release: SchedulePlan<Model>?
    let action: PlannedAction<Model>

    func attach(to run: WatchedRun<Model>) throws {
        let intervention = PlannedIntervention(self, in: run)
        run.keep(intervention: intervention)
        switch occasion {
        case .schedule(let schedule):
            run.at(try schedule.trigger(in: run.simulation)) { _ in try intervention.act() }
        case .crossing(let crossing): try crossing.attach(to: run) { _ in try intervention.act() }
        }
        guard let release else { return }
        run.at(try release.trigger(in: run.simulation)) { _ in intervention.release() }
    }
}

/// What an intervention does.
struct PlannedAction<Model: SimulationModel> {
    /// Does it, and says which nodes it holds thereby and how to undo it, if that is possible.
    let act: (WatchedRun<Model>, ScenarioAuthor) throws -> (hold: Hold, nodes: [Int])?

    /// Holds given nodes, where it is that what the action does.
    var hold: ((WatchedRun<Model>, ScenarioAuthor, _ nodes: [Int]) throws -> Hold?)?
}

extension PlannedAction {
    /// What is done once and for all.
    init(_ act: @escaping (WatchedRun<Model>, ScenarioAuthor) throws -> Void) {
        self.act = {
            try act($0, $1)
            return nil
        }
    }

    /// What holds nodes.
    init(
        nodes: @escaping (WatchedRun<Model>) -> [Int],
        hold: @escaping (WatchedRun<Model>, ScenarioAuthor, _ nodes: [Int]) throws -> Hold?
    ) {
        self.hold = hold
        act = { run, author in
            let nodes = nodes(run)
            return try hold(run, author, nodes).map { ($0, nodes) }
        }
    }
}

/// An intervention in a run, which knows what it has done.
private final class PlannedIntervention<Model: SimulationModel> {
    private let plan: InterventionPlan<Model>
    private unowned let run: WatchedRun<Model>
    private let author: ScenarioAuthor
    private let nodeCount: Int
    private var held: (hold: Hold, nodes: [Int])?
    private var isDone = false

    init(_ plan: InterventionPlan<Model>, in run: WatchedRun<Model>) {
        self.plan = plan
        self.run = run
        author = ScenarioAuthor(plan.name)
        nodeCount = run.simulation.model.nodeCount
    }

    func act() throws {
        guard !isDone else { return }
        isDone = plan.isOnce
        held?.hold.release()
        held = try plan.action.act(run, author)
    }

    func release() {
        held?.hold.release()
        held = nil
    }
}

extension PlannedIntervention: Resumable {
    /// Archives what has been done. What is held is held again when that is read, so that it can be released.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isDone)
        var isHolding = held != nil
        try archive.flag(&isHolding)
        guard isHolding else { return }
        var nodes = held?.nodes ?? []
        // When the archive is read there are only the nodes of the beginning yet.
        if !archive.isReading, nodes.contains(where: { $0 >= nodeCount }) {
            throw .notResumable(what: "the intervention '\(plan.name)', which holds a node that was added,")
        }
        try archive.values(&nodes)
        guard archive.isReading else { return }
        do {
            guard let hold = try plan.action.hold?(run, author, nodes) else {
                throw CheckpointError.damaged(reason: "the intervention '\(plan.name)' holds nothing")
            }
            held = (hold, nodes)
        } catch let error as CheckpointError {
            throw error
        } catch {
            throw .damaged(reason: "the intervention '\(plan.name)' cannot go on: \(error)")
        }
    }
}
