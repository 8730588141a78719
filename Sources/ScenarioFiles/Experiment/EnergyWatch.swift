import Particles
import SimulationEngine

/// Warns of a run that should conserve its energy and has changed it by more than the energy itself: its step is too long, or
/// something met that should not have.
///
/// The energy is computed at the beginning, at each hundredth step, and at the end, so that it costs about a hundredth of a run;
/// a method that chooses its steps is looked at in the beginning and at the end only. Where the scenario changes something, it
/// is computed at each step: what has gone wrong before a change is not seen after it, when all begins anew. What is
/// driven is not looked at. So what is told does not depend on what is recorded.
final class EnergyWatch: Resumable {
    private unowned let run: WatchedRun<ParticleSystem>

    /// The number of steps from one look to the next; `nil` where it is looked at in the beginning and at the end only.
    private let interval: Int?

    /// What the energy was, and when.
    private var first: Look?

    /// The number of changes from outside that were known at the last step.
    private var changeCount = 0

    private var hasWarned = false

    private struct Look {
        var moment: Moment
        var total: Double
        var greatest: Double
    }

    init(of run: WatchedRun<ParticleSystem>, interval: Int?) {
        self.run = run
        self.interval = interval
    }

    /// Watches a run of a method that conserves the energy.
    ///
    /// - Parameters:
    ///   - integration: The method.
    ///   - isChanged: Whether the scenario changes something during the run.
    /// - Returns: `nil` for a method that does not conserve it.
    static func part(for integration: Integration, isChanged: Bool) -> Watching<ParticleSystem>.Part? {
        let conserving: [IntegrationMethod] = [.leapfrog, .yoshida4, .rungeKutta4, .wisdomHolman]
        guard conserving.contains(integration.method) || integration.method.stepper != nil else { return nil }
        // The steps of a scenario follow from what is recorded where the method chooses its own.
        let interval = integration.method.choosesItsSteps ? nil : isChanged ? 1 : 100
        return { run in
            let watch = EnergyWatch(of: run, interval: interval)
            run.keep(condition: watch)
            run.at(try run.simulation.every(steps: 1)) { watch.look(at: $0) }
            run.atEnd { watch.lookAtEnd(at: $0) }
        }
    }

    private func look(at moment: Moment) {
        guard !hasWarned else { return }
        noteChanges()
        guard let first else {
            guard interval != nil || moment.step == 0, !run.simulation.isDriving else { return }
            self.first = energy(at: moment)
            return
        }
        if let interval, moment.step.isMultiple(of: interval) { compare(first, at: moment) }
    }

    private func lookAtEnd(at moment: Moment) {
        guard !hasWarned else { return }
        noteChanges()
        guard let first, first.moment.step != moment.step else { return }
        compare(first, at: moment)
    }

    private func noteChanges() {
        guard run.simulation.outsideChangeCount != changeCount || run.simulation.isDriving else { return }
        changeCount = run.simulation.outsideChangeCount
        first = nil
    }

    private func energy(at moment: Moment) -> Look {
        let (kinetic, potential) = (value("kinetic-energy"), value("potential-energy"))
        return Look(moment: moment, total: kinetic + potential, greatest: max(abs(kinetic), abs(potential)))
    }

    private func value(_ name: String) -> Double {
        var row: [Double] = []
        run.simulation.quantities[name]?.appendColumns(to: &row)
        return row.first ?? .nan
    }

    /// Where kinetic and potential energy cancel each other, the total says nothing of how large an error is: it must also be more
    /// than a tenth of the greater of both.
    private func compare(_ first: Look, at moment: Moment) {
        let now = energy(at: moment)
        let change = abs(now.total - first.total)
        // What is not a number has changed, too.
        guard !(change <= max(abs(first.total), first.greatest / 10)) else { return }
        hasWarned = true
        let start = first.moment.step == 0 ? "at the beginning" : "after step \(first.moment.step)"
        // The steps of an adaptive run follow from what is recorded.
        let place = interval == nil ? "at time \(moment.time)" : "after step \(moment.step), at time \(moment.time)"
        let looks = interval.map { $0 == 1 ? "at each step" : "at each \($0)th step and at the end" } ?? "at the end"
        run.warnings.add(
            "the total energy was \(first.total) \(start) and is \(now.total) \(place): it should be conserved, but has "
                + "changed by more than itself; the step or the tolerance is too large for what has met there (the energy "
                + "was looked at \(looks))")
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&hasWarned)
        var hasFirst = first != nil && run.simulation.outsideChangeCount == changeCount
        try archive.flag(&hasFirst)
        if archive.isReading { changeCount = run.simulation.outsideChangeCount }
        guard hasFirst else { return first = nil }
        var look = first ?? Look(moment: Moment(step: 0, time: 0), total: 0, greatest: 0)
        var (step, time) = (look.moment.step, look.moment.time)
        try archive.count(&step)
        try archive.value(&time)
        try archive.value(&look.total)
        try archive.value(&look.greatest)
        look.moment = Moment(step: step, time: time)
        first = look
    }
}
