import Particles
import Recording
import SimulationEngine

/// Reads
///
///     structure-factor:
///       maximum: 20           the greatest wave number
///       method: fourier       optional: fourier, by a Fourier transform of a density on a grid, unless given; or direct
struct StructureFactorReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let options = options(value)
        let table = TableReader(context: context).read(section, defaultName: value.path.last)
        guard let (maximum, method) = options, let schedule, let table else { return nil }
        return { run in
            // Only models of particles offer this observation.
            guard let model = run.simulation.model as? any ParticleModel else { return }
            let factor = try StructureFactor(in: model.box, upTo: maximum, method: method)
            run.keep(
                try SummaryRecorder(
                    at: try schedule.trigger(in: run.simulation), columns: ["wave-number", "value", "vectors"],
                    of: factor, to: table.destination(in: run.directory),
                    sample: { [unowned run] in factor.add(model.positions, unless: run.shouldGiveUp) },
                    fill: { (table) throws(RecordingError) in try Self.fill(table, from: factor) }))
            run.whenGoingOn { [unowned run] in factor.goOn(unless: run.shouldGiveUp) }
        }
    }

    private static func fill(_ table: any TableWriter, from factor: StructureFactor) throws(RecordingError) {
        for shell in factor.shells {
            table.append(shell.waveNumber)
            table.append(shell.value)
            table.append(integer: shell.vectorCount)
            try table.endRow()
        }
    }

    private func options(_ value: Value) -> (maximum: Double, method: StructureFactor.Method)? {
        value.section { section in
            let maximumValue = section.required("maximum", for: "the greatest wave number")
            let maximum = maximumValue.flatMap { $0.number(.positive) }
            let method: StructureFactor.Method? = section.optional("method").map { $0.choice() } ?? .fourier
            section.noteDefault("method", StructureFactor.Method.fourier.rawValue)
            // Without a box the box is what is wrong, which has been reported.
            guard let box = context.box, let maximum, let method else { return nil }
            do throws(StructureError) {
                try StructureFactor.check(box, maximum: maximum)
            } catch {
                (maximumValue ?? section.value).report("\(error)")
                return nil
            }
            return (maximum, method)
        }
    }
}
