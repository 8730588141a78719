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
    let action: InterventionReader<Model>.Action

    func attach(to run: WatchedRun<Model>) throws {
        let author = ScenarioAuthor(name)
        var hold: Hold?
        var isDone = false
        let act = { [unowned run] () throws -> Void in
            guard !isDone else { return }
            isDone = isOnce
            hold?.release()
            hold = try action(run, author)
        }
        switch occasion {
        case .schedule(let schedule): run.at(try schedule.trigger(in: run.simulation)) { _ in try act() }
        case .crossing(let crossing): try crossing.attach(to: run) { _ in try act() }
        }
        guard let release else { return }
        run.at(try release.trigger(in: run.simulation)) { _ in
            hold?.release()
            hold = nil
        }
    }
}
