import Descriptions
import Particles
import Recording
import SimulationEngine

enum RadialDistributionKeys {
    static let maximum = Parameter(
        "maximum", "up to which distance, at most half of the box", .positive, dimension: .length
    ).example(3).derived(from: "half of the shortest edge of the box")
    static let bins = Parameter("bins", "the number of bins", in: 1...1_000_000, default: 100)
        .example(100)
    static let between = ParameterDescription(
        "between", "the types of the two particles of a pair, all pairs unless given",
        .list(of: .integer(0...ParameterKind.greatestCount), count: 2...2), .optional)
    static let all = [ParameterDescription](maximum, bins, between)
    static let description = ComponentDescription(
        key: "radial-distribution", "how far particles are from each other, on average over moments",
        synonyms: ["RDF", "g(r)", "pair correlation function"], .record(all),
        beside: ScheduleKeys.ofSamples + TableKeys.all
    ).needing(StructureError.room)
}

/// Reads up to where, and of which pairs, distances are counted.
struct RadialDistributionReader<Model: SimulationModel> {
    private typealias Keys = RadialDistributionKeys

    let context: WatchContext<Model>

    private struct Options {
        let maximum: Double
        let bins: Int
        let pair: (Int, Int)?
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let options = options(value)
        let table = context.tables.read(section, defaultName: value.path.last)
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
        value.section(of: Keys.all) { section in
            let given = section.value(of: Keys.maximum)
            let bins = section.value(of: Keys.bins)
            let pair = section.readIfGiven(Keys.between) { value in
                value.list(.exactly(2), of: "types") { $0.integer(.closed(0...Int(Int32.max))) }
            }
            // Without a box the box is what is wrong, which has been reported.
            guard let box = context.system.box, let bins, let given, let pair else { return nil }
            let maximum = given ?? box.halfOfLeastPeriod
            do throws(StructureError) {
                try RadialDistribution.check(box, maximum: maximum, bins: bins)
            } catch {
                (section.given(Keys.maximum) ?? section.value).report("\(error)")
                return nil
            }
            section.noteDefault(Keys.maximum, .number(maximum))
            return Options(maximum: maximum, bins: bins, pair: pair.map { ($0[0], $0[1]) })
        }
    }
}

extension Box {
    /// Up to where distances are shorter than those of images; infinite without periods.
    fileprivate var halfOfLeastPeriod: Double {
        axes.compactMap { $0.isPeriodic ? $0.bounds.map { ($0.upper - $0.lower) / 2 } : nil }.min() ?? .infinity
    }
}
