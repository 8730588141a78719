import Particles
import SimulationEngine

/// Warns of a run that should conserve its energy and has changed it by more than the energy itself, or by half of it: its step
/// is too long, something met that should not have, or an interaction ends at a cutoff where it is strong.
///
/// The energy is computed at the beginning, at each hundredth step, and at the end, so that it costs about a hundredth of a run;
/// each twentieth step of a method that chooses its steps, which computes forces many times a step. Where the scenario changes
/// something, it is computed at each step: what has gone wrong before a change is not seen after it, when all begins anew. What is
/// driven is not looked at. So what is told does not depend on what is recorded. When the energy was lost is known to lie between two
/// looks, which the warning names; what comes back between them is not seen.
final class EnergyWatch: Resumable {
    private unowned let run: ObservedRun<ParticleSystem>

    /// True if steps are those of the method, and not of the scenario.
    private let hasMethodSteps: Bool

    /// The number of steps from one look to the next.
    private let interval: Int

    /// By how much the energy of two particles jumps where an interaction ends.
    private let energyJump: Double

    /// The energy at the first look, and when that was.
    private var first: Look?

    /// When it was looked at last, and well enough conserved.
    private var conserved = Moment(step: 0, time: 0)

    /// The number of changes from outside that were known at the last step.
    private var changeCount = 0

    private var hasWarned = false

    private struct Look {
        var moment: Moment
        var kinetic: Double
        var potential: Double

        var total: Double { kinetic + potential }
        var greaterPart: Double { max(abs(kinetic), abs(potential)) }
        var sumOfParts: Double { abs(kinetic) + abs(potential) }
    }

    init(of run: ObservedRun<ParticleSystem>, interval: Int, hasMethodSteps: Bool, energyJump: Double) {
        self.run = run
        self.interval = interval
        self.hasMethodSteps = hasMethodSteps
        self.energyJump = energyJump
    }

    /// Watches a run of a method that conserves the energy.
    ///
    /// - Parameters:
    ///   - integration: The method.
    ///   - forces: The forces.
    ///   - isChanged: True if the scenario changes something during the run.
    /// - Returns: `nil` for a method or a force that does not conserve it.
    static func part(
        for integration: Integration, forces: [any ParticleForce], isChanged: Bool
    ) -> Watching<ParticleSystem>.Part? {
        guard forces.allSatisfy(\.conservesEnergy) else { return nil }
        let hasMethodSteps = integration.method.has(.ownSteps)
        let jump = forces.map(\.energyJump).max() ?? 0
        guard integration.method.has(.energy) else { return nil }
        return { run in
            let interval = isChanged ? 1 : hasMethodSteps ? 20 : 100
            let watch = EnergyWatch(of: run, interval: interval, hasMethodSteps: hasMethodSteps, energyJump: jump)
            run.keep(condition: watch)
            if hasMethodSteps {
                let simulation = run.simulation
                simulation.atEach(methodSteps: interval) { [unowned simulation, unowned watch] in
                    watch.look(at: simulation.moment, isDue: true)
                }
            } else {
                run.at(try run.simulation.every(steps: 1)) {
                    watch.look(at: $0, isDue: $0.step.isMultiple(of: interval))
                }
            }
            run.atEnd { watch.look(at: $0, isDue: true) }
        }
    }

    private func look(at moment: Moment, isDue: Bool) {
        guard !hasWarned else { return }
        noteChanges()
        guard let first else {
            guard !run.simulation.isDriving else { return }
            self.first = energy(at: moment)
            conserved = moment
            return
        }
        if isDue, first.moment.time != moment.time { compare(first, at: moment) }
    }

    private func noteChanges() {
        guard run.simulation.outsideChangeCount != changeCount || run.simulation.isDriving else { return }
        changeCount = run.simulation.outsideChangeCount
        first = nil
    }

    private func energy(at moment: Moment) -> Look {
        Look(moment: moment, kinetic: value("kinetic-energy"), potential: value("potential-energy"))
    }

    private func value(_ name: String) -> Double {
        var row: [Double] = []
        run.simulation.quantities[name]?.appendColumns(to: &row)
        return row.first ?? .nan
    }

    private func compare(_ first: Look, at moment: Moment) {
        let now = energy(at: moment)
        guard let amount = Self.excess(of: first, now) else { return conserved = moment }
        hasWarned = true
        let start = first.moment.time == 0 ? "at the beginning" : place(of: first.moment)
        let steps = hasMethodSteps ? " of the method" : ""
        let looks = interval == 1 ? "at each step\(steps)" : "at each \(interval)th step\(steps) and at the end"
        let range =
            hasMethodSteps
            ? "the times \(conserved.time) and \(moment.time)" : "the steps \(conserved.step) and \(moment.step)"
        run.warnings.add(
            "the total energy was \(first.total) \(start) and is \(now.total) "
                + "\(place(of: moment, withTime: true)): it should be conserved, but has "
                + "changed by more than \(amount); \(cause(of: abs(now.total - first.total))) "
                + "(between \(range); the energy was looked at \(looks))")
    }

    /// The possible cause of a change of the energy. A particle has about twelve neighbours, and shares each pair: jumps of as
    /// many pairs as that can be what no step mends.
    private func cause(of change: Double) -> String {
        let steps = "the step or the tolerance is too large for what moves or meets there"
        guard energyJump * 6 * Double(run.simulation.model.nodeCount) >= change else { return steps }
        return "the energy of two particles jumps by up to \(energyJump) at the cutoff where their interaction is "
            + "truncated, which 'truncation: shifted' or a longer cutoff mends; or \(steps)"
    }

    /// By more than what the energy has changed, in words; `nil` if it is conserved well enough.
    ///
    /// Where kinetic and potential energy cancel each other, the total says nothing of how large an error is: it must also be more
    /// than a tenth of the greater of both. An energy that is lost, such as by rotations in a magnetic field in too long steps, never
    /// changes by more than itself, but by half. A symplectic method may be as far off where bodies are near each other, and
    /// comes back: by less than a tenth of both energies there.
    private static func excess(of first: Look, _ now: Look) -> String? {
        let change = abs(now.total - first.total)
        // A number that is not a number has changed, too.
        guard change <= max(abs(first.total), first.greaterPart / 10) else { return "itself" }
        let isHalved = change > max(abs(first.total) / 2, first.sumOfParts / 10, now.sumOfParts / 10)
        return isHalved ? "half of itself" : nil
    }

    /// The steps of the scenario have no meaning for a method that has its own.
    private func place(of moment: Moment, withTime: Bool = false) -> String {
        if hasMethodSteps { return "at time \(moment.time)" }
        return "after step \(moment.step)" + (withTime ? ", at time \(moment.time)" : "")
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&hasWarned)
        var hasFirst = first != nil && run.simulation.outsideChangeCount == changeCount
        try archive.flag(&hasFirst)
        if archive.isReading { changeCount = run.simulation.outsideChangeCount }
        guard hasFirst else { return first = nil }
        var look = first ?? Look(moment: Moment(step: 0, time: 0), kinetic: 0, potential: 0)
        var (step, time) = (look.moment.step, look.moment.time)
        try archive.count(&step)
        try archive.value(&time)
        try archive.value(&look.kinetic)
        try archive.value(&look.potential)
        look.moment = Moment(step: step, time: time)
        first = look
        (step, time) = (conserved.step, conserved.time)
        try archive.count(&step)
        try archive.value(&time)
        conserved = Moment(step: step, time: time)
    }
}
