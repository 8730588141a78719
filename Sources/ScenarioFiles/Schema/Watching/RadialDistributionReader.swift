import Particles
import Recording
import SimulationEngine

/// Reads
///
///     radial-distribution:
///       maximum: 5            optional: up to which distance, half of the box unless given
///       bins: 200             optional: the number of bins, 100 unless given
///       between: [0, 1]       optional: the types of the two particles of a pair, all pairs unless given
struct RadialDistributionReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    private struct Options {
        let maximum: Double
        let bins: Int
        let pair: (Int, Int)?
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let options = options(value)
        let table = TableReader(context: context).read(section, defaultName: value.path.last)
        guard let options, let schedule, let table else { return nil }
        return { run in
            // Only models of particles offer this observation.
            guard let model = run.simulation.model as? any ParticleModel else { return }
            let distribution = try RadialDistribution(
                in: model.box, types: model.types, between: options.pair, upTo: options.maximum, bins: options.bins)
            run.keep(
                try SummaryRecorder(
                    at: try schedule.trigger(in: run.simulation), columns: ["distance", "value", "coordination"],
                    of: distribution, to: table.destination(in: run.directory),
                    sample: { distribution.add(model.positions, types: model.types) },
                    fill: { (table) throws(RecordingError) in try Self.fill(table, from: distribution) }))
        }
    }

    private static func fill(
        _ table: any TableWriter, from distribution: RadialDistribution
    ) throws(RecordingError) {
        for bin in distribution.bins {
            table.append(bin.distance)
            table.append(bin.value)
            table.append(bin.coordination)
            try table.endRow()
        }
    }

    private func options(_ value: Value) -> Options? {
        value.section { section in
            let maximumValue = section.optional("maximum")
            let given = maximumValue.map { $0.number(.positive) }
            let bins = section.optional("bins").map { $0.integer(.closed(1...1_000_000)) } ?? 100
            section.noteDefault("bins", "100")
            let pair = section.optional("between").map { value in
                value.list(.exactly(2), of: "types") { $0.integer(.closed(0...Int(Int32.max))) }
            }
            // Without a box the box is what is wrong, which has been reported.
            guard let box = context.box, let bins else { return nil }
            if case .some(.none) = given { return nil }
            if case .some(.none) = pair { return nil }
            let maximum = (given ?? nil) ?? box.halfOfLeastPeriod
            do throws(StructureError) {
                try RadialDistribution.check(box, maximum: maximum, bins: bins)
            } catch {
                (maximumValue ?? section.value).report("\(error)")
                return nil
            }
            section.noteDefault("maximum", maximum.plain)
            return Options(maximum: maximum, bins: bins, pair: (pair ?? nil).map { ($0[0], $0[1]) })
        }
    }
}

extension Box {
    /// Up to where distances are shorter than those of images; infinite without periods.
    fileprivate var halfOfLeastPeriod: Double {
        axes.compactMap { $0.isPeriodic ? $0.bounds.map { ($0.upper - $0.lower) / 2 } : nil }.min() ?? .infinity
    }
}
