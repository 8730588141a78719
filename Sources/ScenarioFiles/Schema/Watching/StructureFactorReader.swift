import Descriptions
import Particles
import Recording
import SimulationEngine

extension StructureFactor.Method: ParameterValue {}

enum StructureFactorKeys {
    static let maximum = Parameter("maximum", "the greatest wave number", .positive, dimension: .inverseLength)
        .example(10)
    static let method = Parameter<StructureFactor.Method>(
        "method", "how it is computed: by a Fourier transform of a density on a grid, or term by term",
        default: .fourier)
    static let all = [ParameterDescription](maximum, method)
    static let description = ComponentDescription(
        key: "structure-factor", "the waves in the density of particles, on average over moments",
        synonyms: ["S(k)", "S(q)"], .record(all), beside: ScheduleKeys.ofSamples + TableKeys.all
    ).needing(StructureError.room)
}

/// Reads up to which wave number, and how, the structure factor is computed.
struct StructureFactorReader<Model: SimulationModel> {
    private typealias Keys = StructureFactorKeys

    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let options = options(value)
        let table = context.tables.read(section, defaultName: value.path.last)
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
        value.section(of: Keys.all) { section in
            let maximum = section.value(of: Keys.maximum)
            let method = section.value(of: Keys.method)
            // Without a box the box is what is wrong, which has been reported.
            guard let box = context.system.box, let maximum, let method else { return nil }
            do throws(StructureError) {
                try StructureFactor.check(box, maximum: maximum)
            } catch {
                (section.given(Keys.maximum) ?? section.value).report("\(error)")
                return nil
            }
            return (maximum, method)
        }
    }
}
