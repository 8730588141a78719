import Descriptions
import Particles
import Recording
import SimulationEngine

/// The keys of a diffusion coefficient.
enum DiffusionKeys {
    static let lags = ParameterDescription(
        "lags", "the lags between which the mean squared displacement is taken for a straight line",
        .list(of: .number(.nonNegative), count: 2...2), dimension: .time
    ).example([1.0, 2].content)
    static let nodes = ParameterDescription.fixedNodes("of which nodes of the beginning")
    static let groups = ParameterDescription(
        "groups", "into how many groups nodes are dealt, from whose deviations an error follows",
        .integer(1...ParameterKind.greatestCount), .derived("24, or as many as there are nodes"))
    static let all = [lags, nodes, groups] + SampleKeys.all
    static let description = ComponentDescription(
        key: "diffusion", "the diffusion coefficient of particles, from displacements and from velocities",
        .record(all), beside: ScheduleKeys.ofSamples + TableKeys.all)
}

/// Reads how the diffusion of which nodes is measured.
struct DiffusionReader<Model: SimulationModel> {
    private typealias Keys = DiffusionKeys

    let context: WatchContext<Model>

    private struct Options {
        let lags: ClosedRange<Double>
        let nodes: [Int]
        let groups: Int
        let points: SeriesStatistics.Options.Autocorrelation
    }

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let schedule = ScheduleReader(context: context).read(section)
        let isEven = SampleReader.areEven(value, schedule)
        let options = options(value)
        let table = context.tables.read(section, defaultName: value.path.last)
        guard let options, let schedule, isEven, let table else { return nil }
        return { run in
            // Only models of particles offer this observation.
            guard let model = run.simulation.model as? any ParticleModel,
                let interval = schedule.interval(on: run.simulation.grid)
            else { return }
            let diffusion = try DiffusionCoefficient(
                nodeCount: options.nodes.count, dimension: model.box.dimensions, interval: interval,
                lags: options.lags, groups: options.groups, points: options.points)
            let drawsVelocities = run.simulation.drawsVelocities
            run.keep(
                try SummaryRecorder(
                    at: try schedule.trigger(in: run.simulation), columns: ["method", "value", "error", "note"],
                    of: diffusion, to: table.destination(in: run.directory),
                    sample: { Self.sample(model, options.nodes, into: diffusion) },
                    fill: { (table) throws(RecordingError) in
                        try Self.fill(table, from: diffusion, drawsVelocities: drawsVelocities)
                    }))
        }
    }

    /// Nodes that have gone have no numbers.
    private static func sample(_ model: any ParticleModel, _ nodes: [Int], into diffusion: DiffusionCoefficient) {
        let (positions, velocities, dimensions) = (model.positions, model.velocities, model.box.dimensions)
        var rows = Array(0..<model.nodeCount)
        if let population = model.population, !population.isComplete {
            rows = [Int](repeating: -1, count: model.nodeCount)
            for (row, node) in population.members.enumerated() { rows[node] = row }
        }
        let components = { (vectors: [SIMD3<Double>]) in
            nodes.flatMap { node in (0..<dimensions).map { rows[node] < 0 ? .nan : vectors[rows[node]][$0] } }
        }
        diffusion.add(positions: components(positions), velocities: components(velocities))
    }

    /// Writes the estimates; those that are not known are left empty, and the note says why.
    private static func fill(
        _ table: any TableWriter, from diffusion: DiffusionCoefficient, drawsVelocities: Bool
    ) throws(RecordingError) {
        try fill(table, "einstein", diffusion.einstein, gap: gap(of: diffusion.einstein, diffusion))
        let greenKubo = drawsVelocities ? nil : diffusion.greenKubo
        try fill(
            table, "green-kubo", greenKubo,
            gap: drawsVelocities ? "drawn-velocities" : gap(of: greenKubo, diffusion))
    }

    private static func fill(
        _ table: any TableWriter, _ method: String, _ estimate: DiffusionCoefficient.Estimate?, gap: String?
    ) throws(RecordingError) {
        table.append(table.text(method))
        for number in [estimate?.value, estimate?.error] {
            if let number, number.isFinite { table.append(number) } else { table.appendNothing() }
        }
        if let gap { table.append(table.text(gap)) } else { table.appendNothing() }
        try table.endRow()
    }

    /// Why a coefficient or its error is not known.
    private static func gap(of estimate: DiffusionCoefficient.Estimate?, _ diffusion: DiffusionCoefficient) -> String? {
        if let estimate, estimate.value.isFinite, estimate.error.isFinite { return nil }
        guard let estimate, estimate.value.isFinite else { return "too-short" }
        return diffusion.groupCount < DiffusionCoefficient.minimumGroupCount ? "too-few-groups" : "too-short"
    }

    private func options(_ value: Value) -> Options? {
        value.section(of: Keys.all) { section in
            let lags = section.read(Keys.lags) { self.lags($0) }
            let nodes = context.nodes.fixed(section, Keys.nodes)
            let count = nodes?.count ?? Int.max
            let groups = section.read(Keys.groups, else: min(24, count)) { $0.integer(.closed(1...count)) }
            let points = SampleReader.lags(section)
            guard let lags, let nodes, let groups, let points else { return nil }
            section.noteDefault(Keys.groups, .integer(groups))
            let dimension = context.system.space?.dimensions ?? 3
            guard SampleReader.haveMemory(points, value, nodeCount: nodes.count, dimension: dimension) else {
                return nil
            }
            return Options(lags: lags, nodes: nodes, groups: groups, points: points)
        }
    }

    private func lags(_ value: Value) -> ClosedRange<Double>? {
        guard let bounds = value.list(.exactly(2), of: "lags", { $0.number(.nonNegative) }) else { return nil }
        guard bounds[0] < bounds[1] else {
            value.report("the second lag must be greater than the first one")
            return nil
        }
        return bounds[0]...bounds[1]
    }
}
